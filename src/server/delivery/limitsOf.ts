import type { Buyer } from '../../../schemas/buyer/buyer.ts'
import type { Sale } from '../../store/nouns/sales/saleTypes.ts'
import type { Limits } from '../../store/nouns/leads/leadTypes.ts'
import { DUPLICATE_WINDOW_DAYS } from '../../store/nouns/leads/deliveries.ts'
import { DAY_MS } from '../../time/durations.ts'
import { cents } from '../kernel/cents.ts'

/** A buyer's limits on volume and hours, as the store counts them. */
export function limitsOf({
  time_zone: zone = 'America/New_York',
  caps = [],
  hours,
  paused: isPaused = false,
  wait_hours = {},
}: Pick<Buyer, 'time_zone' | 'caps' | 'hours' | 'paused' | 'wait_hours'>): Limits {
  return {
    zone,
    caps: caps.map(({ per, leads, dollars }) => ({
      per,
      ...(leads !== undefined && { leads }),
      ...(dollars !== undefined && { cents: cents(dollars) }),
    })),
    hours: hours ?? null,
    isPaused,
    waitMs: {
      full: waitMs(wait_hours.full),
      closed: waitMs(wait_hours.closed),
      paused: waitMs(wait_hours.paused),
    },
  }
}

/** Window in which a lead counts as a duplicate. It is 0 for test leads: they aren't sales, so the same one may be sent again. */
export function duplicateWindowMs({
  test = false,
  duplicate_window_days = DUPLICATE_WINDOW_DAYS,
}: Buyer): number {
  return test ? 0 : duplicate_window_days * DAY_MS
}

/** Price that the buyer states for a lead before it is asked. */
export function priceOf({ price }: Pick<Buyer, 'price'>): number {
  return price === undefined ? 0 : cents(price)
}

/** Highest amount booked for a lead if the buyer doesn't bid; null if there is no bound. Its caps are counted with this amount. */
export function mostOf({ price, max_price, caps = [] }: Pick<Buyer, 'price' | 'max_price' | 'caps'>) {
  const hasMoneyCap = caps.some(({ dollars }) => dollars !== undefined)
  const most = max_price ?? (hasMoneyCap ? price : undefined)
  return most === undefined ? null : cents(most)
}

/** Highest amount that a sale to the buyer is booked for without an operator's review: what its `max_price` or `max_bid` allows, or ten
 *  times its list price if that is more. For a buyer with none of these it is ten times its usual price, and `maxCents` until the ledger
 *  can tell what is usual. A bid that we took is booked as well, up to `maxCents`: `max_price` is for leads without a bid. */
export function mostBooked(
  buyer: Pick<Buyer, 'price' | 'max_price' | 'auction'>,
  maxCents: number,
  bidCents = 0,
): Pick<Sale, 'mostCents' | 'mostTimesUsual'> {
  const named = [buyer.max_price, buyer.auction?.max_bid].map((most) => cents(most ?? '0'))
  const mostCents = Math.max(priceOf(buyer) * MOST_TIMES, ...named)
  if (mostCents === 0) return { mostCents: maxCents, mostTimesUsual: MOST_TIMES }
  return { mostCents: Math.max(mostCents, Math.min(bidCents, maxCents)) }
}

const MOST_TIMES = 10

function waitMs(hours = WAIT_HOURS): number {
  return hours * 3_600_000
}

const WAIT_HOURS = 24
