import type { FastifyBaseLogger } from 'fastify'
import type { Context } from '../context.ts'
import { NotKept } from '../../store/kernel/storeErrors.ts'
import { NOTICES } from '../../texts/operatorNotices.ts'

/** Loads buyers that other processes saved, and logs which buyers aren't used and why. Returns a function that stops the polling. */
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
        // The store's watcher reports why writes fail.
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

/** Makes waiting leads due, since a buyer may have just been added or may have started taking leads again. */
export async function takeUpWaiting({ store, now, onLead }: Changing): Promise<void> {
  await store.lookAgain(null, now())
  onLead()
}

/** Delay until a process picks up what another one saved. */
const POLL_MS = 2000
