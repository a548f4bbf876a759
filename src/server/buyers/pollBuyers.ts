import type { FastifyBaseLogger } from 'fastify'
import type { KeptBuyers } from './keptBuyers.ts'
import type { StoreAndClock, DueSignals } from '../kernel/ports.ts'
import { NotKept } from '../../store/kernel/storeErrors.ts'
import { NOTICES } from '../kernel/operatorNotices.ts'

/** Loads buyers that other processes saved, and logs which buyers aren't used and why. Returns a function that stops the polling. */
export function startPollingBuyers(
  ctx: WaitingDeps & { keptBuyers: KeptBuyers },
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

export interface WaitingDeps extends StoreAndClock {
  signals: DueSignals
}

/** Makes waiting leads due, since a buyer may have just been added or may have started taking leads again. */
export async function takeUpWaiting({ store, now, signals }: WaitingDeps): Promise<void> {
  await store.lookAgain(null, now())
  signals.emit('lead')
}

/** Delay until a process picks up what another one saved. */
const POLL_MS = 2000
