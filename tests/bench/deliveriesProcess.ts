import { openPostgres } from '../../src/store/engines/postgres/open.ts'

/** One of the processes of tests/bench/deliveries.ts: begins and ends the deliveries that are its share, and says how many a second. */

export interface DeliveryOrder {
  url: string
  durationMs: number
  /** Which of the deliveries are its own: every one of so many. */
  share: number
  of: number
}

process.once('message', (order: DeliveryOrder) => void deliver(order))

async function deliver({ url, durationMs, share, of }: DeliveryOrder): Promise<void> {
  const store = await openPostgres({ url, deadlineMs: 60_000 })
  const all = await store.deliveries({ state: 'due', limit: 10_000 })
  const mine = all.filter(({ delivery }) => delivery % of === share)
  let ended = 0
  const until = performance.now() + durationMs
  await Promise.all(
    mine.map(async ({ delivery }) => {
      while (performance.now() < until) {
        const at = Date.now()
        const begun = await store.beginAttempt(delivery, at, { duplicateWindowMs: 0, atOnce: 64 })
        if (!begun) continue
        await store.endAttempt(delivery, begun.attempt, { state: 'due', message: '', at, due_at: at })
        ended++
      }
    }),
  )
  process.send!((1000 * ended) / durationMs)
  await store.close()
  process.disconnect?.()
}
