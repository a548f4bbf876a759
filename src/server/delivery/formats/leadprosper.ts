import type { Buyer } from '../../../../schemas/buyer/buyer.ts'
import { ATTEMPTS } from '../../kernel/attemptWords.ts'
import {
  accepted,
  asForm,
  asJson,
  cut,
  firstText,
  mapped,
  pinged,
  supplierOf,
  type Format,
} from './format.ts'

/** LeadProsper, by direct post or by ping and post. Sold is status ACCEPTED with code 0; errors also come with an ID of the lead.
 *  Source: support.leadprosper.io 77, 223, 258, 461, 467, 561, 576, 578; example.leadprosper.tech. */
export const leadprosper: Format = {
  ...asJson,
  bodyFor: ({ leadprosper: { body = 'json' } = {} }) => (body === 'form' ? asForm : asJson),
  members: (leadPost, buyer) => ({
    ...asTaken(mapped(leadPost, buyer)),
    ...(buyer.campaign_id && { lp_campaign_id: buyer.campaign_id }),
    ...supplierOf(leadPost, buyer, ({ id, key }) => ({ lp_supplier_id: id, lp_key: key })),
    ...pinged(leadPost),
    ...(leadPost.bidId !== undefined && bidNamed(leadPost.bidId, buyer)),
    ...(buyer.test && { lp_action: 'test' }),
  }),
  read: (answer, buyer) => {
    const { code, status, id, lead_id, message, price, payout, redirect_url } = answer
    const words = firstText(message, status, code)
    // Either code 0 or the status may be missing or written differently, so a lead is sold only if they don't contradict each other.
    const isSold = isZero(code) || status === 'ACCEPTED'
    const isContradicted =
      (isZero(code) && status !== undefined && status !== 'ACCEPTED') ||
      (status === 'ACCEPTED' && code !== undefined && !isZero(code))
    if (status === 'TEST' && !buyer.test) return { kind: 'error', reason: ATTEMPTS.inTestMode }
    if (status === 'TEST' && isZero(code))
      return accepted({ id: id ?? lead_id, price: undefined, redirect_url })
    if (isSold && isContradicted)
      return { kind: 'error', reason: cut(ATTEMPTS.contradicts(words)), isUnsure: true }
    if (isSold) {
      const offers = offersIn(answer)
      if (offers.length > 1 && buyer.leadprosper?.bid_parameter === undefined)
        return { kind: 'error', reason: ATTEMPTS.severalBids }
      return accepted({ id: id ?? lead_id, price: price ?? payout ?? offers[0]?.payout, redirect_url })
    }
    const duplicates = buyer.leadprosper?.duplicate_codes ?? DUPLICATES
    if (status === 'DUPLICATED' || duplicates.includes(Number(code)))
      return { kind: 'duplicate', reason: words }
    return status === undefined && code === undefined ? null : { kind: 'rejected', reason: words }
  },
  needsCampaign: true,
  needsSuppliers: true,
  bidId: ({ ping_id }) => ping_id,
  chosenBid: (answer) => offersIn(answer)[0]?.id,
  // The same lead within a minute is rejected as a repeat.
  leastRetryMs: 65_000,
  hasPing: true,
  hasTest: true,
  local: {
    accept: ({ id, price }) => ({ code: 0, status: 'ACCEPTED', id, price: Number(price) }),
    reject: () => ({ code: 1013, status: 'ERROR', message: 'Outside the area we serve' }),
    duplicate: () => ({ code: 1008, status: 'DUPLICATED', message: 'Seen before' }),
  },
}

const DUPLICATES: readonly number[] = [1008, 1049]

const isZero = (code: unknown) => code === 0 || code === '0'

/** It takes phone numbers of ten digits and sub IDs of at most 75 characters. */
function asTaken(members: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(members).map(([name, value]) => {
      if (/^lp_subid[12]$/.test(name)) return [name, value.slice(0, SUB_ID_LENGTH)]
      const digits = /phone/i.test(name) ? value.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '') : ''
      return [name, digits.length === 10 ? digits : value]
    }),
  )
}

const SUB_ID_LENGTH = 75

function bidNamed(bidId: string, { leadprosper: { bid_parameter } = {} }: Buyer): Record<string, string> {
  return bid_parameter === undefined ? {} : { [bid_parameter]: bidId }
}

/** Bids of an exchange, highest first. */
function offersIn({ bids }: Record<string, unknown>): { id: string; payout: unknown }[] {
  if (!Array.isArray(bids)) return []
  return bids
    .flatMap((bid: unknown) => {
      const { bid_id: id, payout } = (typeof bid === 'object' && bid !== null ? bid : {}) as Record<
        string,
        unknown
      >
      return typeof id === 'string' || typeof id === 'number' ? [{ id: String(id), payout }] : []
    })
    .toSorted((a, b) => (Number(b.payout) || 0) - (Number(a.payout) || 0))
}
