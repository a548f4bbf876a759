import type { Buyer } from '../../../../schemas/buyer/buyer.ts'
import { ATTEMPTS } from '../../kernel/attemptWords.ts'
import {
  accepted,
  asForm,
  asJson,
  firstText,
  mapped,
  mappedWithLists,
  type Bid,
  type Format,
  type LeadPost,
} from './format.ts'

/** Reads a bid at the place that the buyer's settings name; undefined if they name none. */
function readPing(answer: Record<string, unknown>, { ping }: Buyer): Bid | undefined {
  if (ping?.bid === undefined) return undefined
  const { bid, bid_id } = ping
  const price = valueAt(answer, bid)
  if (NO_BID.has(price)) return { kind: 'rejected', reason: ATTEMPTS.ping(ATTEMPTS.noBidAt(bid)) }
  const offer = accepted({ id: null, price, redirect_url: null })
  if (offer.cents === null) return { kind: 'error', reason: ATTEMPTS.ping(ATTEMPTS.unreadableBid(bid)) }
  if (offer.cents === 0) return { kind: 'rejected', reason: ATTEMPTS.ping(ATTEMPTS.noBidAt(bid)) }
  const id = bid_id === undefined ? undefined : valueAt(answer, bid_id)
  const isId = typeof id === 'string' || typeof id === 'number'
  if (bid_id !== undefined && !isId) return { kind: 'error', reason: ATTEMPTS.noPingId }
  return { kind: 'bid', pingId: isId ? String(id) : undefined, cents: offer.cents }
}

const NO_BID: ReadonlySet<unknown> = new Set([undefined, null, '', false])

/** Value at a place such as `bids.0.price`. */
function valueAt(answer: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (within, name) =>
        typeof within === 'object' && within !== null && Object.hasOwn(within, name)
          ? (within as Record<string, unknown>)[name]
          : undefined,
      answer,
    )
}

/** Format for buyers without one of their own: {result: accepted | duplicate | rejected, id, price, reason}. */
const plain = {
  read: ({ result, id, price, redirect_url, reason }) => {
    if (result === 'accepted') return accepted({ id, price, redirect_url })
    return result === 'duplicate' || result === 'rejected'
      ? { kind: result, reason: firstText(reason, result) }
      : null
  },
  needsCampaign: false,
  needsSuppliers: false,
  bidId: ({ id }) => id ?? null,
  readPing,
  hasPing: true,
  hasTest: true,
  local: {
    accept: (sale) => ({ result: 'accepted', ...sale }),
    reject: () => ({ result: 'rejected', reason: 'Outside the area we serve' }),
    duplicate: () => ({ result: 'duplicate', reason: 'Seen before' }),
  },
} satisfies Partial<Format>

function bidNamed({ pingId }: LeadPost, { ping }: Buyer): Record<string, string> {
  return pingId === undefined ? {} : { [ping?.bid_id_name ?? 'ping_id']: pingId }
}

export const json: Format = {
  ...asJson,
  ...plain,
  members: (leadPost, buyer) => ({ ...mappedWithLists(leadPost, buyer), ...bidNamed(leadPost, buyer) }),
}
export const form: Format = {
  ...asForm,
  ...plain,
  members: (leadPost, buyer) => ({ ...mapped(leadPost, buyer), ...bidNamed(leadPost, buyer) }),
}
