import { LIST_SEPARATOR, type Buyer, type Supplier } from '../../../../schemas/buyer/buyer.ts'
import type { Fields } from '../../../flow/answers/fields.ts'
import { cents, isDollars } from '../../kernel/cents.ts'

/** A lead ready to be posted to one buyer. */
export interface LeadPost {
  lead: Fields
  /** Affiliate that brought the visitor. */
  affId: string
  /** Same in every attempt. */
  key: string
  /** The buyer's ID for its offer, if it was pinged first. */
  pingId?: string
  /** The buyer's ID for the bid that is taken, if it made several. */
  bidId?: string
  /** True for a ping. */
  isPing?: true
}

/** Meaning of a buyer's answer. `retry`: ask again later. `error`: our post is wrong, so asking again doesn't help. `isUnsure`: it may
 *  have bought the lead anyway. `isLost`: it did what it does with a lead, and its answer was lost on the way, so a second post may be a
 *  second lead to it. `expectedCents`: price at which it would have bought it, as far as its bid tells. `cents` is null if the answer
 *  names no price. `note`: additional text for the operator. `redirect`: page that the visitor goes to next; its address may hold
 *  personal data. */
export type Outcome =
  | {
      kind: 'accepted'
      externalId: string | null
      cents: number | null
      /** The bid that we took, if the buyer made one. */
      bidCents?: number
      /** Price in the answer that is no amount in dollars. */
      unreadable?: string
      redirect: URL | null
      note?: string
    }
  | {
      kind: 'duplicate' | 'rejected' | 'retry' | 'error'
      reason: string
      isUnsure?: boolean
      isLost?: boolean
      isAsked?: boolean
      expectedCents?: number
    }

/** A buyer's answer to a ping. Either it wants the lead at this price, under this ID if its format has one, or it gives a reason why
 *  not. */
export type Bid =
  | { kind: 'bid'; pingId: string | undefined; bidId?: string; cents: number | null; unreadable?: string }
  | Exclude<Outcome, { kind: 'accepted' }>

/** Protocol of one kind of buyer. */
export interface Format {
  contentType: string
  /** Encoding for this buyer, if buyers of the format differ. */
  bodyFor?: (buyer: Buyer) => Pick<Format, 'contentType' | 'encode'>
  encode: (members: Fields) => string
  /** Members of the body, in our names or the buyer's. Only a format that encodes lists has any. */
  members: (leadPost: LeadPost, buyer: Buyer) => Fields
  /** Interprets a 2xx or 4xx answer; null if we don't understand it. */
  read: (answer: Record<string, unknown>, buyer: Buyer) => Outcome | null
  /** Parses an answer that isn't JSON; null if it has no members. Absent if the format only has JSON answers. */
  parse?: (text: string) => Record<string, unknown> | null
  /** Interprets a 2xx answer to a ping if it isn't like the answer to a lead; undefined if it is. */
  readPing?: (answer: Record<string, unknown>, buyer: Buyer) => Bid | undefined
  /** The buyer's ID for its offer, in its answer to a ping; null if the format has no such ID. */
  bidId: (answer: Record<string, unknown>) => unknown
  /** The buyer's ID for the bid whose price `read` took, if an answer to a ping has several. */
  chosenBid?: (answer: Record<string, unknown>) => string | undefined
  /** Shortest time after which a lead may be posted again without being taken for a duplicate of itself. */
  leastRetryMs?: number
  /** True if a buyer needs a campaign_id. */
  needsCampaign: boolean
  /** True if a buyer needs suppliers. */
  needsSuppliers: boolean
  /** True if a buyer needs a campaign_key. */
  needsKey?: true
  /** True if a buyer can be pinged before it gets the lead. */
  hasPing: boolean
  /** True if the buyer can be sent a lead marked as a test. */
  hasTest: boolean
  /** Answers of a buyer on this machine, for trying out delivery. */
  local: Record<'accept' | 'reject' | 'duplicate', (sale: { id: string; price: string }) => object>
}

export const asJson = {
  contentType: 'application/json',
  encode: (members: Fields) => JSON.stringify(members),
}
export const asForm = {
  contentType: 'application/x-www-form-urlencoded',
  encode: (members: Fields) =>
    new URLSearchParams(Object.entries(members).map(([name, value]) => [name, String(value)])).toString(),
}

/** The lead under the buyer's field names, with each list as one text. */
export function mapped(leadPost: LeadPost, buyer: Buyer): Record<string, string> {
  const { list_separator = LIST_SEPARATOR } = buyer
  return Object.fromEntries(
    Object.entries(renamed(leadPost, buyer)).map(([name, value]) => [
      name,
      [value].flat().join(list_separator),
    ]),
  )
}

/** The same for a format that has lists, unless the buyer wants them joined. */
export function mappedWithLists(leadPost: LeadPost, buyer: Buyer): Fields {
  return (buyer.list_separator === undefined ? renamed : mapped)(leadPost, buyer)
}

function renamed({ lead }: LeadPost, { fields }: Buyer): Fields {
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

/** The buyer's own identifiers for the lead's affiliate. */
export function supplierOf(
  { affId }: LeadPost,
  { suppliers = {} }: Buyer,
  members: (supplier: Supplier) => Record<string, string>,
): Record<string, string> {
  const supplier = Object.hasOwn(suppliers, affId) ? suppliers[affId] : suppliers['default']
  return supplier ? members(supplier) : {}
}

/** Reads a price in dollars, as a number or as text such as 12.34, $12.34 or 1,234.50. What is no amount, such as -5.00, is unreadable;
 *  null and the empty text are no price. */
export function accepted({
  id,
  price,
  redirect_url,
}: {
  id: unknown
  price: unknown
  redirect_url: unknown
}): Extract<Outcome, { kind: 'accepted' }> {
  const named = typeof price === 'number' ? price.toFixed(2) : price
  const isNamed = named !== undefined && named !== null && named !== ''
  const dollars = typeof named === 'string' ? plainDollars(named) : null
  return {
    kind: 'accepted',
    externalId: typeof id === 'string' || typeof id === 'number' ? String(id) : null,
    cents: dollars === null ? null : cents(dollars),
    ...(isNamed && dollars === null && { unreadable: shortPrice(named) }),
    redirect: pageOf(redirect_url),
  }
}

/** The amount without its dollar sign and its commas between thousands; null if it is none. */
function plainDollars(price: string): string | null {
  const plain = price.trim().replace(/^\$/, '')
  const amount = /^\d{1,3}(,\d{3})+(\.\d{1,2})?$/.test(plain) ? plain.replaceAll(',', '') : plain
  return isDollars(amount) ? amount : null
}

/** Price as an operator sees it. An answer may repeat the visitor's data, so longer texts are left out. */
function shortPrice(price: unknown): string {
  const text = typeof price === 'string' ? price.trim() : JSON.stringify(price)
  return /^[-+()$.,\d\sA-Za-z]{1,16}$/.test(text) ? text : 'unreadable'
}

/** Returns null if the address isn't a web page. */
function pageOf(address: unknown): URL | null {
  const url = typeof address === 'string' && address.length <= ADDRESS_LENGTH ? URL.parse(address) : null
  return url && /^https?:$/.test(url.protocol) ? url : null
}

/** Some servers refuse longer addresses. */
const ADDRESS_LENGTH = 8000

/** Returns the first nonempty value as text, cut to a reasonable length. */
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
