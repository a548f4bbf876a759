import { isOfSites, siteList, type OfSites } from './ofSites.ts'
import {
  dueSql,
  isDue,
  isLate,
  latestDue,
  LEASE_MS,
  leaseEndedSql,
  leaseSet,
  type OnItsWay,
} from './leases.ts'
import {
  all,
  command,
  flag,
  integer,
  integerOrNull,
  LAST,
  one,
  query,
  run,
  text,
  textOrNull,
  word,
  type Columns,
  type Rule,
  type Statement,
  type Value,
} from './statement.ts'
import type { WriteContext } from './writeContext.ts'

/** Outboxes: tables of what goes out, namely deliveries, emails, events for vendors, webhook messages, postbacks, and copies of leads. All of them are queues. Those
 *  besides deliveries also begin, end, go out again, and are listed in the same way. Of a delivery, deliveryLife.ts decides that. */

interface Queue {
  table:
    | 'outbox'
    | 'mails'
    | 'pixel_events'
    | 'webhook_messages'
    | 'lead_copies'
    | 'postback_messages'
    | 'revocation_notices'
  /** Column that numbers the entries. */
  key: string
  /** Condition for the entries of one receiver. Its parameters begin with $4. */
  to?: string
}

interface Outbox extends Queue {
  /** Condition for the entries that an operator may send again. */
  again: string
}

/** Result of an attempt. `due_at`: time of the next one, only for the state 'due'. */
export interface EntryEnd<State extends string> {
  state: State
  message: string
  due_at: number | null
}

/** Filters for a list of entries. `from` and `to`: inclusive. `before`: last entry of the previous page. `entry`: only that one. */
export interface Listed<State extends string> extends OfSites {
  state?: State | null | undefined
  from?: number | undefined
  to?: number | undefined
  before?: number | undefined
  entry?: number | undefined
  limit: number
}

/** Columns of `OnItsWay`, and their SQL. */
export const ON_ITS_WAY = 'state, attempts, under_way, due_at'
export const onItsWay = <State extends string>() => ({
  state: word<State>(),
  attempts: integer,
  under_way: flag,
  due_at: integerOrNull,
})

/** Message of an attempt whose lease ended without a result. */
export const CUT_OFF = 'The process stopped before the response arrived.'

/** Statements that find the entries to send, and those whose lease has ended. */
export function queueSql({ table, key, to }: Queue) {
  const entry = { entry: integer }
  return {
    due: query(
      `SELECT ${key} AS entry FROM ${table} WHERE ${to === undefined ? '' : `${to} AND `}${dueSql('$1', '$2')}
       ORDER BY due_at, ${key} LIMIT $3`,
      entry,
    ),
    lapsed: query(
      ({ clockMs }) => `SELECT ${key} AS entry FROM ${table} WHERE ${leaseEndedSql(clockMs('$1'), '$2')}`,
      entry,
    ),
  }
}

/** Due entries, to one receiver if the outbox has several, longest waiting first. */
export function* dueEntries(
  { due }: { due: Statement<{ entry: number }> },
  now: number,
  limit: number,
  ...to: string[]
): Rule<number[]> {
  return (yield* all(due, now, latestDue(now), limit, ...to)).map(({ entry }) => entry)
}

/** Entries in flight whose leases have ended. */
export function* lapsedEntries(
  { lapsed }: { lapsed: Statement<{ entry: number }> },
  now: number,
  isAlone: boolean,
): Rule<number[]> {
  return (yield* all(lapsed, now, Number(isAlone))).map(({ entry }) => entry)
}

/** Statements of an outbox whose final states are 'sent' and 'suppressed'. */
export function outboxSql({ again, ...queue }: Outbox) {
  const { table, key } = queue
  return {
    ...queueSql(queue),
    begin: command(
      ({ clockMs }) => `UPDATE ${table}
       SET ${leaseSet({ until: `${clockMs('$2')} + CAST($3 AS BIGINT)`, process: '$4' })}
       WHERE ${key} = $1`,
    ),
    // An entry that a late attempt sent, or that was suppressed in the meantime, isn't due again.
    end: command(
      `UPDATE ${table} SET under_way = 0,
         state = CASE WHEN state = 'sent' OR (state = 'suppressed' AND $1 <> 'sent') THEN state ELSE $1 END,
         due_at = CASE WHEN state IN ('sent', 'suppressed') THEN NULL ELSE CAST($2 AS BIGINT) END,
         message = CASE WHEN state IN ('sent', 'suppressed') THEN message ELSE $3 END
       WHERE ${key} = $4`,
    ),
    sentLate: command(
      `UPDATE ${table} SET state = 'sent', due_at = NULL,
         message = CASE WHEN state = 'suppressed' THEN message ELSE $1 END
       WHERE ${key} = $2`,
    ),
    resume: command(
      ({ clockMs }) => `UPDATE ${table} SET under_way = 0,
         due_at = CASE state WHEN 'due' THEN CAST($1 AS BIGINT) ELSE NULL END,
         message = CASE state WHEN 'due' THEN '${CUT_OFF}' ELSE message END
       WHERE ${key} = $3 AND ${leaseEndedSql(clockMs('$1'), '$2')}`,
    ),
    replay: command(
      `UPDATE ${table} SET state = 'due', due_at = $1 WHERE ${key} = $2 AND ${again} AND under_way = 0`,
    ),
  }
}

/** List of entries, newest first. `columns`: its own, as `select` finds them. `where`: a further condition, whose parameters begin with
 *  $8. */
export function listSql<const State extends string, const Own extends Columns>(
  { table, key }: Outbox,
  {
    columns,
    select = Object.keys(columns).join(', '),
    joins = '',
    where = '',
  }: {
    columns: Own & { state: ReturnType<typeof word<State>> }
    select?: string
    joins?: string
    where?: string
  },
) {
  return query(
    ({ textsIn }) => `SELECT ${select}, ${key} AS entry, sessions.uuid AS session_uuid,
       (SELECT path FROM channels WHERE channels.channel = sessions.channel) AS path, attempts, due_at,
       ${table}.at AS at, message AS last
     FROM ${table} JOIN sessions ON sessions.session = ${table}.session ${joins}
     WHERE (state = $1 OR $1 IS NULL) AND ${table}.at >= $2 AND ${table}.at <= $3 AND ${key} < $4
       AND (${key} = $5 OR $5 = ${ANY}) AND ${isOfSites(`${table}.session`, '$6', textsIn)} ${where}
     ORDER BY ${key} DESC LIMIT $7`,
    {
      ...columns,
      entry: integer,
      session_uuid: text,
      path: text,
      attempts: integer,
      due_at: integerOrNull,
      at: integer,
      last: textOrNull,
    },
  )
}

const ANY = 0

/** Rules of an outbox. */
export function outboxRules<Row extends OnItsWay & { state: string }, Line>(
  sql: ReturnType<typeof outboxSql> & {
    /** Finds an entry, and keeps its row until the transaction ends. */
    entry: Statement<Row>
    list: Statement<Line>
  },
) {
  /** An entry whose attempt may begin; null if it isn't due, or no longer. */
  function* dueEntry(entry: number, now: number): Rule<Row | null> {
    const row = yield* one(sql.entry, entry)
    return row && isDue(row, now) ? row : null
  }

  /** Ends an entry that must not be sent. */
  function* suppress(entry: number, reason: string): Rule<null> {
    yield* run(sql.end, 'suppressed', null, reason, entry)
    return null
  }

  const begin = (context: WriteContext, entry: number, now: number, leaseMs = LEASE_MS): Rule<number> =>
    run(sql.begin, entry, now, leaseMs, context.process())

  /** Records the result of an attempt. If it is late, a newer attempt decides, but a sent entry stays sent. */
  function* end(
    entry: number,
    attempt: number,
    { state, message, due_at }: EntryEnd<Row['state']>,
  ): Rule<void> {
    const row = yield* one(sql.entry, entry)
    if (!row || attempt > row.attempts)
      throw new Error(`No attempt ${attempt} of entry ${entry} is under way.`)
    if (!isLate(row, attempt)) yield* run(sql.end, state, due_at, message, entry)
    else if (state === 'sent') yield* run(sql.sentLate, message, entry)
  }

  /** Makes attempts whose process ended due again, like `resumeDeliveries`. */
  const resume = {
    find: (now: number, isAlone: boolean) => lapsedEntries(sql, now, isAlone),
    *change(entry: number, now: number, isAlone: boolean): Rule<boolean> {
      return (yield* run(sql.resume, now, Number(isAlone), entry)) === 1
    },
  }

  /** Sends an entry again. False if it doesn't exist, is already due or in flight, or must not be sent again. */
  function* replay(entry: number, now: number): Rule<boolean> {
    return (yield* run(sql.replay, now, entry)) === 1
  }

  /** Newest entries first. */
  const list = (
    { state = null, from = 0, to = LAST, before = LAST, entry = ANY, sites, limit }: Listed<Row['state']>,
    ...own: Value[]
  ): Rule<Line[]> => all(sql.list, state, from, to, before, entry, siteList({ sites }), limit, ...own)

  return { dueEntry, suppress, begin, end, resume, replay, list }
}
