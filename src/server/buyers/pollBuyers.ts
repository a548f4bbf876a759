import type { FastifyBaseLogger } from 'fastify'
import type { Context } from '../context.ts'
import { NotKept } from '../../store/store.ts'
import { NOTICES } from '../../texts/operatorNotices.ts'

/** Takes up what other processes saved, and says in the log which buyers are not used, and why. Returns how to stop. */
export function startPollingBuyers(
  ctx: Changing & Pick<Context, 'keptBuyers'>,
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>,
): { stop: () => Promise<void> } {
  const warned = new Set<string>()
  const warn = () => {
    for (const { buyer, revision, problem } of ctx.keptBuyers.all()) {
      const notice = `${buyer} ${revision} ${problem}`
      if (problem === null || warned.has(notice)) continue
      warned.add(notice)
      log.warn({ buyer, revision, problem }, NOTICES.buyerUnused)
    }
  }
  const poll = () =>
    ctx.keptBuyers
      .refresh()
      .then(async (isChanged) => {
        warn()
        if (isChanged) await takeUpWaiting(ctx)
      })
      .catch((error: unknown) => {
        // Why the store takes nothing is said by whoever watches it.
        if (!(error instanceof NotKept)) log.error({ err: error }, 'poll buyers')
      })
  warn()
  let polling = Promise.resolve()
  const timer = setInterval(() => (polling = polling.then(poll)), POLL_MS)
  return {
    async stop() {
      clearInterval(timer)
      await polling
    },
  }
}

type Changing = Pick<Context, 'store' | 'now' | 'onLead'>

/** Leads may wait for a buyer that is known only now, or that takes leads again. */
export async function takeUpWaiting({ store, now, onLead }: Changing): Promise<void> {
  await store.lookAgain(null, now())
  onLead()
}

/** How soon each process goes by what another one saved. */
const POLL_MS = 2000
