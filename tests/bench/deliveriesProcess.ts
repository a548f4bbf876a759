import { openPostgres } from '../../src/store/engines/postgres/open.ts'

/** Process of tests/bench/deliveries.ts that gets ready, begins and ends its share of the deliveries on command, and reports how many a
 *  second. */

export interface DeliveryOrder {
  url: string
  durationMs: number
  /** Position of its deliveries: of each buyer's, every `of`th, beginning with this one. */
  share: number
  of: number
  inFlight: number
}

process.once('message', (order: DeliveryOrder) => void deliver(order))

const told = (): Promise<void> => new Promise((resolve) => process.once('message', () => resolve()))

async function deliver({ url, durationMs, share, of, inFlight }: DeliveryOrder): Promise<void> {
  const store = await openPostgres({ url, deadlineMs: 60_000 })
  const ofBuyers = new Map<string, number>()
  const mine: number[] = []
  for (const { delivery, buyer } of await store.deliveries({ state: 'due', limit: 10_000 })) {
    const nth = ofBuyers.get(buyer) ?? 0
    ofBuyers.set(buyer, nth + 1)
    if (nth % of === share) mine.splice(Math.floor(Math.random() * (mine.length + 1)), 0, delivery)
  }
  // Processes that start take the processor from those that deliver.
  process.send!('ready')
  await told()
  let ended = 0
  const until = performance.now() + durationMs
  await Promise.all(
    Array.from({ length: inFlight }, async () => {
      while (performance.now() < until) {
        const delivery = mine.shift()!
        const at = Date.now()
        const begun = await store.beginAttempt(delivery, at, { duplicateWindowMs: 0, atOnce: 64 })
        if (begun) {
          await store.endAttempt(delivery, begun.attempt, { state: 'due', message: '', at, due_at: at })
          ended++
        }
        mine.push(delivery)
      }
    }),
  )
  process.send!((1000 * ended) / durationMs)
  await store.close()
  process.disconnect?.()
}
