import { randomUUID } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import { contactHash } from '../../src/store/nouns/privacy/person.ts'

/** Writes leads straight into a database, as visitors would have left them; seconds for 100,000. Nineteen of twenty went to one or two of
 *  four buyers. Each visitor made a request about their data, and most of these were answered. */

const STATES = [
  'accepted',
  'accepted',
  'accepted',
  'rejected',
  'rejected',
  'duplicate',
  'dead',
  'suppressed',
  'due',
]
const REASONS = [
  'The buyer bought it.',
  'The buyer bought it.',
  'The buyer bought it.',
  'The buyer rejected it: state not covered',
  'The buyer rejected it: phone is not valid',
  'The buyer called it a duplicate.',
  'No response within 60 seconds.',
  'Not sent: the visitor opted out of the sale.',
  '',
]
/** The state of a lead that another buyer got after a higher bid. */
const OUTBID = 3
const KINDS = ['do_not_sell', 'unsubscribe', 'delete', 'know', 'correct']
const BUYERS = ['acme', 'auto_accident_team', 'northwind', 'solar_partners']
const NAMES = ['Ann Miller', 'Bob Ortiz', 'Chidi Okafor', 'Dolores Weatherby-Fitzgerald', 'Eve Lindqvist']
const HALF_MINUTE_MS = 30_000

/** `count` leads until `now`, one every half minute; the sessions are of version 1 on the path `small`. */
export function writeLeads(file: string, { count, now }: { count: number; now: number }): void {
  const db = new DatabaseSync(file)
  db.exec('BEGIN')
  const { value } = db.prepare("SELECT value FROM secrets WHERE name = 'people'").get() as { value: string }
  const { channel } = db
    .prepare(
      "INSERT INTO channels (path, aff_id, sub1, sub2, sub3) VALUES ('small', '86', '', '', '') RETURNING channel",
    )
    .get() as { channel: number }
  const { text } = db
    .prepare("INSERT INTO visitor_texts (sha256, content) VALUES ('phone', 'Phone 9') RETURNING text")
    .get() as { text: number }
  const session = db.prepare(
    `INSERT INTO sessions (uuid, token_hash, version, channel, origin, page_url, referrer, ip, user_agent, at)
     VALUES (?, 'a', 1, ${channel}, '{"today":"2026-11-20","query":{}}', 'https://claims.example/small', '', '203.0.113.7', ${text}, ?)
     RETURNING session`,
  )
  const lead = db.prepare('INSERT INTO leads (session, lead, at) VALUES (?, ?, ?) RETURNING entry')
  const delivery = db.prepare(
    `INSERT INTO outbox (key, session, offer, buyer, lead, state, attempts, under_way, due_at, at, external_id, held)
     VALUES (?, ?, 'claim', ?, ?, ?, ?, 0, ?, ?, ?, ?) RETURNING delivery`,
  )
  const attempt = db.prepare(
    'INSERT INTO attempts (delivery, attempt, message, at, auction, bid_cents, answer_ms) VALUES (?, ?, ?, ?, ?, ?, ?)',
  )
  const person = db.prepare('INSERT INTO people (delivery, who, buyer) VALUES (?, ?, ?)')
  const sale = db.prepare(
    `INSERT INTO sales (session, offer, source, external_id, sold, cents, version, path, aff_id, sub1, at)
     VALUES (?, 'claim', ?, ?, ?, ?, 1, 'small', '86', '', ?)`,
  )
  const request = db.prepare(
    `INSERT INTO privacy_requests (kind, path, manner, email, phone, at, answered_at, answer)
     VALUES (?, 'small', 'form', ?, ?, ?, ?, 'Done.')`,
  )
  for (let i = 0; i < count; i++) {
    const at = now - (count - i) * HALF_MINUTE_MS
    const { session: number } = session.get(randomUUID(), at) as { session: number }
    const [first_name = '', last_name = ''] = NAMES[i % NAMES.length]!.split(' ')
    const email = `visitor${i}@example.com`
    const phone = `212${String(i).padStart(7, '0')}`
    const fields = { first_name, last_name, email, phone, zip: '10001', state: 'NY', dob: '01/02/1980' }
    const { entry } = lead.get(number, JSON.stringify({ ...fields, ip_address: '203.0.113.7' }), at) as {
      entry: number
    }
    request.run(KINDS[i % KINDS.length]!, email, phone, at, i < count / 2 || i % 3 === 0 ? at + 1 : null)
    if (i % 20 === 7) continue
    for (let n = 0; n <= i % 2; n++) {
      const at2 = at + n
      const which = (i * 7 + n * 3) % STATES.length
      const state = STATES[which]!
      const buyer = BUYERS[(i + n) % BUYERS.length]!
      const id = state === 'accepted' ? `S-${i}-${n}` : null
      const tries = state === 'dead' ? 6 : state === 'due' ? 0 : 1
      const due = state === 'due' ? now + 60_000 : null
      const isOutbid = which === OUTBID
      const auction = state === 'accepted' ? 'won' : isOutbid ? 'lost' : null
      const bid = auction === null ? null : 1000 + (i % 40) * 100
      const row = delivery.get(
        randomUUID(),
        number,
        buyer,
        entry,
        state,
        tries,
        due,
        at2,
        id,
        isOutbid ? 'taken' : null,
      ) as {
        delivery: number
      }
      if (tries > 0)
        attempt.run(row.delivery, tries, REASONS[which]!, at2 + 900, auction, bid, 100 + (i % 900))
      for (const contact of [
        { kind: 'email', text: email },
        { kind: 'phone', text: phone },
      ] as const)
        person.run(row.delivery, contactHash(value, contact)!, buyer)
      if (id === null) continue
      const cents = 1250 + (i % 40) * 100
      sale.run(number, buyer, id, 1, cents, at2 + 900)
      if (i % 30 === 1) sale.run(number, buyer, id, -1, -cents, at2 + 86_400_000)
    }
  }
  db.exec('COMMIT')
  db.exec('ANALYZE')
  db.close()
}
