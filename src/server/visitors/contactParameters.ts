import type { FastifyBaseLogger } from 'fastify'
import type { Query } from '../../../schemas/kernel/session.ts'
import type { Contact } from '../../store/nouns/privacy/person.ts'
import { contactHash } from '../../store/nouns/privacy/person.ts'
import { NOTICES } from '../kernel/operatorNotices.ts'
import type { Metrics } from '../metrics/metrics.ts'

/** Parameters of an arrival, with a keyed hash in place of each email address and phone number. Sub IDs are counted by and outlive a
 *  visitor's data, so none may identify a person. The same address gives the same hash, so totals by sub ID stay right. The visitor
 *  doesn't notice; the log names each such parameter once, without its value. */
export function withoutContacts(
  { clickSecret, metrics }: { clickSecret: string; metrics: Metrics },
  query: Query,
  log: Pick<FastifyBaseLogger, 'warn'>,
): Query {
  const found = Object.entries(query).flatMap(([name, value]) => {
    const contact = contactIn(name, value)
    return contact
      ? [[name, `${HASHED}${contactHash(clickSecret, contact)!.slice(0, HASH_LENGTH)}`] as const]
      : []
  })
  if (found.length === 0) return query
  metrics.contactParameters.inc(found.length)
  for (const [name] of found) if (isFirst(name)) log.warn({ parameter: name }, NOTICES.contactParameter)
  return { ...query, ...Object.fromEntries(found) }
}

const HASHED = 'hashed_'
/** Length of 96 bits. */
const HASH_LENGTH = 16

/** The contact in a parameter. A bare number is a phone number where affiliates may put anything; elsewhere it is an ID, such as a
 *  campaign's. */
function contactIn(name: string, value: string): Contact | null {
  const text = decoded(value).trim()
  const email = EMAIL.exec(text)
  if (email) return { kind: 'email', text: email[0] }
  const digits = text.replaceAll(/\D/g, '')
  const isNumber = US.test(digits) && text.replaceAll(/\P{L}/gu, '').length <= MOST_LETTERS
  const isPhone = FOREIGN.test(text) || (isNumber && (COUNTED.test(name) || WRITTEN.test(text)))
  return isPhone ? { kind: 'phone', text: digits } : null
}

/** Text that was encoded once more, as in links within links. */
function decoded(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

const EMAIL = /[^\s@|,;:=&/<>"']+@[^\s@|,;:=&/<>"']+\.\p{L}{2,}/u
/** Ten digits that may be a US number, with or without the country code. Source: NANPA, numbering plan. */
const US = /^1?[2-9]\d{2}[2-9]\d{6}$/
const FOREIGN = /^\+\d[\d\s().-]{6,20}$/
/** Enough for `tel:` or `ph-`; more letters are a word or an ID. */
const MOST_LETTERS = 4
const WRITTEN = /^\+|\(\d{3}\)|\d[\s.-]\d{3}[\s.-]\d{4}$/
/** Parameters that reports count by, under their names in addresses. */
const COUNTED = /^(?:aff|sub|s\d|c\d)/i

const noted = new Set<string>()
const MOST_NOTED = 100

function isFirst(name: string): boolean {
  if (noted.has(name) || noted.size === MOST_NOTED) return false
  noted.add(name)
  return true
}
