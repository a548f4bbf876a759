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

/** Sessions that a search means: by a phone number or an email address in their leads, or by an ID. */
export function* sessionsBySearch(search: string): Rule<number[]> {
  const typed = search.trim()
  const contact = contactIn(typed)
  const number = /^\d{1,15}$/.test(typed) ? Number(typed) : 0
  const found = new Set((yield* all(leadSearchSql.byId, typed, number)).map(({ session }) => session))
  if (contact) for (const session of yield* sessionsByContact(contact)) found.add(session)
  return [...found]
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
  mentioning: query(`SELECT session, lead FROM leads WHERE lower(lead) LIKE $1 ESCAPE '\\'`, {
    session: integer,
    lead: text,
  }),
}
