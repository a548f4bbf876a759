import type { WebhookKind, WebhookMessage, WebhookState } from '../../../../schemas/outgoing/webhook.ts'
import type { MessagesWanted, WebhookAttempt, WebhookEnd } from './webhookTypes.ts'
import {
  all,
  command,
  flag,
  integer,
  integerOrNull,
  json,
  one,
  query,
  run,
  text,
  textOrNull,
  word,
  type Column,
  type Rule,
} from '../../kernel/statement.ts'
import { LEASE_MS } from '../../kernel/leases.ts'
import type { WriteContext } from '../../kernel/writeContext.ts'
import {
  dueSql,
  endLease,
  isDue,
  lapsedEntries,
  latestDue,
  leaseSql,
  resumeEntry,
} from '../../kernel/leases.ts'
import { ofEntries } from '../../kernel/writeScopes.ts'

/** Saves a message for each webhook that wants this kind: once per sale, and once per offer of a visit for a lead. A lead that is
 *  corrected before it is sent is sent in its corrected form. `lead`: the visitor's answers, for webhooks that want them. */
export function* keepWebhookMessages(
  session: number,
  { kind, offer, sale, lead }: { kind: WebhookKind; offer: string; sale?: number; lead?: object },
  at: number,
): Rule<void> {
  const content = lead === undefined ? null : JSON.stringify(lead)
  yield* run(messageSql.add, session, kind, offer, sale ?? 0, content, at)
}

/** Begins an attempt of a due message. Null if it isn't due, or no longer; the lead of a forgotten visitor ends as 'suppressed'. */
function* beginWebhookMessage(
  context: WriteContext,
  entry: number,
  now: number,
  leaseMs = LEASE_MS,
): Rule<WebhookAttempt | null> {
  const row = yield* one(messageSql.message, entry)
  if (!row || !isDue(row, now)) return null
  const { kind, forgotten, attempts } = row
  if (forgotten && kind === 'lead') {
    yield* run(messageSql.end, 'suppressed', null, 'Not sent: the visitor was forgotten.', entry)
    return null
  }
  yield* run(messageSql.begin, entry, now, leaseMs, context.process())
  const { webhook, url, local, session_uuid, offer, lead, source, external_id, cents } = row
  const { version, path, aff_id, sub1, at, made_at } = row
  return {
    entry,
    attempt: attempts + 1,
    webhook: { name: webhook, url, local, made_at },
    happened: {
      kind,
      at,
      session_uuid,
      offer,
      version,
      path,
      aff_id,
      sub1,
      lead,
      source,
      external_id,
      cents,
    },
  }
}

/** Records the result of a message in flight. */
function* endWebhookMessage(entry: number, attempt: number, end: WebhookEnd): Rule<void> {
  const row = yield* one(messageSql.message, entry)
  if (!row || attempt > row.attempts)
    throw new Error(`No attempt ${attempt} of the webhook message ${entry} is under way.`)
  yield* endLease(messageSql, { entry, row, attempt }, end)
}

/** Sends a message again under the same ID, even if it was already sent. False if the message doesn't exist, is due or was suppressed, or
 *  its webhook was ended. */
function* replayWebhookMessage(entry: number, now: number): Rule<boolean> {
  return (yield* run(messageSql.replay, now, entry)) === 1
}

const lapsedWebhookMessages = (now: number, isAlone: boolean) => lapsedEntries(messageSql, now, isAlone)

const resumeWebhookMessage = (entry: number, now: number, isAlone: boolean) =>
  resumeEntry(messageSql, entry, now, isAlone)

/** Due messages of one webhook, longest waiting first. */
function* dueWebhookMessages(webhook: string, now: number, limit: number): Rule<number[]> {
  const rows = yield* all(messageSql.due, webhook, now, limit, latestDue(now))
  return rows.map(({ entry }) => entry)
}

/** Newest first; of one webhook and one state, or of all. */
const webhookMessages = ({
  webhook,
  state,
  from = 0,
  to = NO_END,
  before = NO_END,
  limit,
}: MessagesWanted): Rule<WebhookMessage[]> => all(messageSql.newest, webhook, state, from, to, before, limit)

const NO_END = Number.MAX_SAFE_INTEGER

const leadOrNull: Column<Record<string, string> | null> = {
  ...json<Record<string, string>>(),
  decode: (held) => (held === null ? null : (JSON.parse(String(held)) as Record<string, string>)),
}

const messageSql = {
  ...leaseSql({ table: 'webhook_messages', key: 'entry' }),
  add: command(
    `INSERT INTO webhook_messages
       (webhook, session, kind, offer, sale, arrival, lead, state, attempts, under_way, due_at, at)
     SELECT webhook, $1, $2, $3, $4, (SELECT COALESCE(MAX(arrival), 0) FROM arrivals WHERE session = $1),
       CASE persons WHEN 1 THEN CAST($5 AS TEXT) ELSE NULL END, 'due', 0, 0, $6, $6
     FROM webhooks WHERE ended_at IS NULL AND kinds LIKE '%"' || $2 || '"%'
     ON CONFLICT (session, webhook, kind, offer, sale) DO UPDATE SET lead = excluded.lead, arrival = excluded.arrival
     WHERE webhook_messages.attempts = 0`,
  ),
  message: query(
    ({ keepRows }) => `SELECT name AS webhook, url, local, kind, sessions.uuid AS session_uuid,
       forgotten, webhook_messages.offer AS offer, lead, source, external_id, cents,
       sessions.version AS version, channels.path AS path,
       COALESCE(sales.aff_id, channels.aff_id) AS aff_id, COALESCE(sales.sub1, channels.sub1) AS sub1,
       state, attempts, under_way, due_at, webhook_messages.at AS at, webhooks.made_at AS made_at
     FROM webhook_messages JOIN webhooks ON webhooks.webhook = webhook_messages.webhook
       JOIN sessions ON sessions.session = webhook_messages.session
       LEFT JOIN sales ON sales.entry = webhook_messages.sale
       LEFT JOIN arrivals ON arrivals.session = webhook_messages.session
         AND arrivals.arrival = webhook_messages.arrival
       JOIN channels ON channels.channel = COALESCE(arrivals.channel, sessions.channel)
     WHERE webhook_messages.entry = $1 ${keepRows('webhook_messages')}`,
    {
      webhook: text,
      url: text,
      local: flag,
      kind: word<WebhookKind>(),
      session_uuid: text,
      forgotten: flag,
      offer: text,
      lead: leadOrNull,
      source: textOrNull,
      external_id: textOrNull,
      cents: integerOrNull,
      version: integer,
      path: text,
      aff_id: text,
      sub1: text,
      state: word<WebhookState>(),
      attempts: integer,
      under_way: flag,
      due_at: integerOrNull,
      at: integer,
      made_at: integer,
    },
  ),
  replay: command(
    `UPDATE webhook_messages SET state = 'due', due_at = $1
     WHERE entry = $2 AND state IN ('dead', 'sent') AND under_way = 0
       AND EXISTS (SELECT 1 FROM webhooks WHERE webhooks.webhook = webhook_messages.webhook AND ended_at IS NULL)`,
  ),
  due: query(
    `SELECT entry FROM webhook_messages
     WHERE webhook = (SELECT webhook FROM webhooks WHERE name = $1)
       AND ${dueSql('$2', '$4')}
     ORDER BY due_at, entry LIMIT $3`,
    { entry: integer },
  ),
  newest: query(
    `SELECT entry, name AS webhook, kind, sessions.uuid AS session_uuid, offer, state, attempts, due_at,
       webhook_messages.at AS at, message AS last
     FROM webhook_messages JOIN webhooks USING (webhook) JOIN sessions ON sessions.session = webhook_messages.session
     WHERE (name = $1 OR $1 IS NULL) AND (state = $2 OR $2 IS NULL)
       AND webhook_messages.at BETWEEN $3 AND $4 AND entry < $5 ORDER BY entry DESC LIMIT $6`,
    {
      entry: integer,
      webhook: text,
      kind: word<WebhookKind>(),
      session_uuid: text,
      offer: text,
      state: word<WebhookState>(),
      attempts: integer,
      due_at: integerOrNull,
      at: integer,
      last: textOrNull,
    },
  ),
}

export const messageNoun = {
  writes: ofEntries('webhook_messages', { endWebhookMessage, replayWebhookMessage }),
  writesInContext: ofEntries('webhook_messages', { beginWebhookMessage }),
  writesOfEach: ofEntries('webhook_messages', {
    /** Like `resumeDeliveries`. */
    resumeWebhookMessages: { find: lapsedWebhookMessages, change: resumeWebhookMessage },
  }),
  reads: { dueWebhookMessages, webhookMessages },
  sql: messageSql,
}
