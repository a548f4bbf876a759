import {
  contactHash,
  contactIn,
  emailKey,
  likeNumber,
  mentionsPerson,
  phoneDigits,
  type Contact,
} from '../privacy/person.ts'
import { knownSecret } from '../../kernel/secrets.ts'
import { all, integer, query, text, type Rule } from '../../kernel/statement.ts'

/** Sessions that a search means: by an ID, or, unless `isById`, by a phone number, an email address or a name in their leads. */
export function* sessionsBySearch(search: string, isById: boolean): Rule<number[]> {
  const typed = search.trim()
  const contact = isById ? null : contactIn(typed)
  const number = /^\d{1,15}$/.test(typed) ? Number(typed) : 0
  const found = new Set((yield* all(leadSearchSql.byId, typed, number)).map(({ session }) => session))
  if (contact) for (const session of yield* sessionsByContact(contact)) found.add(session)
  if (!isById && !contact && found.size === 0)
    for (const session of yield* sessionsByName(typed)) found.add(session)
  return [...found]
}

/** Newest sessions whose leads have all these words in their names, in any case and order. */
function* sessionsByName(typed: string): Rule<number[]> {
  const words = typed.toLowerCase().split(/\s+/)
  const [longest = ''] = words.toSorted((a, b) => b.length - a.length)
  const rows = yield* all(leadSearchSql.newestMentioning, likeWord(longest), MOST_BY_NAME)
  return rows.flatMap(({ session, lead }) => {
    const fields = Object.entries(JSON.parse(lead) as Record<string, unknown>)
    const names = fields.flatMap(([field, value]) => (/name/i.test(field) ? String(value).toLowerCase() : []))
    return words.every((word) => names.some((name) => name.includes(word))) ? session : []
  })
}

/** A name that more leads have in their text than this finds the newest of them. */
const MOST_BY_NAME = 5000

/** SQL pattern for a word in any case. Databases fold the case of ASCII letters alone, so any other letter matches any character. */
function likeWord(word: string): string {
  const text = likeText(word).slice(1, -1)
  return `%${text.replace(/[^\x20-\x7e]/gu, '_')}%`
}

/** Finds sent leads by a hash of their person's contact, however it was written, and all leads by their text. */
function* sessionsByContact(contact: Contact): Rule<number[]> {
  const secret = yield* knownSecret('people')
  const who = secret === null ? null : contactHash(secret, contact)
  const sent = yield* all(leadSearchSql.byPerson, who ?? '')
  const isPhone = contact.kind === 'phone'
  const phone = isPhone ? phoneDigits(contact.text) : null
  const email = isPhone ? null : emailKey(contact.text)
  const rows = yield* all(leadSearchSql.mentioning, phone === null ? likeText(email!) : likeNumber(phone))
  const mentioned = rows.filter(({ lead }) => mentionsPerson(lead, phone, email))
  return [...sent, ...mentioned].map(({ session }) => session)
}

function likeText(text: string): string {
  return `%${JSON.stringify(text)
    .slice(1, -1)
    .replace(/[\\%_]/g, '\\$&')}%`
}

export const leadSearchSql = {
  byId: query(
    `SELECT session FROM sessions WHERE uuid = $1
     UNION SELECT session FROM outbox WHERE key = $1 OR delivery = $2 OR external_id = $1`,
    { session: integer },
  ),
  byPerson: query(
    `SELECT DISTINCT outbox.session AS session FROM people JOIN outbox ON outbox.delivery = people.delivery
     WHERE who = $1`,
    { session: integer },
  ),
  newestMentioning: query(
    `SELECT session, lead FROM leads WHERE lower(lead) LIKE $1 ESCAPE '\\' ORDER BY entry DESC LIMIT $2`,
    { session: integer, lead: text },
  ),
  mentioning: query(`SELECT session, lead FROM leads WHERE lower(lead) LIKE $1 ESCAPE '\\'`, {
    session: integer,
    lead: text,
  }),
}
