import type { Leaving } from '../../../widgets/context.ts'
import type { Session } from '../../../schemas/kernel/session.ts'
import type { Storage } from '../queue/storage.ts'

interface Visit {
  session: Session
  hasUnsent: () => boolean
  /** Storage of the tab, which survives a reload. */
  tab: Storage
  signal: AbortSignal
}

/** Enables a link once the whole visit has arrived, then opens its page in place of this one, unless `signal` aborts, with `true` for
 *  good. Happens once per tab: visitors who come back are not sent away again. Within another page nothing opens by itself. */
export async function redirectWhenSent(
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

/** Time to read the text and to find the button that stays. */
const READ_MS = 6000
/** Time for reporting a press before the page is left. */
const RECORDED_WITHIN_MS = 1500
const LOOK_EVERY_MS = 200

async function untilSent(hasUnsent: () => boolean, signal: AbortSignal): Promise<void> {
  while (hasUnsent() && !signal.aborted) await wait(LOOK_EVERY_MS)
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
