import { hash } from 'node:crypto'
import type {
  PostbackKind,
  PostbackMessage,
  PostbackSettings,
  PostbackState,
} from '../../../../schemas/outgoing/postback.ts'
import type { Origin, Query } from '../../../../schemas/kernel/session.ts'
import { hasOptedOut } from '../privacy/optOuts.ts'
import { session as sessionRecord } from '../sessions/sessionRecords.ts'
import {
  all,
  command,
  flag,
  integer,
  json,
  jsonOrNull,
  query,
  run,
  text,
  word,
  type Rule,
} from '../../kernel/statement.ts'
import {
  dueEntries,
  listSql,
  ON_ITS_WAY,
  onItsWay,
  outboxRules,
  outboxSql,
  type Listed,
} from '../../kernel/outboxes.ts'
import { dueSql, latestDue } from '../../kernel/leases.ts'
import type { WriteContext } from '../../kernel/writeContext.ts'
import { ofEntries } from '../../kernel/writeScopes.ts'

/** Postbacks on their way. Only numbers are stored: the address is made when it is sent, from what is known of the click then. */

export type { PostbackKind }

/** Affiliates of a JSON list to which something is reported. */
export function* reportedAffiliates(affiliates: string): Rule<ReadonlySet<string>> {
  return new Set((yield* all(messageSql.reported, affiliates)).map(({ aff_id }) => aff_id))
}

/** Saves a message for each postback that reports this. What follows the first message of a conversion is reported only where that one
 *  was. */
export function* keepPostbackMessages(
  { conversion, session, aff_id, offer }: Conversion,
  { kind, cause, cents, before, at }: Happening,
): Rule<void> {
  const isFirst = Number(kind !== 'change' && kind !== 'return')
  yield* run(messageSql.add, conversion, session, cause, kind, cents, before, at, aff_id, offer, isFirst)
}

interface Conversion {
  conversion: number
  session: number
  aff_id: string
  offer: string
}

/** `cause`: the ledger entry that it follows, else 0. `cents`, `before`: what the conversion pays from then on, and paid before. */
interface Happening {
  kind: PostbackKind
  cause: number
  cents: number
  before: number
  at: number
}

/** A postback in flight. `attempt` counts from 1. */
export interface PostbackAttempt {
  entry: number
  attempt: number
  postback: { name: string; settings: PostbackSettings; local: boolean }
  kind: PostbackKind
  /** The same for everything that is reported about one conversion, and never used again. */
  transaction: string
  cents: number
  before_cents: number
  /** Parameters of the click that the conversion counts for. */
  query: Query
  sub1: string
  sub2: string
  sub3: string
}

/** Begins an attempt of a due message. Null if it isn't due, or no longer; that of a visitor who was forgotten or opted out ends as
 *  'suppressed'. */
function* beginPostback(
  context: WriteContext,
  entry: number,
  now: number,
  leaseMs?: number,
): Rule<PostbackAttempt | null> {
  const row = yield* outbox.dueEntry(entry, now)
  if (!row) return null
  const { name, settings, local, session_uuid, forgotten, event, offer, source, external_id, attempts } = row
  if (forgotten) return yield* outbox.suppress(entry, 'Not sent: the visitor was forgotten.')
  const query = row.query ?? row.origin.query
  const address = row.kind === 'return' ? settings.return_url || settings.url : settings.url
  if (address.includes('{click_id}') && !query[settings.click_parameter])
    return yield* outbox.suppress(
      entry,
      `Not sent: the click has no click ID in its parameter ${settings.click_parameter}.`,
    )
  const { steps } = (yield* sessionRecord(session_uuid))!
  const given = steps.flatMap(({ answers }) => answers.map(({ raw_data }) => raw_data))
  if (yield* hasOptedOut(session_uuid, given))
    return yield* outbox.suppress(entry, 'Not sent: the visitor opted out.')
  yield* outbox.begin(context, entry, now, leaseMs)
  const { kind, cents, before_cents, sub1, sub2, sub3 } = row
  return {
    entry,
    attempt: attempts + 1,
    postback: { name, settings, local },
    kind,
    transaction: hash('sha256', [session_uuid, event, offer, source, external_id].join(' ')).slice(0, 32),
    cents,
    before_cents,
    query,
    sub1,
    sub2,
    sub3,
  }
}

/** Due messages of one postback, longest waiting first. What follows an earlier message of the same conversion waits for it. */
const duePostbacks = (name: string, now: number, limit: number): Rule<number[]> =>
  dueEntries(messageSql, now, limit, name)

/** Names of postbacks that have due messages. */
function* duePostbackNames(now: number): Rule<string[]> {
  return (yield* all(messageSql.dueNames, now, latestDue(now))).map(({ name }) => name)
}

/** Newest first. */
const postbackMessages = ({
  postback,
  ...wanted
}: Listed<PostbackState> & { postback: string | null }): Rule<PostbackMessage[]> =>
  outbox.list(wanted, postback)

const sameConversion = `other.postback = postback_messages.postback
       AND other.conversion = postback_messages.conversion`

const MESSAGES = {
  table: 'postback_messages',
  key: 'entry',
  to: `postback = (SELECT postback FROM postbacks WHERE name = $4)
       AND NOT EXISTS (SELECT 1 FROM postback_messages AS other WHERE ${sameConversion}
         AND other.entry < postback_messages.entry AND other.state = 'due')`,
  // A sale that was taken back since must not be reported again.
  again: `state IN ('dead', 'sent')
       AND EXISTS (SELECT 1 FROM postbacks WHERE postbacks.postback = postback_messages.postback AND ended_at IS NULL)
       AND NOT EXISTS (SELECT 1 FROM postback_messages AS other WHERE ${sameConversion}
         AND other.entry > postback_messages.entry)`,
} as const

export const messageSql = {
  ...outboxSql(MESSAGES),
  reported: query(
    ({ textsIn }) =>
      `SELECT DISTINCT aff_id FROM postbacks WHERE ended_at IS NULL AND aff_id IN ${textsIn('$1')}`,
    { aff_id: text },
  ),
  dueNames: query(
    `SELECT name FROM postbacks WHERE postback IN (SELECT postback FROM postback_messages WHERE ${dueSql('$1', '$2')})
     ORDER BY name`,
    { name: text },
  ),
  add: command(
    `INSERT INTO postback_messages
       (postback, conversion, session, cause, kind, cents, before_cents, state, attempts, under_way, due_at, at)
     SELECT postback, $1, $2, $3, $4, $5, $6, 'due', 0, 0, $7, $7 FROM postbacks
     WHERE ended_at IS NULL AND aff_id = $8 AND (offer = '' OR offer = $9) AND events LIKE '%"' || $4 || '"%'
       AND CASE CAST($10 AS BIGINT)
         WHEN 1 THEN paid_only = 0 OR CAST($5 AS BIGINT) > 0
         ELSE EXISTS (SELECT 1 FROM postback_messages AS other
           WHERE other.postback = postbacks.postback AND other.conversion = $1) END
     ON CONFLICT (postback, conversion, cause) DO NOTHING`,
  ),
  entry: query(
    ({
      keepRows,
    }) => `SELECT postbacks.name AS name, settings, local, sessions.uuid AS session_uuid, forgotten,
       origin, arrivals.query AS query, postback_messages.kind AS kind, event, payout_conversions.offer AS offer,
       source, external_id, cents, before_cents, sub1, sub2, sub3, ${ON_ITS_WAY}
     FROM postback_messages JOIN postbacks ON postbacks.postback = postback_messages.postback
       JOIN sessions ON sessions.session = postback_messages.session
       JOIN payout_conversions ON payout_conversions.conversion = postback_messages.conversion
       JOIN channels ON channels.channel = payout_conversions.channel
       LEFT JOIN arrivals ON arrivals.session = postback_messages.session
         AND arrivals.arrival = payout_conversions.arrival
     WHERE postback_messages.entry = $1 ${keepRows('postback_messages')}`,
    {
      name: text,
      settings: json<PostbackSettings>(),
      local: flag,
      session_uuid: text,
      forgotten: flag,
      origin: json<Origin>(),
      query: jsonOrNull<Query>(),
      kind: word<PostbackKind>(),
      event: text,
      offer: text,
      source: text,
      external_id: text,
      cents: integer,
      before_cents: integer,
      sub1: text,
      sub2: text,
      sub3: text,
      ...onItsWay<PostbackState>(),
    },
  ),
  list: listSql(MESSAGES, {
    columns: {
      postback: text,
      aff_id: text,
      kind: word<PostbackKind>(),
      offer: text,
      cents: integer,
      state: word<PostbackState>(),
    },
    select:
      'postbacks.name AS postback, postbacks.aff_id AS aff_id, kind, payout_conversions.offer AS offer, cents, state',
    joins: `JOIN postbacks ON postbacks.postback = postback_messages.postback
       JOIN payout_conversions ON payout_conversions.conversion = postback_messages.conversion`,
    where: 'AND (postbacks.name = $8 OR $8 IS NULL)',
  }),
}

const outbox = outboxRules(messageSql)

export const postbackMessageNoun = {
  writes: ofEntries('postback_messages', {
    endPostbackMessage: outbox.end,
    replayPostback: outbox.replay,
  }),
  writesInContext: ofEntries('postback_messages', { beginPostback }),
  writesOfEach: ofEntries('postback_messages', { resumePostbacks: outbox.resume }),
  reads: { duePostbacks, duePostbackNames, postbackMessages },
  sql: messageSql,
}
