import type { Postback, PostbackSettings } from '../../../../schemas/outgoing/postback.ts'
import { audit } from '../operators/auditLog.ts'
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
import { ofAll } from '../../kernel/writeScopes.ts'

/** Addresses at affiliates' trackers to which conversions are reported. Each change is in the audit log, without the address, which may
 *  hold a secret of the tracker. */

/** Limit of postbacks at once. */
export const POSTBACKS_AT_MOST = 500

/** Adds a postback. 'known' if its name is or was in use; 'full' if there are as many as allowed. */
function* addPostback(wanted: Omit<Postback, 'ended_at'>): Rule<'added' | 'known' | 'full'> {
  const { name, aff_id, offer, paid_only, settings, local, made_by, made_at } = wanted
  if (yield* one(postbackSql.named, name)) return 'known'
  if ((yield* only(postbackSql.count)).postbacks >= POSTBACKS_AT_MOST) return 'full'
  const events = JSON.stringify(Object.keys(settings.words))
  const kept = [events, Number(paid_only), JSON.stringify(settings), Number(local)] as const
  yield* run(postbackSql.add, name, aff_id, offer, ...kept, made_by, made_at)
  yield* audit({ at: made_at, operator: made_by, act: 'make_postback', about: name }, [
    { field: 'affiliate', before: null, after: aff_id, secret: false },
    { field: 'host', before: null, after: URL.parse(settings.url)?.host ?? null, secret: false },
    { field: 'events', before: null, after: events, secret: false },
  ])
  return 'added'
}

/** Ends a postback; what waits is no longer sent. False if none has this name, or it was already ended. */
function* endPostback(name: string, { by, at }: { by: string; at: number }): Rule<boolean> {
  if ((yield* run(postbackSql.end, name, at)) === 0) return false
  yield* run(postbackSql.suppress, name)
  yield* audit({ at, operator: by, act: 'end_postback', about: name })
  return true
}

const postback = (name: string): Rule<Postback | null> => one(postbackSql.named, name)

const postbacks = (): Rule<Postback[]> => all(postbackSql.all)

const POSTBACK = 'name, aff_id, offer, paid_only, settings, local, made_by, made_at, ended_at'
const postbackColumns = {
  name: text,
  aff_id: text,
  offer: text,
  paid_only: flag,
  settings: json<PostbackSettings>(),
  local: flag,
  made_by: text,
  made_at: integer,
  ended_at: integerOrNull,
}

const postbackSql = {
  add: command(
    `INSERT INTO postbacks (name, aff_id, offer, events, paid_only, settings, local, made_by, made_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
  ),
  count: query('SELECT COUNT(*) AS postbacks FROM postbacks WHERE ended_at IS NULL', { postbacks: integer }),
  end: command('UPDATE postbacks SET ended_at = $2 WHERE name = $1 AND ended_at IS NULL'),
  suppress: command(
    `UPDATE postback_messages SET state = 'suppressed', due_at = NULL, message = 'Not sent: the postback was deleted.'
     WHERE state = 'due' AND postback = (SELECT postback FROM postbacks WHERE name = $1)`,
  ),
  named: query(`SELECT ${POSTBACK} FROM postbacks WHERE name = $1`, postbackColumns),
  all: query(`SELECT ${POSTBACK} FROM postbacks ORDER BY name`, postbackColumns),
}

export const postbackNoun = {
  writes: ofAll({ addPostback, endPostback }),
  reads: { postback, postbacks },
  sql: postbackSql,
}
