import { createHmac } from 'node:crypto'
import type { Contact } from '../leads/leadTypes.ts'

/** However a US number is written, the ten digits that it is known by. */
export function phoneDigits(phone: string): string {
  return phone.replace(/\D/g, '').slice(-10)
}

/** The digits by which the number is known that a visitor may have given as a text; none when letters stand in it: a
 *  consent, an address of a page and a browser's name end in digits too, the same for many. */
export function numberIn(text: string): string {
  return /\p{L}/u.test(text) ? '' : phoneDigits(text)
}

export function emailKey(email: string): string {
  return email.trim().toLowerCase()
}

/** Whether this phone number, in ten digits, or this email key stands in JSON text. What was cut, and is JSON no more, is
 *  read as it stands. */
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

/** A number by which a person is known: the ten digits of a US one, else all of its digits, as a foreign one may end in the
 *  same ten. Too few of them are nobody's. */
function numberKey(phone: string): string {
  const digits = phone
    .normalize('NFKC')
    .replace(/\D/g, '')
    .replace(/^[01]*1(?=\d{10}$)/, '')
  return digits.length >= LEAST_DIGITS ? digits : ''
}

const LEAST_DIGITS = 7

/** The mailbox that mail to an address comes to: what follows a plus is its owner's own word, and Gmail knows no dots. */
function mailboxKey(email: string): string {
  const [, name, domain] = /^([^+]+)(?:\+.*)?@([^@]+)$/.exec(emailKey(email)) ?? []
  if (name === undefined || domain === undefined) return emailKey(email)
  return GMAIL.has(domain) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`
}

const GMAIL: ReadonlySet<string> = new Set(['gmail.com', 'googlemail.com'])

const CONTACT_KEY: Record<Contact['kind'], (text: string) => string> = { phone: numberKey, email: mailboxKey }

/** What stands for a phone number or an email address where leads of the same person are looked for; null when the text is
 *  none. It tells nothing of whose it is without `secret`. */
export function contactHash(secret: string, { kind, text }: Contact): string | null {
  const key = CONTACT_KEY[kind](text)
  return key === '' ? null : keyedHash(secret, `${kind} ${key}`)
}

function keyedHash(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('base64url')
}

interface OptOutKey {
  kind: 'session' | 'phone' | 'email'
  key: string
}

/** What each of these is called in the table of opt-outs: it tells nothing of whose it is without `secret`. */
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

/** The same of a session and of all its contact values, each once. A flow calls its fields as it likes: any text may be the
 *  number or the address of one who opted out. */
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
