import type { Webhook, WebhookKind } from '../../../../schemas/outgoing/webhook.ts'
import {
  all,
  command,
  flag,
  integer,
  integerOrNull,
  json,
  one,
  only,
  query,
  run,
  text,
  type Rule,
} from '../../kernel/statement.ts'
import { ofAll, ofRecords } from '../../kernel/writeScopes.ts'

/** Receivers of messages. The key that signs a receiver's messages is derived from a secret of the database and isn't stored. */

/** Limit of receivers at once. */
export const WEBHOOKS_AT_MOST = 20

/** Adds a receiver of messages. 'known' if its name is or was in use; 'full' if there are as many as allowed. */
function* addWebhook({
  name,
  url,
  kinds,
  persons,
  local,
  made_by,
  made_at,
}: Omit<Webhook, 'ended_at'>): Rule<'added' | 'known' | 'full'> {
  if (yield* one(webhookSql.named, name)) return 'known'
  if ((yield* only(webhookSql.count)).webhooks >= WEBHOOKS_AT_MOST) return 'full'
  const flags = [Number(persons), Number(local)] as const
  yield* run(webhookSql.add, name, url, JSON.stringify(kinds), ...flags, made_by, made_at)
  return 'added'
}

/** Ends a webhook; waiting messages are no longer sent to it. False if none has this name, or it was already ended. */
function* endWebhook(name: string, at: number): Rule<boolean> {
  if ((yield* run(webhookSql.end, name, at)) === 0) return false
  yield* run(webhookSql.suppress, name)
  return true
}

const webhook = (name: string): Rule<Webhook | null> => one(webhookSql.named, name)

const webhooks = (): Rule<Webhook[]> => all(webhookSql.all)

const WEBHOOK = 'name, url, kinds, persons, local, made_by, made_at, ended_at'
const webhookColumns = {
  name: text,
  url: text,
  kinds: json<WebhookKind[]>(),
  persons: flag,
  local: flag,
  made_by: text,
  made_at: integer,
  ended_at: integerOrNull,
}

const webhookSql = {
  add: command(
    `INSERT INTO webhooks (name, url, kinds, persons, local, made_by, made_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
  ),
  count: query('SELECT COUNT(*) AS webhooks FROM webhooks WHERE ended_at IS NULL', { webhooks: integer }),
  end: command('UPDATE webhooks SET ended_at = $2 WHERE name = $1 AND ended_at IS NULL'),
  suppress: command(
    `UPDATE webhook_messages SET state = 'suppressed', due_at = NULL, message = 'Not sent: the webhook was ended.'
     WHERE state = 'due' AND webhook = (SELECT webhook FROM webhooks WHERE name = $1)`,
  ),
  named: query(`SELECT ${WEBHOOK} FROM webhooks WHERE name = $1`, webhookColumns),
  all: query(`SELECT ${WEBHOOK} FROM webhooks ORDER BY name`, webhookColumns),
}

export const webhookNoun = {
  writes: { ...ofRecords({ addWebhook }), ...ofAll({ endWebhook }) },
  reads: { webhook, webhooks },
  sql: webhookSql,
}
