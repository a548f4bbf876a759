import type { Writes } from './write.ts'
import { randomBytes } from 'node:crypto'
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import type { Dimensions, NewConsent, SessionEvent, StepRecord } from '../../records.ts'
import { LEADS_PER_SESSION, QUARANTINE_BODY_BYTES, QUARANTINE_SHARES } from '../../store.ts'
import { ledgerWrites } from '../../sales/ledger.ts'
import { outboxWrites } from '../../leads/deliveries.ts'
import { mailWrites } from '../../leads/mails.ts'
import { privacyWrites } from '../../privacy/privacyWrites.ts'
import { statements } from './statements.ts'
import type { Counted, Tally } from '../../totals/tally.ts'
import { openTexts } from './texts.ts'
import { openVersionWrites } from '../../versions/versionWrites.ts'

type SessionRow = Counted & { session: number; sub1: string; forgotten: number }

/** The writes on `db`, to be called within a transaction. Each throws what it refuses, and its caller undoes it.
 *  What is counted goes to `tally`, which the caller flushes before the commit. `onErase` is called when something
 *  personal was erased. */
export function openWrites(
  db: DatabaseSync,
  tally: Tally,
  { quarantineRows, onErase }: { quarantineRows: number; onErase: () => void },
): Writes {
  const sql = statements(db)
  const authorText = openTexts(db, 'texts')
  const visitorText = openTexts(db, 'visitor_texts')
  const browserText = (content: string | null) => (content ? visitorText(content) : null)
  const sessionRow = (uuid: string): SessionRow => found<SessionRow>(sql.session.get(uuid), uuid)
  /** For what tells of a person: nothing of it comes back once the session was forgotten. */
  const remembered = (uuid: string): SessionRow => {
    const row = sessionRow(uuid)
    if (row.forgotten === 1) throw new Error(`The session ${uuid} was forgotten.`)
    return row
  }
  const secret = (name: string) => {
    sql.addSecret.run(name, randomBytes(32).toString('hex'))
    return String(sql.secret.get(name)?.['value'])
  }
  const ledger = ledgerWrites(db, tally, sessionRow)
  const { keepMail, ...mails } = mailWrites(sql, { secret })
  const { keepLead, ...outbox } = outboxWrites(sql, { sell: ledger.sell, secret })

  return {
    ...openVersionWrites(db),
    ...outbox,
    ...mails,
    ...privacyWrites(sql, { optOut: outbox.optOut, onErase }),
    ...ledger,
    secret,

    openSession(s) {
      if (sql.known.get(s.uuid)) return
      const channel = channelOf(s)
      const { lastInsertRowid: session } = sql.openSession.run(
        s.uuid,
        s.token_hash,
        s.version,
        channel,
        JSON.stringify(s.origin),
        s.page_url,
        s.referrer,
        s.ip,
        browserText(s.user_agent),
        s.at,
      )
      if (s.opt_out !== undefined)
        outbox.optOut({ session_uuid: s.uuid, phone: null, email: null, source: s.opt_out, at: s.at })
      if (s.unattended) return
      sql.event.run(session, 'page_visit', '', s.version, channel, s.at, FIRST)
      tally.add({ ...s, channel }, { offer: '', at: s.at }, ADDITIONS.page_visit)
    },

    arrive(uuid, { arrival, ...words }) {
      const row = remembered(uuid)
      sql.firstArrival.run(row.session)
      const channel = channelOf({ ...words, path: row.path })
      const { page_url, referrer, at } = words
      const query = JSON.stringify(words.query)
      if (sql.arrival.run(row.session, arrival, channel, query, page_url, referrer, at).changes === 0)
        return false
      sql.moveSession.run(channel, row.session)
      const isFirst = sql.pageVisit.get(row.session) === undefined
      sql.event.run(row.session, 'page_visit', '', row.version, channel, at, isFirst ? FIRST : arrival)
      const counted = { path: row.path, version: row.version, aff_id: words.aff_id, channel }
      tally.add(counted, { offer: '', at }, isFirst ? ADDITIONS.page_visit : { page_visits: 1 })
      return true
    },

    appendStep(uuid, step, { lead, consents = [], mails = [], events = [], opt_out }) {
      const { changes } = sql.step.run(
        uuid,
        step.id,
        step.offer_key,
        step.step_key,
        JSON.stringify(step.answers),
        step.time_on_step,
        JSON.stringify(step.execute_actions),
        step.page_url,
        step.at,
      )
      if (changes === 0) remembered(uuid)
      else if (lead || consents.length > 0 || mails.length > 0 || events.length > 0) {
        const row = sessionRow(uuid)
        const { session } = row
        for (const event of events) count(row, event)
        for (const consent of consents) keepConsent(session, step, consent)
        if (lead) keepLead({ session, uuid }, lead, step.at)
        for (const mail of mails) keepMail(session, mail, step.at)
      }
      if (opt_out)
        outbox.optOut({ session_uuid: uuid, phone: null, email: null, source: opt_out, at: step.at })
      return changes === 1
    },

    track: (uuid, event) => count(sessionRow(uuid), event),

    patchSession(uuid, id, value) {
      if (sql.patch[id].run(value, uuid).changes === 0) remembered(uuid)
    },

    storeLead(uuid, lead, at) {
      const { session } = remembered(uuid)
      const text = JSON.stringify(lead)
      if (sql.knownLead.get(session, text)) return true
      const { leads } = sql.leadCount.get(session) as { leads: number }
      if (leads >= LEADS_PER_SESSION) return false
      sql.lead.run(session, text, at)
      return true
    },

    linkOut({ uuid, session_uuid, offer, step, at }) {
      return sql.linkOut.run(uuid, sessionRow(session_uuid).session, offer, step, at).changes === 1
    },

    quarantine({ session_uuid, call, reason, body, source, at }) {
      if (session_uuid !== null && sql.session.get(session_uuid)?.['forgotten'] === 1) return
      sql.quarantine.run(session_uuid, call, reason, cut(body), source, at)
      sql.trimSession.run(session_uuid, QUARANTINE_SHARES.session)
      sql.trimSource.run(source, QUARANTINE_SHARES.source)
      trimQuarantine()
    },

    saveOperator({ name, role, password_hash, since }) {
      sql.saveOperator.run(name, role, password_hash, since)
      sql.dropLoginsOf.run(name)
    },
    revokeOperator(name, at) {
      sql.dropLoginsOf.run(name)
      return sql.revokeOperator.run(at, name).changes === 1
    },
    failLogin(keys, at, windowMs) {
      sql.sweepFailures.run(at - windowMs)
      for (const key of keys) sql.failLogin.run(key, at, at - windowMs)
    },
    audit: ({ at, operator, act, about }) => void sql.audit.run(at, operator, act, about),
    saveLoginSession: (id, data, expiresAt) => void sql.saveLogin.run(id, data, expiresAt),
    dropLoginSession: (id) => void sql.dropLogin.run(id),
    sweepLoginSessions: (now) => void sql.sweepLogins.run(now),
    ready: () => void sql.beat.run(),
  }

  function count(row: SessionRow, event: SessionEvent): boolean {
    const offer = event.kind === 'impression' ? event.offer : ''
    const { changes } = sql.event.run(
      row.session,
      event.kind,
      offer,
      row.version,
      row.channel,
      event.at,
      FIRST,
    )
    if (changes === 1) tally.add(row, { offer, at: event.at }, ADDITIONS[event.kind])
    return changes === 1
  }

  /** Takes from who has the most. */
  function trimQuarantine(): void {
    if (Number(sql.quarantined.get()?.['n']) <= quarantineRows) return
    const { source, n } = sql.largestSource.get() as { source: string; n: number }
    sql.trimSource.run(source, n - Math.ceil(n / TRIMMED_SHARE))
  }

  function channelOf(s: Omit<Dimensions, 'version'>): number {
    const words = [s.path, s.aff_id, s.sub1, s.sub2, s.sub3]
    sql.addChannel.run(...words)
    return Number(sql.channel.get(...words)?.['channel'])
  }

  function keepConsent(session: number, { id, offer_key }: StepRecord, consent: NewConsent): void {
    const { changes } = sql.consent.run(
      session,
      id,
      consent.field,
      authorText(consent.text),
      consent.flow_sha256,
      authorText(JSON.stringify(consent.sellers)),
      JSON.stringify(consent.control),
      consent.browser_at,
      consent.ip,
      browserText(consent.user_agent),
      consent.opt_out,
      JSON.stringify(consent.certificates),
      browserText(consent.html),
      consent.decision,
    )
    if (changes === 1 && consent.decision !== 'agreed')
      sql.suppressRefused.run(session, offer_key, consent.field)
  }
}

/** Of a session's arrivals. */
const FIRST = 0

const ADDITIONS = {
  page_visit: { page_visits: 1, sessions: 1 },
  visit: { visits: 1 },
  registration: { registrations: 1 },
  impression: { impressions: 1 },
} as const

/** A tenth at once, so that it is looked up seldom who has the most. */
const TRIMMED_SHARE = 10

function found<Row>(row: Record<string, SQLOutputValue> | undefined, uuid: string): Row {
  if (!row) throw new Error(`There is no session ${uuid}.`)
  return row as Row
}

/** The first QUARANTINE_BODY_BYTES; a character cut in two is left out. */
function cut(body: string): string {
  const bytes = Buffer.from(body)
  if (bytes.length <= QUARANTINE_BODY_BYTES) return body
  return new TextDecoder().decode(bytes.subarray(0, QUARANTINE_BODY_BYTES), { stream: true })
}
