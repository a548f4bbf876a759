import type { Leaving } from '../../../widgets/context.ts'
import type { Session } from '../../../schemas/session.ts'
import type { Storage } from './storage.ts'

interface Visit {
  session: Session
  hasUnsent: () => boolean
  /** Of the tab: it outlives a reload. */
  tab: Storage
  signal: AbortSignal
}

/** Lets a link work once all of the visit has arrived, and then opens its page in place of this one, unless `signal` says
 *  stop, by `true` for good. That happens once in a tab: who comes back from there is not sent away again. Within another
 *  page nothing opens by itself. */
export async function takeAway(
  { way, goes, onState }: Leaving,
  { session, hasUnsent, tab, signal }: Visit,
): Promise<void> {
  const keepHere = () => tab.set(LEFT, session.uuid)
  signal.addEventListener('abort', () => signal.reason === true && keepHere())
  await untilSent(hasUnsent, signal)
  if (signal.aborted) return
  if (self !== top) return onState('beside')
  if (!goes || tab.get(LEFT) === session.uuid) return onState('here')
  onState('soon')
  await wait(READ_MS)
  await untilSent(hasUnsent, signal)
  const { href, opened } = way()
  if (signal.aborted || href === null) return
  keepHere()
  opened()
  await Promise.race([untilSent(hasUnsent, signal), wait(RECORDED_WITHIN_MS)])
  if (signal.aborted) return
  onState('here')
  location.assign(href)
}

const LEFT = 'leadloom.left'

/** What is said there is read by then, and the button that stays is found. */
const READ_MS = 6000
/** A press that is not told of in time leaves with the page. */
const RECORDED_WITHIN_MS = 1500
const LOOK_EVERY_MS = 200

async function untilSent(hasUnsent: () => boolean, signal: AbortSignal): Promise<void> {
  while (hasUnsent() && !signal.aborted) await wait(LOOK_EVERY_MS)
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
