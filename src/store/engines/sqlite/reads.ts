import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite'
import type { Delivery, Mail } from '../../../../schemas/buyer.ts'
import type { LedgerLine, Unbooked } from '../../../../schemas/commands.ts'
import type { ConsentRecord, Revocation } from '../../../../schemas/consent.ts'
import type { Account, AuditEntry } from '../../../../schemas/operator.ts'
import type { PrivacyRequest } from '../../../../schemas/privacy.ts'
import type { TrackingId } from '../../../../schemas/session.ts'
import type { Share, VersionLine } from '../../../../schemas/version.ts'
import type {
  Click,
  OperatorRecord,
  Quarantined,
  SessionDelivery,
  SessionOutcome,
  SessionRecord,
  Split,
  StepRecord,
  Version,
} from '../../records.ts'
import { LONGEST_WAIT_MS, type Store } from '../../store.ts'
import { prepare } from './file.ts'
import { returnVerdict } from '../../sales/ledger.ts'
import { openLedgerJudge } from '../../sales/ledgerJudge.ts'
import { emailKey, optOutKeysOf, phoneDigits, tellsOf } from '../../privacy/person.ts'

type ReadVerb =
  | 'version'
  | 'live'
  | 'versions'
  | 'splits'
  | 'session'
  | 'outcomes'
  | 'consents'
  | 'optOuts'
  | 'ledger'
  | 'judgeReturn'
  | 'unbooked'
  | 'isSource'
  | 'dueDeliveries'
  | 'sessionDeliveries'
  | 'dueMails'
  | 'mails'
  | 'deliveries'
  | 'delivery'
  | 'privacyRequests'
  | 'sessionsOf'
  | 'forgottenSince'
  | 'quarantined'
  | 'paths'
  | 'operator'
  | 'operatorCount'
  | 'operators'
  | 'loginFailures'
  | 'auditLog'
  | 'loginSession'

/** What a table's columns hold as JSON text, they hold as text. */
type Row<T, Json extends keyof T = never> = Omit<T, Json> & Record<Json, string>
type SessionRow = Row<Omit<SessionRecord, 'steps' | 'tracking' | 'clicks' | 'unattended'>, 'origin'> & {
  session: number
  attended: 0 | 1
}

/** The store's verbs that look up by key. They run on the caller's thread: some tens of microseconds each, less than the
 *  way to another thread and back, and never behind a report. In WAL mode the writer does not hold them up. */
export function openReads(db: DatabaseSync, now: () => number): Pick<Store, ReadVerb> {
  db.function('tells_of', { deterministic: true }, (text, phone, email) =>
    Number(tellsOf(String(text), phone as string | null, email as string | null)),
  )
  const sql = statements(db)
  const judge = openLedgerJudge(db)
  return {
    async version(version) {
      const row = one<Row<Version, 'flow' | 'icons'>>(sql.version, version)
      return row && { ...row, flow: JSON.parse(row.flow), icons: JSON.parse(row.icons) }
    },
    live: async () => all<{ path: string } & Share>(sql.live),
    versions: async () => all<VersionLine>(sql.versions),
    async splits(path) {
      const rows = all<{ split: number; at: number } & Share>(sql.splits, path)
      const splits = Map.groupBy(rows, ({ split }) => split)
      return Array.from(splits.values(), (shares): Split => ({
        at: shares[0]!.at,
        shares: shares.map(({ version, weight }) => ({ version, weight })),
      }))
    },
    async session(uuid) {
      const row = one<SessionRow>(sql.session, uuid)
      if (!row) return null
      const { session, origin, attended, ...words } = row
      const clicks = all<Row<Click, 'query'>>(sql.clicks, session)
      const ids = Object.entries(sql.tracking.get(session)!).filter(([, id]) => id !== null)
      const steps = all<Row<StepRecord, 'answers' | 'execute_actions'>>(sql.steps, session)
      return {
        ...words,
        ...(attended === 0 && { unattended: true }),
        origin: JSON.parse(origin),
        clicks: clicks.map((click) => ({ ...click, query: JSON.parse(click.query) })),
        tracking: Object.fromEntries(ids) as Partial<Record<TrackingId, string>>,
        steps: steps.map((step) => ({
          ...step,
          answers: JSON.parse(step.answers),
          execute_actions: JSON.parse(step.execute_actions),
        })),
      }
    },
    consents: async (uuid) =>
      all<Row<ConsentRecord, 'sellers' | 'control' | 'certificates'>>(sql.consents, uuid).map((row) => ({
        ...row,
        sellers: JSON.parse(row.sellers),
        control: JSON.parse(row.control),
        certificates: JSON.parse(row.certificates),
      })),
    async optOuts(session_uuid, told) {
      const secret = one<{ value: string }>(sql.secret, 'opt-out')?.value
      if (secret === undefined) return []
      return optOutKeysOf(secret, session_uuid, told).flatMap(({ kind, key }) =>
        all<Omit<Revocation, 'of'>>(sql.optOut, key).map((row) => ({ of: kind, ...row })),
      )
    },
    async judgeReturn(report) {
      const { at: _, ...said } = report
      return returnVerdict(judge({ ...said, returned: true, session_uuid: null, offer: null }))
    },
    unbooked: async (limit) =>
      all<Omit<Unbooked, 'returned'> & { returned: 0 | 1 }>(sql.unbooked, limit).map((row) => ({
        ...row,
        returned: row.returned === 1,
      })),
    isSource: async (source) => one(sql.isSource, source) !== null,
    ledger: async ({ path, from, to }) => all<LedgerLine>(sql.ledger, path, from, to),
    outcomes: async (uuid) => all<SessionOutcome>(sql.outcomes, uuid),
    dueDeliveries: async (buyer, now, limit) =>
      all<{ delivery: number }>(sql.dueDeliveries, buyer, now, limit, LONGEST_WAIT_MS).map(
        ({ delivery }) => delivery,
      ),
    dueMails: async (now, limit) =>
      all<{ mail: number }>(sql.dueMails, now, limit, LONGEST_WAIT_MS).map(({ mail }) => mail),
    mails: async ({ state, limit }) => all<Mail>(sql.mails, state, limit),
    sessionDeliveries: async (uuid) =>
      all<Row<SessionDelivery, 'payload'> & { under_way: 0 | 1 }>(sql.sessionDeliveries, uuid).map(
        ({ under_way, payload, ...delivery }) => ({
          ...delivery,
          isUnderWay: under_way === 1,
          payload: JSON.parse(payload),
        }),
      ),
    deliveries: async ({ state, limit }) => all<Delivery>(sql.deliveries, state, null, limit),
    delivery: async (delivery) => one<Delivery>(sql.deliveries, null, delivery, 1),
    privacyRequests: async (limit) => all<PrivacyRequest>(sql.privacyRequests, limit),
    sessionsOf: async ({ phone, email }) =>
      all<{ uuid: string }>(
        sql.sessionsOf,
        (phone && phoneDigits(phone)) || null,
        (email && emailKey(email)) || null,
      ).map(({ uuid }) => uuid),
    async forgottenSince(mark) {
      const rows = all<{ mark: number; uuid: string }>(sql.forgottenSince, mark)
      return { mark: rows.at(-1)?.mark ?? mark, uuids: rows.map(({ uuid }) => uuid) }
    },
    quarantined: async (limit) => all<Quarantined>(sql.quarantined, limit),
    paths: async () => all<{ path: string }>(sql.paths).map(({ path }) => path),
    operator: async (name) => one<OperatorRecord>(sql.operator, name),
    operators: async () => all<Account>(sql.operators),
    loginFailures: async (key, at, windowMs) =>
      one<{ count: number; since: number }>(sql.loginFailures, key, at - windowMs),
    auditLog: async (limit) => all<AuditEntry>(sql.auditLog, limit),
    operatorCount: async () => one<{ operators: number }>(sql.operatorCount)!.operators,
    loginSession: async (id) => one<{ data: string }>(sql.loginSession, id, now())?.data ?? null,
  }
}

function statements(db: DatabaseSync) {
  return {
    version: prepare(db, 'SELECT * FROM versions WHERE version = $1'),
    live: prepare(db, 'SELECT path, version, weight FROM live ORDER BY path, version'),
    versions: prepare(
      db,
      `SELECT versions.version, versions.path, json_extract(flow, '$.ui_config.title') AS title, weight,
         activated_at, deactivated_at, COALESCE(totals_versions.sessions, 0) AS sessions
       FROM versions
       LEFT JOIN live ON live.version = versions.version
       LEFT JOIN totals_versions ON totals_versions.version = versions.version
       ORDER BY versions.path, versions.version`,
    ),
    splits: prepare(
      db,
      'SELECT split, at, version, weight FROM splits WHERE path = $1 ORDER BY split, version',
    ),
    session: prepare(
      db,
      `SELECT session, uuid, token_hash, version, path, aff_id, sub1, sub2, sub3, origin, page_url, referrer, ip,
         COALESCE((SELECT content FROM visitor_texts WHERE text = user_agent), '') AS user_agent, at,
         EXISTS (SELECT 1 FROM events WHERE events.session = sessions.session AND kind = 'page_visit') AS attended
       FROM sessions JOIN channels ON channels.channel = sessions.channel WHERE uuid = $1`,
    ),
    clicks: prepare(
      db,
      'SELECT query, page_url, referrer, at FROM arrivals WHERE session = $1 AND arrival > 0 ORDER BY arrival',
    ),
    tracking: prepare(
      db,
      'SELECT jornaya_lead_id, trustedform_cert_url, ef_transaction_id FROM sessions WHERE session = $1',
    ),
    steps: prepare(
      db,
      `SELECT id, offer_key, step_key, answers, time_on_step, execute_actions,
         COALESCE(steps.page_url, sessions.page_url) AS page_url, steps.at AS at
       FROM steps JOIN sessions ON sessions.session = steps.session WHERE steps.session = $1 ORDER BY entry`,
    ),
    consents: prepare(
      db,
      `SELECT submission, offer_key AS offer, step_key AS step,
         decision, field, shown.content AS text, shown.sha256 AS text_sha256, version, flow_sha256,
         named.content AS sellers, control, steps.at AS at, browser_at, consents.ip AS ip,
         COALESCE(agents.content, '') AS user_agent, COALESCE(steps.page_url, sessions.page_url) AS page_url,
         opt_out, certificates, pages.content AS html
       FROM consents
         JOIN texts AS shown ON shown.text = consents.text
         JOIN texts AS named ON named.text = consents.sellers
         LEFT JOIN visitor_texts AS agents ON agents.text = consents.user_agent
         LEFT JOIN visitor_texts AS pages ON pages.text = consents.html
         JOIN sessions ON sessions.session = consents.session
         JOIN steps ON steps.session = consents.session AND steps.id = submission
       WHERE uuid = $1 ORDER BY consents.entry`,
    ),
    secret: prepare(db, 'SELECT value FROM secrets WHERE name = $1'),
    optOut: prepare(db, 'SELECT source, at FROM opt_outs WHERE who = $1'),
    ledger: prepare(
      db,
      `SELECT path, source, offer,
         SUM(CASE sold WHEN 1 THEN 1 ELSE 0 END) AS sales, SUM(CASE sold WHEN 1 THEN cents ELSE 0 END) AS gross_cents,
         SUM(CASE sold WHEN 1 THEN 0 ELSE 1 END) AS returns, SUM(CASE sold WHEN 1 THEN 0 ELSE -cents END) AS returned_cents,
         SUM(cents) AS net_cents
       FROM sales WHERE ($1 IS NULL OR path = $1) AND at >= $2 AND at <= $3
       GROUP BY path, source, offer ORDER BY path, source, offer`,
    ),
    unbooked: prepare(
      db,
      `SELECT entry, unbooked.state AS state, source, unbooked.external_id AS external_id, key, returned,
         sessions.uuid AS session_uuid, unbooked.offer AS offer, cents, reason, unbooked.at AS at
       FROM unbooked LEFT JOIN sessions ON sessions.session = unbooked.session
         LEFT JOIN outbox ON outbox.delivery = unbooked.delivery
       ORDER BY entry DESC LIMIT $1`,
    ),
    isSource: prepare(
      db,
      `SELECT 1 AS is_source WHERE EXISTS (SELECT 1 FROM sales WHERE source = $1)
         OR EXISTS (SELECT 1 FROM outbox WHERE buyer = $1)`,
    ),
    outcomes: prepare(
      db,
      `WITH one AS (SELECT session FROM sessions WHERE uuid = $1)
       SELECT kind, offer, cents, at FROM (
         SELECT kind, offer, NULL AS cents, at, entry FROM events WHERE session IN one
         UNION ALL
         SELECT CASE sold WHEN 1 THEN 'sale' ELSE 'return' END, offer, cents, at, entry FROM sales WHERE session IN one
         UNION ALL SELECT 'lead', '', NULL, at, entry FROM leads WHERE session IN one
         UNION ALL SELECT 'link_out', offer, NULL, at, 0 FROM link_outs WHERE session IN one
       ) ORDER BY at, entry`,
    ),
    dueDeliveries: prepare(
      db,
      `SELECT delivery FROM outbox
       WHERE buyer = $1 AND due_at IS NOT NULL AND (due_at <= $2 OR due_at > $2 + $4) AND under_way = 0
       ORDER BY due_at, delivery LIMIT $3`,
    ),
    dueMails: prepare(
      db,
      `SELECT mail FROM mails WHERE due_at IS NOT NULL AND (due_at <= $1 OR due_at > $1 + $3) AND under_way = 0
       ORDER BY due_at, mail LIMIT $2`,
    ),
    mails: prepare(
      db,
      `SELECT mail, sessions.uuid AS session_uuid, offer, step, state, attempts, due_at, mails.at AS at, said AS last
       FROM mails JOIN sessions USING (session) WHERE $1 IS NULL OR state = $1 ORDER BY mail DESC LIMIT $2`,
    ),
    sessionDeliveries: prepare(
      db,
      `SELECT offer, buyer, state, under_way, COALESCE(leads.lead, '{}') AS payload
       FROM outbox LEFT JOIN leads ON leads.entry = outbox.lead
       WHERE outbox.session = (SELECT session FROM sessions WHERE uuid = $1) ORDER BY delivery`,
    ),
    deliveries: prepare(
      db,
      `SELECT outbox.delivery, key, sessions.uuid AS session_uuid, offer, buyer, state, duplicate_of, attempts,
         due_at, outbox.at, said AS last
       FROM outbox JOIN sessions USING (session)
         LEFT JOIN attempts ON attempts.delivery = outbox.delivery AND attempt = attempts
       WHERE ($1 IS NULL OR state = $1) AND ($2 IS NULL OR outbox.delivery = $2)
       ORDER BY outbox.delivery DESC LIMIT $3`,
    ),
    privacyRequests: prepare(db, 'SELECT * FROM privacy_requests ORDER BY request DESC LIMIT $1'),
    sessionsOf: prepare(
      db,
      `SELECT uuid FROM sessions
       WHERE session IN (SELECT session FROM steps WHERE tells_of(answers, $1, $2))
         OR session IN (SELECT session FROM leads WHERE tells_of(lead, $1, $2))
         OR uuid IN (SELECT session_uuid FROM quarantine WHERE tells_of(body, $1, $2))
       ORDER BY uuid`,
    ),
    forgottenSince: prepare(db, 'SELECT mark, uuid FROM forgettings WHERE mark > $1 ORDER BY mark'),
    quarantined: prepare(
      db,
      'SELECT session_uuid, call, reason, body, source, at FROM quarantine ORDER BY entry DESC LIMIT $1',
    ),
    paths: prepare(db, 'SELECT DISTINCT path FROM versions ORDER BY path'),
    operator: prepare(
      db,
      'SELECT name, role, password_hash, since, revoked_at FROM operators WHERE name = $1',
    ),
    operators: prepare(db, 'SELECT name, role, since, revoked_at FROM operators ORDER BY name'),
    loginFailures: prepare(db, 'SELECT count, since FROM login_failures WHERE key = $1 AND since > $2'),
    auditLog: prepare(db, 'SELECT at, operator, act, about FROM audit ORDER BY entry DESC LIMIT $1'),
    operatorCount: prepare(db, 'SELECT COUNT(*) AS operators FROM operators'),
    loginSession: prepare(db, 'SELECT data FROM login_sessions WHERE id = $1 AND expires_at > $2'),
  }
}

/** Rows as plain objects. Their columns are those of `T`: the statement beside says so. */
function all<T extends object>(statement: StatementSync, ...values: SQLInputValue[]): T[] {
  return statement.all(...values).map((row) => plain<T>(row))
}

function one<T extends object>(statement: StatementSync, ...values: SQLInputValue[]): T | null {
  const row = statement.get(...values)
  return row ? plain<T>(row) : null
}

function plain<T extends object>(row: Record<string, SQLOutputValue>): T {
  return { ...row } as T
}
