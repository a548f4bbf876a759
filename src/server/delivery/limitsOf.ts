import type { Buyer } from '../../../schemas/buyer.ts'
import type { Limits } from '../../store/leads/leadTypes.ts'
import { cents } from '../leads/cents.ts'

/** How much a buyer takes and when, as the store counts it. */
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

/** What the buyer is to pay for a lead, as far as it says so before it is asked. */
export function priceOf({ price }: Pick<Buyer, 'price'>): number {
  return price === undefined ? 0 : cents(price)
}

/** The most that is booked for a lead that the buyer does not bid for; null where nothing bounds it. With this its caps are counted. */
export function mostOf({ price, max_price, caps = [] }: Pick<Buyer, 'price' | 'max_price' | 'caps'>) {
  const hasMoneyCap = caps.some(({ dollars }) => dollars !== undefined)
  const most = max_price ?? (hasMoneyCap ? price : undefined)
  return most === undefined ? null : cents(most)
}

/** The most that a sale to the buyer is booked for without an operator's look: `maxCents`, the limit for everyone, or more where the
 *  buyer's own prices are higher. */
export function mostBooked(buyer: Pick<Buyer, 'price' | 'max_price' | 'auction'>, maxCents: number): number {
  return Math.max(
    maxCents,
    priceOf(buyer),
    ...[buyer.max_price, buyer.auction?.max_bid].map((most) => cents(most ?? '0')),
  )
}

function waitMs(hours = WAIT_HOURS): number {
  return hours * 3_600_000
}

const WAIT_HOURS = 24
