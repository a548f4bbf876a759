import type { WebhookKind, WebhookMessage, WebhookState } from '../../../../schemas/outgoing/webhook.ts'
import type { Fields } from '../../../flow/answers/fields.ts'
import type { MessagesWanted, WebhookAttempt } from './webhookTypes.ts'
import {
  command,
  flag,
  integer,
  integerOrNull,
  json,
  query,
  run,
  text,
  textOrNull,
  word,
  wordOrNull,
  type Column,
  type Rule,
} from '../../kernel/statement.ts'
import type { LedgerEntry } from '../sales/ledgerEntries.ts'
import { CHANGES_FROM } from '../../kernel/ledgerSql.ts'
import { dueEntries, listSql, ON_ITS_WAY, onItsWay, outboxRules, outboxSql } from '../../kernel/outboxes.ts'
import type { WriteContext } from '../../kernel/writeContext.ts'
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
  leaseMs?: number,
): Rule<WebhookAttempt | null> {
  const row = yield* outbox.dueEntry(entry, now)
  if (!row) return null
  const { kind, forgotten, attempts } = row
  if (forgotten && kind === 'lead')
    return yield* outbox.suppress(entry, 'Not sent: the visitor was forgotten.')
  yield* outbox.begin(context, entry, now, leaseMs)
  const { webhook, url, local, session_uuid, offer, lead, source, external_id, cents, change, reverses } = row
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
      ...(change === 'adjustment' && { isAdjustment: true }),
      ...(reverses !== null && { isReversal: true }),
    },
  }
}

/** Due messages of one webhook, longest waiting first. */
const dueWebhookMessages = (webhook: string, now: number, limit: number): Rule<number[]> =>
  dueEntries(messageSql, now, limit, webhook)

/** Newest first; of one webhook and one state, or of all. */
const webhookMessages = ({ webhook, ...wanted }: MessagesWanted): Rule<WebhookMessage[]> =>
  outbox.list(wanted, webhook)

const MESSAGES = {
  table: 'webhook_messages',
  key: 'entry',
  to: 'webhook = (SELECT webhook FROM webhooks WHERE name = $4)',
  // A message that was sent goes out again under the same ID.
  again: `state IN ('dead', 'sent')
       AND EXISTS (SELECT 1 FROM webhooks WHERE webhooks.webhook = webhook_messages.webhook AND ended_at IS NULL)`,
} as const

const leadOrNull: Column<Fields | null> = {
  ...json<Fields>(),
  decode: (held) => (held === null ? null : (JSON.parse(String(held)) as Fields)),
}

const messageSql = {
  ...outboxSql(MESSAGES),
  add: command(
    `INSERT INTO webhook_messages
       (webhook, session, kind, offer, sale, arrival, lead, state, attempts, under_way, due_at, at)
     SELECT webhook, $1, $2, $3, $4, (SELECT COALESCE(MAX(arrival), 0) FROM arrivals WHERE session = $1),
       CASE persons WHEN 1 THEN CAST($5 AS TEXT) ELSE NULL END, 'due', 0, 0, $6, $6
     FROM webhooks WHERE ended_at IS NULL AND kinds LIKE '%"' || $2 || '"%'
     ON CONFLICT (session, webhook, kind, offer, sale) DO UPDATE SET lead = excluded.lead, arrival = excluded.arrival
     WHERE webhook_messages.attempts = 0`,
  ),
  entry: query(
    ({
      keepRows,
    }) => `SELECT name AS webhook, url, local, webhook_messages.kind AS kind, sessions.uuid AS session_uuid,
       forgotten, webhook_messages.offer AS offer, lead, COALESCE(sales.source, changes.source) AS source,
       COALESCE(sales.external_id, changes.external_id) AS external_id, COALESCE(sales.cents, changes.cents) AS cents,
       changes.kind AS change, changes.reverses AS reverses,
       sessions.version AS version, channels.path AS path,
       COALESCE(sales.aff_id, changes.aff_id, channels.aff_id) AS aff_id,
       COALESCE(sales.sub1, changes.sub1, channels.sub1) AS sub1,
       ${ON_ITS_WAY}, webhook_messages.at AS at, webhooks.made_at AS made_at
     FROM webhook_messages JOIN webhooks ON webhooks.webhook = webhook_messages.webhook
       JOIN sessions ON sessions.session = webhook_messages.session
       LEFT JOIN sales ON sales.entry = webhook_messages.sale
       LEFT JOIN sale_changes AS changes ON changes.entry = webhook_messages.sale - ${CHANGES_FROM}
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
      change: wordOrNull<LedgerEntry['kind']>(),
      reverses: integerOrNull,
      version: integer,
      path: text,
      aff_id: text,
      sub1: text,
      ...onItsWay<WebhookState>(),
      at: integer,
      made_at: integer,
    },
  ),
  list: listSql(MESSAGES, {
    columns: {
      webhook: text,
      kind: word<WebhookKind>(),
      offer: text,
      state: word<WebhookState>(),
    },
    select: 'webhooks.name AS webhook, kind, offer, state',
    joins: 'JOIN webhooks ON webhooks.webhook = webhook_messages.webhook',
    where: 'AND (webhooks.name = $8 OR $8 IS NULL)',
  }),
}

const outbox = outboxRules(messageSql)

export const messageNoun = {
  writes: ofEntries('webhook_messages', {
    endWebhookMessage: outbox.end,
    replayWebhookMessage: outbox.replay,
  }),
  writesInContext: ofEntries('webhook_messages', { beginWebhookMessage }),
  writesOfEach: ofEntries('webhook_messages', {
    resumeWebhookMessages: outbox.resume,
  }),
  reads: { dueWebhookMessages, webhookMessages },
  sql: messageSql,
}
