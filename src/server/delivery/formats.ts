import type { Buyer, Supplier } from '../../../schemas/buyer.ts'
import { cents, isDollars } from '../leads/cents.ts'

/** A lead ready to be posted to one buyer. */
export interface LeadPost {
  lead: Readonly<Record<string, string>>
  /** The affiliate that the visitor came by. */
  affId: string
  /** The same in every attempt. */
  key: string
  /** What the buyer called its offer for the lead, if it was pinged first. */
  pingId?: string
}

/** What a buyer's answer means. `retry`: ask again later. `error`: it is our post that is wrong; asking again helps
 *  nobody. `cents` is null where the answer names no price. */
export type Outcome =
  | { kind: 'accepted'; externalId: string | null; cents: number | null; redirectUrl: string | null }
  | { kind: 'duplicate' | 'rejected' | 'retry' | 'error'; reason: string }

/** How one kind of buyer is spoken to. */
interface Format {
  contentType: string
  /** The body's members, in our names or the buyer's. */
  members: (leadPost: LeadPost, buyer: Buyer) => Record<string, string>
  encode: (members: Record<string, string>) => string
  /** What a 2xx or 4xx answer says; null when it says nothing that we understand. */
  read: (answer: Record<string, unknown>) => Outcome | null
}

const asJson = { contentType: 'application/json', encode: (m: Record<string, string>) => JSON.stringify(m) }
const asForm = {
  contentType: 'application/x-www-form-urlencoded',
  encode: (m: Record<string, string>) => new URLSearchParams(m).toString(),
}

/** The wire formats are the vendors' own: LeadProsper direct post, LeadsPedia post. */
const FORMATS: Record<Buyer['format'], Format> = {
  leadprosper: {
    ...asJson,
    members: (leadPost, buyer) => ({
      ...mapped(leadPost, buyer),
      ...(buyer.campaign_id && { lp_campaign_id: buyer.campaign_id }),
      ...supplierOf(leadPost, buyer, ({ id, key }) => ({ lp_supplier_id: id, lp_key: key })),
      ...pinged(leadPost),
      ...(buyer.test && { lp_action: 'test' }),
    }),
    read: ({ code, status, id, lead_id, message, price, redirect_url }) => {
      if (code === 0 || status === 'ACCEPTED') return accepted({ id: id ?? lead_id, price, redirect_url })
      const reason = firstText(message, status, code)
      if (code === 1008 || code === 1049 || status === 'DUPLICATED') return { kind: 'duplicate', reason }
      return status === undefined && code === undefined ? null : { kind: 'rejected', reason }
    },
  },
  leadspedia: {
    ...asForm,
    members: (leadPost, buyer) => ({
      ...mapped(leadPost, buyer),
      ...(buyer.campaign_id && { lp_campaign_id: buyer.campaign_id }),
      ...(buyer.campaign_key && { lp_campaign_key: buyer.campaign_key }),
      ...supplierOf(leadPost, buyer, ({ id }) => ({ lp_s1: id })),
      ...pinged(leadPost),
      lp_response: 'JSON',
      ...(buyer.test && { lp_test: '1' }),
    }),
    read: ({ result, lead_id, price, redirect_url, msg, errors }) => {
      if (result === 'success') return accepted({ id: lead_id, price, redirect_url })
      if (result !== 'failed') return null
      const reason = firstText(msg, errors)
      return { kind: /duplicate/i.test(reason) ? 'duplicate' : 'rejected', reason }
    },
  },
  json: { ...asJson, members: mapped, read: plainAnswer },
  form: { ...asForm, members: mapped, read: plainAnswer },
}

/** The post of a lead to a buyer. */
export function requestOf(leadPost: LeadPost, buyer: Buyer) {
  const { contentType, members, encode } = FORMATS[buyer.format]
  return {
    url: buyer.url,
    headers: { ...buyer.headers, 'content-type': contentType, 'idempotency-key': leadPost.key },
    body: encode(members(leadPost, buyer)),
  }
}

/** What a buyer's answer means. Nothing is taken for an acceptance but what its format calls one. */
export function outcomeOf({ format }: Buyer, { status, text }: { status: number; text: string }): Outcome {
  if (status === 408 || status === 425 || status === 429 || status >= 500)
    return { kind: 'retry', reason: `The buyer answered ${status}.` }
  const answer = objectOf(text)
  const outcome = answer && FORMATS[format].read(answer)
  if (status < 400) return outcome ?? { kind: 'error', reason: `The buyer answered ${status}: ${cut(text)}` }
  if (status === 401 || status === 403)
    return { kind: 'error', reason: `The buyer refuses our credentials: ${status}.` }
  if (outcome && outcome.kind !== 'accepted') return outcome
  return status === 409
    ? { kind: 'duplicate', reason: 'The buyer answered 409.' }
    : { kind: 'error', reason: `The buyer answered ${status}: ${cut(text)}` }
}

/** {result: accepted | duplicate | rejected, id, price, reason}. */
function plainAnswer({ result, id, price, redirect_url, reason }: Record<string, unknown>): Outcome | null {
  if (result === 'accepted') return accepted({ id, price, redirect_url })
  return result === 'duplicate' || result === 'rejected'
    ? { kind: result, reason: firstText(reason, result) }
    : null
}

function mapped({ lead }: LeadPost, { fields }: Buyer): Record<string, string> {
  if (!fields) return { ...lead }
  return Object.fromEntries(
    Object.entries(fields).flatMap(([theirs, ours]) => {
      const value = Object.hasOwn(lead, ours) ? lead[ours] : undefined
      return value === undefined ? [] : [[theirs, value]]
    }),
  )
}

function pinged({ pingId }: LeadPost): Record<string, string> {
  return pingId === undefined ? {} : { lp_ping_id: pingId }
}

function supplierOf(
  { affId }: LeadPost,
  { suppliers = {} }: Buyer,
  members: (supplier: Supplier) => Record<string, string>,
): Record<string, string> {
  const supplier = Object.hasOwn(suppliers, affId) ? suppliers[affId] : suppliers['default']
  return supplier ? members(supplier) : {}
}

/** A price is dollars, as a number or as text; any other counts as none. */
function accepted({
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
    redirectUrl: typeof redirect_url === 'string' ? redirect_url : null,
  }
}

function firstText(...words: unknown[]): string {
  const word = words.find(
    (w) => w !== undefined && w !== null && w !== '' && !(Array.isArray(w) && w.length === 0),
  )
  return cut(typeof word === 'string' ? word : (JSON.stringify(word) ?? 'no reason given'))
}

const REASON_LENGTH = 300

function cut(text: string): string {
  return text.length > REASON_LENGTH ? `${text.slice(0, REASON_LENGTH)}…` : text
}

/** The JSON object of an answer; null when it is none. */
export function objectOf(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text, exact)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null
  } catch {
    return null
  }
}

/** A whole number that JavaScript would round is some system's id: it stays the digits that were written. */
function exact(_name: string, value: unknown, { source }: { source?: string } = {}): unknown {
  return Number.isInteger(value) && !Number.isSafeInteger(value) ? source : value
}
