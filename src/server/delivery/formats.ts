import type { Buyer } from '../../../schemas/buyer/buyer.ts'
import { cut, type Format, type LeadPost, type Outcome } from './formats/format.ts'
import { boberdoo } from './formats/boberdoo.ts'
import { leadconduit } from './formats/leadconduit.ts'
import { leadprosper } from './formats/leadprosper.ts'
import { leadspedia } from './formats/leadspedia.ts'
import { email } from './formats/byEmail.ts'
import { form, json } from './formats/plain.ts'
import { ATTEMPTS } from '../kernel/attemptWords.ts'

/** All formats that a buyer may name. The schema lists them, and the compiler requires each one here. */
export const FORMATS: Record<Buyer['format'], Format> = {
  leadconduit,
  boberdoo,
  leadprosper,
  leadspedia,
  json,
  form,
  email,
}

/** The request that posts a lead to a buyer. */
export function requestOf(leadPost: LeadPost, buyer: Buyer) {
  const format = FORMATS[buyer.format]
  const { contentType, encode } = format.bodyFor?.(buyer) ?? format
  return {
    url: buyer.url,
    headers: { ...buyer.headers, 'content-type': contentType, 'idempotency-key': leadPost.key },
    body: encode(format.members(leadPost, buyer)),
  }
}

/** Interprets a buyer's answer. Only what its format calls an acceptance counts as one. */
export function outcomeOf(buyer: Buyer, { status, text }: { status: number; text: string }): Outcome {
  const { format } = buyer
  if (status === 408 || status === 425 || status === 429 || status >= 500)
    return {
      kind: 'retry',
      reason: ATTEMPTS.answered(status),
      isUnsure: !NOT_TAKEN.has(status),
      ...(LOST.has(status) && { isLost: true }),
    }
  const answer = membersIn(format, text)
  const outcome = answer && FORMATS[format].read(answer, buyer)
  if (status < 400)
    return outcome ?? { kind: 'error', reason: ATTEMPTS.answeredWith(status, cut(text)), isUnsure: true }
  if (status === 401 || status === 403) return { kind: 'error', reason: ATTEMPTS.refusesUs(status) }
  if (outcome && outcome.kind !== 'accepted') return outcome
  return status === 409
    ? { kind: 'duplicate', reason: ATTEMPTS.answered(status) }
    : { kind: 'error', reason: ATTEMPTS.answeredWith(status, cut(text)) }
}

/** Members of an answer in that format; null if it has none. */
export function membersIn(format: Buyer['format'], text: string): Record<string, unknown> | null {
  return objectOf(text) ?? FORMATS[format].parse?.(text) ?? null
}

/** Statuses by which a proxy in front of a server says that it passed the request on and got no answer. Source: RFC 9110, 15.5.9, 15.6.3 and
 *  15.6.5; Cloudflare's 520 and 524. */
const LOST: ReadonlySet<number> = new Set([408, 502, 504, 520, 524])

/** Statuses by which a server says that it didn't do what was asked. Source: RFC 9110, 15.6.4; RFC 6585, 4; RFC 8470, 5.2. */
const NOT_TAKEN: ReadonlySet<number> = new Set([425, 429, 503])

/** Returns the JSON object in an answer; null if the answer isn't one. */
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

/** Keeps the digits of a whole number that JavaScript would round, since it is some system's ID. */
function exact(_name: string, value: unknown, { source }: { source?: string } = {}): unknown {
  return Number.isInteger(value) && !Number.isSafeInteger(value) ? source : value
}
