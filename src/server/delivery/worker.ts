import { NotKept } from '../../store/store.ts'
import { attemptDelivery, AT_ONCE, type World } from './attempt.ts'
import { AUCTIONS_AT_ONCE, auctionLead, isBidding } from './auction.ts'
import { LOOK_EVERY_MS } from './keepEnd.ts'

/** The leads' way out: takes up what is due, some at a time for each buyer, until it is stopped. */
export interface Delivering {
  /** Something fell due just now. */
  wake: () => void
  /** Attempts under way have so long to end. Those that are given up then have no known end, and are due again at the next
   *  start. */
  stop: (graceMs?: number) => Promise<void>
}

/** Starts to deliver. An attempt that was cut off when its process ended is made again, under the same key: on a store of
 *  several processes once its lease has ended, else at once. */
export async function deliver(world: World): Promise<Delivering> {
  const { store, buyers, now, onError } = world
  const givingUp = new AbortController()
  let isStopping = false
  const underWay = new Set<Promise<void>>()
  const busy = new Map<string, number>()
  const isBidder = (buyer: string) => isBidding(buyers.get(buyer))
  const roomOf = (buyer: string) =>
    Math.max((isBidder(buyer) ? AUCTIONS_AT_ONCE : AT_ONCE) - (busy.get(buyer) ?? 0), 0)
  await store.resumeDeliveries(now(), !store.isShared)
  // The file of buyers may say something else than when they were held.
  await store.lookAgain(null, now())

  const take = async (buyer: string): Promise<void> => {
    const room = roomOf(buyer)
    if (room === 0 || isStopping) return
    for (const delivery of await store.dueDeliveries(buyer, now(), room)) {
      if (isStopping || roomOf(buyer) === 0 || taken.has(delivery)) continue
      taken.add(delivery)
      busy.set(buyer, (busy.get(buyer) ?? 0) + 1)
      const deliverIt = isBidder(buyer) ? auctionLead : attemptDelivery
      const attempt = deliverIt(world, { delivery, to: buyer }, givingUp.signal)
        .finally(() => {
          taken.delete(delivery)
          busy.set(buyer, (busy.get(buyer) ?? 1) - 1)
          underWay.delete(attempt)
        })
        // What was not even asked makes no room for another.
        .then((isAsked) => void (isAsked !== false && wake()), failed)
      underWay.add(attempt)
    }
  }
  const taken = new Set<number>()
  // What failed waits for the timer. Why the disk takes no writes is said once, by whoever watches it.
  const failed = (error: unknown) => void (error instanceof NotKept || onError(error))

  let looking: Promise<void> | null = null
  let again = false
  function wake(): void {
    if (isStopping) return
    again = looking !== null
    looking ??= Promise.all([...buyers.keys()].map(take))
      .then(() => {}, failed)
      .finally(() => {
        looking = null
        if (again) wake()
      })
  }
  const timer = setInterval(wake, LOOK_EVERY_MS)
  const resume = () =>
    store.resumeDeliveries(now(), false).then((found) => void (found > 0 && wake()), failed)
  const resuming = store.isShared ? setInterval(() => void resume(), RESUME_EVERY_MS) : undefined
  wake()
  return {
    wake,
    async stop(graceMs = 0) {
      clearInterval(timer)
      clearInterval(resuming)
      isStopping = true
      await looking
      const grace = setTimeout(() => givingUp.abort(), graceMs)
      await Promise.all(underWay)
      clearTimeout(grace)
    },
  }
}

/** For attempts of processes that ended. */
const RESUME_EVERY_MS = 5000
