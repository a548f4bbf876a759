import { HOUR_MS } from '../../../time/durations.ts'
import { all, command, integer, one, query, run, text, together, type Rule } from '../../kernel/statement.ts'
import type { WriteContext } from '../../kernel/writeContext.ts'
import { HOUR_SUMS, type HourRow, type HourSum } from './tally.ts'
import { ofAll } from '../../kernel/writeScopes.ts'

/** Totals by hour, path, and the language that the visitor chose last. A session's contribution may change with its language, with a
 *  certificate or a consent, and when it is forgotten; then it is counted again. */

/** A certificate doesn't count if the visitor was asked for consents and gave none. */
export const CERTIFIES = `(NOT EXISTS (SELECT 1 FROM consents WHERE consents.session = sessions.session)
    OR EXISTS (SELECT 1 FROM consents WHERE consents.session = sessions.session AND decision = 'agreed'))`

const having = (condition: string) => `CASE WHEN ${condition} AND ${CERTIFIES} THEN 1 ELSE 0 END`

/** Kind of event that adds to each sum, and its amount. */
const OF_EVENT: Partial<Record<HourSum, [kind: string, sum: string]>> = {
  page_visits: ['page_visit', '1'],
  visits: ['visit', '1'],
  registrations: ['registration', '1'],
  // The certificates of a forgotten visitor were erased with the rest.
  certifiable: ['registration', '1 - forgotten'],
  trustedform: ['registration', having('trustedform_cert_url IS NOT NULL')],
  jornaya: ['registration', having('jornaya_lead_id IS NOT NULL')],
  both_certificates: [
    'registration',
    having('trustedform_cert_url IS NOT NULL AND jornaya_lead_id IS NOT NULL'),
  ],
}

/** Additions of a sale or its first whole return. */
const OF_SALE: Partial<Record<HourSum, string>> = {
  sold: 'CASE sold WHEN 1 THEN 1 ELSE 0 END',
  returned: 'CASE sold WHEN 1 THEN 0 ELSE 1 END',
  cents: 'cents',
}

/** Additions of another ledger entry. */
const OF_CHANGE: Partial<Record<HourSum, string>> = {
  sold: "CASE kind WHEN 'return' THEN 0 ELSE sold END",
  returned: "CASE kind WHEN 'return' THEN -sold ELSE 0 END",
  cents: 'cents',
  changes: '1',
}

const hourOf = (table: string) => `${table}.at / ${HOUR_MS} * ${HOUR_MS} AS hour`

/** Raw rows as the totals by hour sum them, each with its hour, path, and language. `within` is the condition for the rows of a table. */
function rawHours(sums: readonly HourSum[], within: (table: 'events' | 'sales') => string): string[] {
  const kinds = new Set(sums.flatMap((sum) => OF_EVENT[sum]?.[0] ?? []))
  const ofEvent = sums.map((sum) => {
    const [kind, added] = OF_EVENT[sum] ?? []
    return `${kind === undefined ? '0' : `CASE kind WHEN '${kind}' THEN ${added} ELSE 0 END`} AS ${sum}`
  })
  const events = `    SELECT ${hourOf('events')}, path, language, ${ofEvent.join(', ')}
    FROM events
      JOIN sessions ON sessions.session = events.session
      JOIN channels ON channels.channel = events.channel
    WHERE kind IN (${Array.from(kinds, (kind) => `'${kind}'`).join(', ')}) AND ${within('events')}`
  const ledger = (table: string, additions: Partial<Record<HourSum, string>>) =>
    `    SELECT ${hourOf('sales')}, path, language, ${sums.map((sum) => `${additions[sum] ?? '0'} AS ${sum}`).join(', ')}
    FROM ${table} AS sales JOIN sessions ON sessions.session = sales.session
    WHERE ${within('sales')}`
  const entries = [ledger('sales', OF_SALE), ledger('sale_changes', OF_CHANGE)]
  return sums.some((sum) => sum in OF_CHANGE) ? [events, ...entries] : [events]
}

/** These sums for the range of a report, in rows with an hour, a path and a language: totals of its whole hours, and raw rows before and
 *  after them. */
export function hoursOfRange(...sums: HourSum[]): string {
  const between = (from: string, end: string) => (table: string) =>
    `${table}.at >= :${from} AND ${table}.at < :${end}`
  return [
    `    SELECT hour, path, language, ${sums.join(', ')}
    FROM totals_hours WHERE hour >= :firstHour AND hour < :endHour`,
    ...rawHours(sums, between('from', 'firstHour')),
    ...rawHours(sums, between('endHour', 'end')),
  ].join('\n    UNION ALL\n')
}

const CERTIFICATES = ['certifiable', 'trustedform', 'jornaya', 'both_certificates'] as const

const added = (sums: readonly HourSum[], rows: readonly string[], caller = '') =>
  `SELECT ${caller}hour, path, language, ${sums.map((sum) => `SUM(${sum}) AS ${sum}`).join(', ')}
  FROM (
${rows.join('\n    UNION ALL\n')}
  ) AS counted
  GROUP BY ${caller}hour, path, language`

const columns = <S extends HourSum>(sums: readonly S[]) => ({
  hour: integer,
  path: text,
  language: text,
  ...(Object.fromEntries(sums.map((sum) => [sum, integer])) as Record<S, typeof integer>),
})

/** Makes a change that affects how sessions count, and counts them again. Nothing else may change them before the transaction ends. */
export function* recount<T>(
  { tally }: WriteContext,
  counted: () => Rule<HourRow[]>,
  change: Rule<T>,
): Rule<T> {
  for (const row of yield* counted()) tally.addHour(row, -1)
  const result = yield* change
  for (const row of yield* counted()) tally.addHour(row, 1)
  return result
}

/** All that a session counts. */
export const allOf = (session: number) => (): Rule<HourRow[]> => all(hourSql.ofSession, session)

/** All that a session's registration counts, besides itself. */
export const certificatesOf = (session: number) => (): Rule<HourRow[]> => all(hourSql.certificatesOf, session)

/** The same for the sessions of a JSON list. */
export const certificatesOfAll = (sessions: string) => (): Rule<HourRow[]> =>
  all(hourSql.certificatesOfAll, sessions)

/** Counts this many of the sessions that are older than the totals by hour; until all are counted, reports read raw rows instead. Resolves
 *  to the number it found, which is below `limit` when none is left. */
function* countEarlierSessions({ tally }: WriteContext, limit: number): Rule<number> {
  const range = yield* one(hourSql.toCount)
  if (!range) return 0
  const sessions = yield* all(hourSql.next, range.first_session, range.last_session, limit)
  const list = JSON.stringify(sessions.map(({ session }) => session))
  yield* keepSessions(list)
  for (const row of yield* all(hourSql.ofAll, list)) tally.addHour(row, 1)
  yield* run(hourSql.counted, sessions.at(-1)!.session + 1)
  yield* run(hourSql.allCounted)
  return sessions.length
}

/** Locks the sessions of a JSON list until the transaction ends. */
export function* keepSessions(list: string): Rule<void> {
  yield* all(hourSql.keep, list)
}

/** True if all sessions are in the totals by hour. */
export function* areAllCounted(): Rule<boolean> {
  return (yield* one(hourSql.uncounted)) === null
}

/** Condition that the current row of `sessions` is in the totals by hour. */
export const IN_HOURS = `NOT EXISTS (SELECT 1 FROM uncounted_sessions
    WHERE sessions.session BETWEEN first_session AND last_session)`

const within = (sessions: string) => (table: string) => `${table}.session ${sessions} AND ${IN_HOURS}`

const hourSql = {
  ofSession: query(added(HOUR_SUMS, rawHours(HOUR_SUMS, within('= $1'))), columns(HOUR_SUMS)),
  ofAll: query(
    ({ numbersIn }) =>
      added(
        HOUR_SUMS,
        rawHours(HOUR_SUMS, (table) => `${table}.session IN ${numbersIn('$1')}`),
      ),
    columns(HOUR_SUMS),
  ),
  certificatesOf: query(
    added(CERTIFICATES, rawHours(CERTIFICATES, within('= $1'))),
    columns(CERTIFICATES),
    together({ of_session: 'integer' }, (asked) =>
      added(
        CERTIFICATES,
        [
          rawHours(CERTIFICATES, within('= of_session'))[0]!
            .replace('SELECT', 'SELECT caller,')
            .replace('FROM events', `FROM ${asked} JOIN events ON events.session = of_session`),
        ],
        'caller, ',
      ),
    ),
  ),
  certificatesOfAll: query(
    ({ numbersIn }) => added(CERTIFICATES, rawHours(CERTIFICATES, within(`IN ${numbersIn('$1')}`))),
    columns(CERTIFICATES),
  ),
  keep: query(
    ({ numbersIn, keepRows }) =>
      `SELECT session FROM sessions WHERE session IN ${numbersIn('$1')} ORDER BY uuid ${keepRows('sessions')}`,
    { session: integer },
  ),
  uncounted: query('SELECT last_session FROM uncounted_sessions', { last_session: integer }),
  toCount: query(
    ({ keepRows }) =>
      `SELECT first_session, last_session FROM uncounted_sessions ${keepRows('uncounted_sessions')}`,
    { first_session: integer, last_session: integer },
  ),
  next: query('SELECT session FROM sessions WHERE session BETWEEN $1 AND $2 ORDER BY session LIMIT $3', {
    session: integer,
  }),
  counted: command('UPDATE uncounted_sessions SET first_session = $1'),
  allCounted: command('DELETE FROM uncounted_sessions WHERE first_session > last_session'),
}

export const hourNoun = {
  writesInContext: ofAll({ countEarlierSessions }),
  sql: hourSql,
}
