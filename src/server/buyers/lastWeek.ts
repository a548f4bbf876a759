import type { Buyer } from '../../../schemas/buyer/buyer.ts'
import type { LastWeek } from '../../../schemas/desk/buyers.ts'
import { isFull } from '../../store/nouns/leads/buyerPlaces.ts'
import type { Store } from '../../store/store.ts'
import { DAY_MS } from '../../time/durations.ts'
import { isOpen, nextOpening, periodOf, type Period } from '../../time/localTime.ts'
import { limitsOf, mostOf, priceOf } from '../delivery/limitsOf.ts'
import { whyUnwanted } from '../delivery/statesAndFilters.ts'
import type { StoreAndClock } from '../kernel/ports.ts'

type Lead = Awaited<ReturnType<Store['recentLeads']>>[number]

/** Counts the leads of the last 7 days that came for a buyer, and those that it would have been sent before and after a change. They are
 *  judged as delivery judges them, each when it came or, if it waits, when the buyer takes leads again. A pause isn't considered, and
 *  neither are other buyers of a lead. Of a buyer with dollar caps that bids, each lead counts with its price, since bids differ. */
export async function lastWeek(
  { store, now }: StoreAndClock,
  key: string,
  { before, after }: { before: Buyer | undefined; after: Buyer },
): Promise<LastWeek> {
  const to = now()
  const from = quarterOf(to - WEEK_MS)
  const found = await store.recentLeads(key, from, MOST_LOOKED_AT + 1)
  const isAll = found.length <= MOST_LOOKED_AT
  const leads = found.slice(0, MOST_LOOKED_AT).toReversed()
  const since = isAll ? from : quarterOf(leads[0]!.at)
  const matching = async (buyer: Buyer) => {
    const count = await countTaken(leads, buyer, { to, taken: await takenBefore(store, key, buyer, since) })
    const hasPrice = buyer.price !== undefined && !buyer.auction
    return { leads: count, cents: hasPrice ? count * priceOf(buyer) : null }
  }
  return {
    leads: leads.length,
    is_all: isAll,
    after: await matching(after),
    before: before ? await matching(before) : null,
  }
}

const WEEK_MS = 7 * DAY_MS
const MOST_LOOKED_AT = 5000
/** Longest time that requests wait for it. Judging all leads takes about half a second. */
const TURN_MS = 4

interface Taken {
  leads: number
  cents: number
}

/** Places taken in the periods that an instant interrupts, from their start until then; by the period's name and start. */
async function takenBefore(store: Store, key: string, buyer: Buyer, at: number): Promise<Map<string, Taken>> {
  const { caps, zone } = limitsOf(buyer)
  const since = await store.placesTaken(key, at)
  const taken = new Map<string, Taken>()
  for (const { per } of caps) {
    const { start } = periodOf(at, per, zone)
    const { leads, cents } = await store.placesTaken(key, start)
    taken.set(`${per} ${start}`, { leads: leads - since.leads, cents: cents - since.cents })
  }
  return taken
}

/** Number of leads that a buyer would have been sent until `to`. `leads`: oldest first. `taken`: places that were taken before. */
async function countTaken(
  leads: readonly Lead[],
  buyer: Buyer,
  { to, taken }: { to: number; taken: Map<string, Taken> },
): Promise<number> {
  const sentAt = placing(buyer, taken)
  let count = 0
  let turn = performance.now()
  for (const { at, lead } of leads) {
    if (performance.now() - turn > TURN_MS) {
      await new Promise(setImmediate)
      turn = performance.now()
    }
    if ((await whyUnwanted(buyer, lead)) === null && sentAt(at) <= to) count++
  }
  return count
}

/** Gives leads their places, one after another: when each is sent, or Infinity if it would wait longer than the buyer lets it. */
function placing(buyer: Buyer, taken: Map<string, Taken>): (at: number) => number {
  const { caps, zone, hours, waitMs } = limitsOf(buyer)
  const cents = mostOf(buyer) ?? priceOf(buyer)
  const periods = new Map<string, { end: number; taken: Taken }>()
  /** Finds the period with what is taken in it. */
  const periodAt = (at: number, per: Period) => {
    const quarter = `${per} ${quarterOf(at)}`
    const known = periods.get(quarter)
    if (known) return known
    const { start, end } = periodOf(at, per, zone)
    const own = taken.get(`${per} ${start}`) ?? { leads: 0, cents: 0 }
    taken.set(`${per} ${start}`, own)
    const period = { end, taken: own }
    periods.set(quarter, period)
    return period
  }
  const closed: { from: number; to: number }[] = []
  const opensAt = (time: number) => {
    const known = closed.find(({ from, to }) => from <= time && time < to)
    if (known || !hours) return known?.to ?? time
    if (isOpen(hours, time, zone)) return time
    const to = nextOpening(hours, time, zone)
    closed.push({ from: time, to })
    return to
  }
  return (at) => {
    for (let time = at; ;) {
      const opens = opensAt(time)
      if (opens > time) {
        time = opens
        if (time - at > waitMs.closed) return Infinity
      }
      const full = caps.filter((cap) => isFull(cap, periodAt(time, cap.per).taken, cents))
      if (full.length === 0) {
        for (const own of new Set(caps.map(({ per }) => periodAt(time, per).taken))) {
          own.leads += 1
          own.cents += cents
        }
        return time
      }
      time = Math.max(...full.map(({ per }) => periodAt(time, per).end))
      if (time - at > waitMs.full) return Infinity
    }
  }
}

/** Beginning of the quarter of an hour that contains an instant. Every zone's periods are made of these, and places are counted by them. */
function quarterOf(at: number): number {
  return at - (at % QUARTER_MS)
}

const QUARTER_MS = 900_000
