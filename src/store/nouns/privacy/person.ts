import { createHmac } from 'node:crypto'

/** A phone number or an email address, in any notation. */
export interface Contact {
  kind: 'phone' | 'email'
  text: string
}

/** The contact that an operator's search may mean. An email address has an @, a phone number at least seven digits and no letter. */
export function contactIn(search: string): Contact | null {
  const typed = search.trim()
  if (typed.includes('@')) return { kind: 'email', text: typed }
  const isNumber = !/\p{L}/u.test(typed) && typed.replace(/\D/g, '').length >= PHONE_DIGITS
  return isNumber ? { kind: 'phone', text: typed } : null
}

const PHONE_DIGITS = 7

/** SQL pattern for a US number, with or without separators between its parts. */
export function likeNumber(digits: string): string {
  return `%${digits.replace(/^(\d{3})(\d{3})(\d{4})$/, '$1%$2%$3')}%`
}

/** Ten digits that identify a US number, in any notation. */
export function phoneDigits(phone: string): string {
  return phone.replace(/\D/g, '').slice(-10)
}

/** Digits of the number that a visitor may have given as a text; empty if the text has letters, because a consent, a page's address and
 *  a browser's name can end in digits too, the same for many. */
function numberIn(text: string): string {
  return /\p{L}/u.test(text) ? '' : phoneDigits(text)
}

export function emailKey(email: string): string {
  return email.trim().toLowerCase()
}

/** True if this phone number, in ten digits, or this email key occurs in JSON text. Text that was cut, and so isn't valid JSON, is
 *  searched as it is. */
export function mentionsPerson(text: string, phone: string | null, email: string | null): boolean {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return (email !== null && emailKey(text).includes(email)) || (phone !== null && text.includes(phone))
  }
  return isIn(value, (word) => numberIn(word) === phone || emailKey(word) === email)
}

function isIn(value: unknown, isTheirs: (word: string) => boolean): boolean {
  if (typeof value === 'string') return isTheirs(value)
  return (
    typeof value === 'object' && value !== null && Object.values(value).some((one) => isIn(one, isTheirs))
  )
}

/** Number that identifies a person: the ten digits of a US number, else all digits, because a foreign number may end in the same ten.
 *  Empty if there are too few. */
function numberKey(phone: string): string {
  const digits = phone
    .normalize('NFKC')
    .replace(/\D/g, '')
    .replace(/^[01]*1(?=\d{10}$)/, '')
  return digits.length >= LEAST_DIGITS ? digits : ''
}

const LEAST_DIGITS = 7

/** Mailbox that receives an address's mail. The part after a plus is up to its owner, and Gmail ignores dots. */
function mailboxKey(email: string): string {
  const [, name, domain] = /^([^+]+)(?:\+.*)?@([^@]+)$/.exec(emailKey(email)) ?? []
  if (name === undefined || domain === undefined) return emailKey(email)
  return GMAIL.has(domain) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`
}

const GMAIL: ReadonlySet<string> = new Set(['gmail.com', 'googlemail.com'])

const CONTACT_KEY: Record<Contact['kind'], (text: string) => string> = { phone: numberKey, email: mailboxKey }

/** Keyed hash of a phone number or an email address, for finding leads of the same person; null if the text is neither. It reveals
 *  nothing without `secret`. */
export function contactHash(secret: string, { kind, text }: Contact): string | null {
  const key = CONTACT_KEY[kind](text)
  return key === '' ? null : keyedHash(secret, `${kind} ${key}`)
}

/** Name and birth date that tell apart two people with one phone number or email address: a household, or the people in one car. Null if
 *  unknown. */
export interface Identity {
  name: string | null
  /** YYYY-MM-DD. */
  born: string | null
}

/** Keyed hashes of a person's name and birth date beside one contact, whose hash is `who`. Equal ones are found only among leads with
 *  that contact. Case, accents, spaces and punctuation of a name don't count. Nicknames, middle names and the order of names do. */
export function identityHashes(
  secret: string,
  who: string,
  { name, born }: Identity,
): { name: string | null; born: string | null } {
  const key = name === null ? '' : nameKey(name)
  return {
    name: key === '' ? null : keyedHash(secret, `name ${who} ${key}`),
    born: born === null ? null : keyedHash(secret, `born ${who} ${born}`),
  }
}

function nameKey(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '')
}

function keyedHash(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('base64url')
}

interface OptOutKey {
  kind: 'session' | 'phone' | 'email'
  key: string
}

/** Keys of these in the table of opt-outs; they reveal nothing without `secret`. */
export function optOutKeys(
  secret: string,
  { session_uuid, phone, email }: { session_uuid: string | null; phone: string | null; email: string | null },
): OptOutKey[] {
  const known = { session: session_uuid, phone: phone && phoneDigits(phone), email: email && emailKey(email) }
  return (['session', 'phone', 'email'] as const).flatMap((kind) => {
    const value = known[kind]
    return value ? [{ kind, key: keyedHash(secret, `${kind} ${value}`) }] : []
  })
}

/** Keys of a person for one buyer alone. They apply to leads for that buyer, and to nothing else. */
export function optOutKeysAt(
  secret: string,
  buyer: string,
  who: { phone: string | null; email: string | null },
): OptOutKey[] {
  return optOutKeys(secret, { session_uuid: null, ...who }).map(({ kind, key }) => ({
    kind,
    key: keyedHash(secret, `${kind} ${key} at ${buyer}`),
  }))
}

/** Keys of all contact values of a session for one buyer alone. */
export function optOutKeysOfAt(secret: string, buyer: string, contactValues: readonly string[]): OptOutKey[] {
  return contactValues.flatMap((text) => optOutKeysAt(secret, buyer, { phone: numberIn(text), email: text }))
}

/** Phone number and email address in a lead's values: the first of each. */
export function contactsIn(values: readonly string[]): { phone: string | null; email: string | null } {
  const phone = values.find((text) => /^1?\d{10}$/.test(/\p{L}/u.test(text) ? '' : text.replace(/\D/g, '')))
  const email = values.find((text) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text.trim()))
  return { phone: phone ?? null, email: email?.trim() ?? null }
}

/** Keys of a session and all its contact values, each once. Flows name their fields freely, so any text may be the number or address of
 *  someone who opted out. */
export function optOutKeysOf(
  secret: string,
  session_uuid: string,
  contactValues: readonly string[],
): OptOutKey[] {
  const keys = [
    ...optOutKeys(secret, { session_uuid, phone: null, email: null }),
    ...contactValues.flatMap((text) =>
      optOutKeys(secret, { session_uuid: null, phone: numberIn(text), email: text }),
    ),
  ]
  return [...new Map(keys.map((known) => [known.key, known])).values()]
}
