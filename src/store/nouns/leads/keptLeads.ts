import { hash } from 'node:crypto'
import type { Fields } from '../../../flow/answers/fields.ts'
import { FIRST, moveSql, setSql } from '../../kernel/deliveryLife.ts'
import { contactHash, identityHashes, type Contact, type Identity } from '../privacy/person.ts'
import type { NewLead } from './leadTypes.ts'
import { secret } from '../../kernel/secrets.ts'
import type { WriteContext } from '../../kernel/writeContext.ts'
import { notErased, type SessionRow } from '../sessions/counting.ts'
import { command, integer, one, only, query, run, type Rule } from '../../kernel/statement.ts'

import { keepWebhookMessages } from '../webhooks/webhookMessages.ts'
import { ofSession } from '../../kernel/writeScopes.ts'

/** A session becomes a lead once or twice; a visitor who goes back and changes answers, a few more times. */
export const LEADS_PER_SESSION = 20

/** False if the session already has LEADS_PER_SESSION others; then nothing was saved. */
function* storeLead(uuid: string, lead: Fields, at: number): Rule<boolean> {
  const { session } = yield* notErased(uuid)
  const text = JSON.stringify(lead)
  if (yield* one(leadSql.known, session, text)) return true
  const { leads } = yield* only(leadSql.count, session)
  if (leads >= LEADS_PER_SESSION) return false
  yield* only(leadSql.add, session, text, at)
  return true
}

/** Saves a lead, and adds its deliveries and webhook messages. */
export function* keepLead(
  { payouts }: WriteContext,
  { row, uuid }: { row: SessionRow; uuid: string },
  { offer, buyers, payload, withheld = {}, contacts = [], identity = NOBODY }: NewLead,
  at: number,
): Rule<void> {
  const { session } = row
  // An affiliate is paid for a lead that buyers can get, once.
  if (buyers.length > 0 && (yield* one(leadSql.anyDelivery, session, offer)) === null)
    payouts.add({ event: 'lead', click: row, offer, at })
  if (buyers.length === 0) yield* leadEntry(session, payload, at)
  for (const buyer of buyers) {
    const kept = Object.entries(payload).filter(([field]) => !withheld[buyer]?.includes(field))
    const entry = yield* leadEntry(session, Object.fromEntries(kept), at)
    const key = deliveryKey(uuid, offer, buyer)
    const added = yield* one(leadSql.addDelivery, key, session, offer, buyer, entry, at)
    if (added) yield* keepPeople(added.delivery, buyer, { contacts, identity })
  }
  yield* run(leadSql.dropUnsent, session, LEADS_PER_SESSION)
  yield* keepWebhookMessages(session, { kind: 'lead', offer, lead: payload }, at)
}

/** Saves the contents of a session's lead, once for equal contents. */
function* leadEntry(session: number, payload: Fields, at: number): Rule<number> {
  const text = JSON.stringify(payload)
  const { entry } =
    (yield* one(leadSql.known, session, text)) ?? (yield* only(leadSql.add, session, text, at))
  return entry
}

const NOBODY: Identity = { name: null, born: null }

/** Saves hashes that identify the person whose lead a delivery carries. */
function* keepPeople(
  delivery: number,
  buyer: string,
  { contacts, identity }: { contacts: readonly Contact[]; identity: Identity },
): Rule<void> {
  yield* run(leadSql.dropPeople, delivery)
  const key = yield* secret('people')
  for (const contact of contacts) {
    const who = contactHash(key, contact)
    if (who === null) continue
    const { name, born } = identityHashes(key, who, identity)
    yield* run(leadSql.addPerson, delivery, who, buyer, name, born)
  }
}

/** Key that is the same for the same lead and buyer in every attempt, and reveals neither. It begins with a letter that no number and no
 *  month has, so a spreadsheet never changes it. Those of earlier leads are hexadecimal digits alone. */
function deliveryKey(uuid: string, offer: string, buyer: string): string {
  return `k${hash('sha256', `${uuid} ${offer} ${buyer}`).slice(0, 31)}`
}

const kept = moveSql('kept', { due_at: 'excluded.due_at' })

const leadSql = {
  add: query('INSERT INTO leads (session, lead, at) VALUES ($1, $2, $3) RETURNING entry', { entry: integer }),
  known: query('SELECT entry FROM leads WHERE session = $1 AND lead = $2', { entry: integer }),
  count: query('SELECT COUNT(*) AS leads FROM leads WHERE session = $1', { leads: integer }),
  dropUnsent: command(
    `DELETE FROM leads
     WHERE session = $1 AND entry >= (SELECT entry FROM leads WHERE session = $1 ORDER BY entry LIMIT 1 OFFSET $2)
       AND NOT EXISTS (SELECT 1 FROM outbox WHERE outbox.lead = leads.entry)`,
  ),
  anyDelivery: query('SELECT delivery FROM outbox WHERE session = $1 AND offer = $2 LIMIT 1', {
    delivery: integer,
  }),
  addDelivery: query(
    `INSERT INTO outbox (key, session, offer, buyer, lead, state, attempts, under_way, due_at, at, arrival)
     VALUES ($1, $2, $3, $4, $5, '${FIRST.state}', 0, ${Number(FIRST.under_way)}, $6, $6,
       (SELECT COALESCE(MAX(arrival), 0) FROM arrivals WHERE session = $2))
     ON CONFLICT (session, offer, buyer) DO UPDATE SET lead = excluded.lead, arrival = excluded.arrival,
       ${setSql(kept.assignments)}
     WHERE ${kept.condition} AND (outbox.attempts = 0 OR outbox.state = 'suppressed') RETURNING delivery`,
    { delivery: integer },
  ),
  dropPeople: command('DELETE FROM people WHERE delivery = $1'),
  addPerson: command(
    'INSERT INTO people (delivery, who, buyer, name, born) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING',
  ),
}

export const leadNoun = {
  writes: ofSession({ storeLead }),
  sql: leadSql,
}
