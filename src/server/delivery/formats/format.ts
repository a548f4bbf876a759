import type { Buyer, Supplier } from '../../../../schemas/buyer.ts'
import { cents, isDollars } from '../../leads/cents.ts'

/** A lead ready to be posted to one buyer. */
export interface LeadPost {
  lead: Readonly<Record<string, string>>
  /** The affiliate that the visitor came by. */
  affId: string
  /** The same in every attempt. */
  key: string
  /** What the buyer called its offer for the lead, if it was pinged first. */
  pingId?: string
  /** Which of several offers for the lead is taken, in the buyer's name for it. */
  bidId?: string
  /** Whether the buyer is only asked. */
  isPing?: true
}

/** What a buyer's answer means. `retry`: ask again later. `error`: it is our post that is wrong; asking again does
 *  not help. `isUnsure`: it may have bought the lead all the same. `cents` is null where the answer names no price. `note`: what else the
 *  operator reads of it. `redirect`: the page that the visitor is to go to; its address may hold personal data. */
export type Outcome =
  | { kind: 'accepted'; externalId: string | null; cents: number | null; redirect: URL | null; note?: string }
  | {
      kind: 'duplicate' | 'rejected' | 'retry' | 'error'
      reason: string
      isUnsure?: boolean
      isAsked?: boolean
    }

/** How one kind of buyer is spoken to. */
export interface Format {
  contentType: string
  /** Where not all buyers of the format take the same: how this one is sent its members. */
  bodyFor?: (buyer: Buyer) => Pick<Format, 'contentType' | 'encode'>
  encode: (members: Record<string, string>) => string
  /** The body's members, in our names or the buyer's. */
  members: (leadPost: LeadPost, buyer: Buyer) => Record<string, string>
  /** What a 2xx or 4xx answer says; null when it says nothing that we understand. */
  read: (answer: Record<string, unknown>, buyer: Buyer) => Outcome | null
  /** The members of an answer that is no JSON; null where it has none. Without it there are none. */
  parse?: (text: string) => Record<string, unknown> | null
  /** What the buyer calls its offer, in its answer to a ping; null in a format that has no name for it. */
  bidId: (answer: Record<string, unknown>) => unknown
  /** Of several offers in an answer to a ping, what the buyer calls the one that `read` took the price of. */
  chosenBid?: (answer: Record<string, unknown>) => string | undefined
  /** The least time after which a lead may be posted again without being taken for a duplicate of itself. */
  leastRetryMs?: number
  /** Whether a buyer needs a campaign_id. */
  needsCampaign: boolean
  /** Whether a buyer needs suppliers. */
  needsSuppliers: boolean
  /** Whether a buyer needs a campaign_key. */
  needsKey?: true
  /** Whether a buyer can be asked before it is told. */
  hasPing: boolean
  /** Whether the buyer can be told that a lead is a test. */
  hasTest: boolean
  /** What a buyer on this machine answers, for trying delivery out. */
  local: Record<'accept' | 'reject' | 'duplicate', (sale: { id: string; price: string }) => object>
}

export const asJson = {
  contentType: 'application/json',
  encode: (members: Record<string, string>) => JSON.stringify(members),
}
export const asForm = {
  contentType: 'application/x-www-form-urlencoded',
  encode: (members: Record<string, string>) => new URLSearchParams(members).toString(),
}

/** The lead in the buyer's names. */
export function mapped({ lead }: LeadPost, { fields }: Buyer): Record<string, string> {
  if (!fields) return { ...lead }
  return Object.fromEntries(
    Object.entries(fields).flatMap(([theirs, ours]) => {
      const value = Object.hasOwn(lead, ours) ? lead[ours] : undefined
      return value === undefined ? [] : [[theirs, value]]
    }),
  )
}

export function pinged({ pingId }: LeadPost): Record<string, string> {
  return pingId === undefined ? {} : { lp_ping_id: pingId }
}

/** What a buyer knows the lead's affiliate by. */
export function supplierOf(
  { affId }: LeadPost,
  { suppliers = {} }: Buyer,
  members: (supplier: Supplier) => Record<string, string>,
): Record<string, string> {
  const supplier = Object.hasOwn(suppliers, affId) ? suppliers[affId] : suppliers['default']
  return supplier ? members(supplier) : {}
}

/** A price is dollars, as a number or as text; any other counts as none. */
export function accepted({
  id,
  price,
  redirect_url,
}: {
  id: unknown
  price: unknown
  redirect_url: unknown
}): Outcome {
  const dollars = typeof price === 'number' ? price.toFixed(2) : price
  return {
    kind: 'accepted',
    externalId: typeof id === 'string' || typeof id === 'number' ? String(id) : null,
    cents: typeof dollars === 'string' && isDollars(dollars) ? cents(dollars) : null,
    redirect: pageOf(redirect_url),
  }
}

/** Null where it is no address of a page. */
function pageOf(address: unknown): URL | null {
  const url = typeof address === 'string' && address.length <= ADDRESS_LENGTH ? URL.parse(address) : null
  return url && /^https?:$/.test(url.protocol) ? url : null
}

/** Longer ones are refused on the way by some servers. */
const ADDRESS_LENGTH = 8000

/** The first that says something, as text of a bearable length. */
export function firstText(...words: unknown[]): string {
  const word = words.find(
    (w) => w !== undefined && w !== null && w !== '' && !(Array.isArray(w) && w.length === 0),
  )
  return cut(typeof word === 'string' ? word : (JSON.stringify(word) ?? 'no reason given'))
}

const REASON_LENGTH = 300

export function cut(text: string): string {
  return text.length > REASON_LENGTH ? `${text.slice(0, REASON_LENGTH)}…` : text
}
