import type { OfferAge } from '../../../../schemas/reports/experiments.ts'
import type { ArmHour } from '../../../rows/experiments/verdict.ts'
import { DAY_MS, HOUR_MS } from '../../../time/durations.ts'
import { LEDGER_SQL } from '../../kernel/ledgerSql.ts'
import { all, integer, query, text, type Dialect, type Rule } from '../../kernel/statement.ts'

/** Counts an experiment from raw rows. A visitor is a session. It counts from its first page visit, for the version that it got then. */

export interface CountAsked {
  path: string
  versions: readonly number[]
  from: number
  /** First visits before this count. */
  to: number
  windowDays: number
  ages: readonly OfferAge[]
  /** Most that a visitor counts for, in cents. */
  cap: number
}

/** Visitors by version and by the hour of their first visit. */
export function* experimentHours(asked: CountAsked): Rule<ArmHour[]> {
  const { path, from, to, windowDays } = asked
  const range = [from, to, JSON.stringify(asked.versions)]
  const hours = new Map<string, ArmHour>()
  for (const { version, hour, visitors } of yield* all(experimentHourSql.visitors, ...range))
    hours.set(`${version} ${hour}`, { ...EMPTY, version, hour, visitors })
  const at = (version: number, hour: number) => hours.get(`${version} ${hour}`)
  const until = windowDays * DAY_MS
  for (const { version, hour, n } of yield* all(experimentHourSql.registrations, ...range, until)) {
    const row = at(version, hour)
    if (row) row.registrations = n
  }
  for (const { version, hour, n } of yield* all(experimentHourSql.leads, ...range, until)) {
    const row = at(version, hour)
    if (row) row.leads = n
  }
  const entries = yield* all(experimentHourSql.entries, ...range, path)
  for (const { version, hour, counted, later } of earnedBy(entries, asked)) {
    const row = at(version, hour)
    // A visit that was saved since the first query counts at the next look.
    if (!row) continue
    const cents = Math.max(-asked.cap, Math.min(asked.cap, counted))
    row.cents += cents
    row.squares += cents ** 2
    row.earners += cents === 0 ? 0 : 1
    row.capped += cents === counted ? 0 : 1
    row.later += later
  }
  return [...hours.values()]
}

const EMPTY = { registrations: 0, leads: 0, cents: 0, squares: 0, earners: 0, capped: 0, later: 0 }

interface Entry {
  session: number
  version: number
  hour: number
  offer: string
  age: number
  cents: number
}

/** Net revenue of each session, within the ages of its offers and after them. */
function earnedBy(entries: readonly Entry[], { ages, windowDays }: CountAsked) {
  const ageOf = new Map(ages.map(({ offer, days }) => [offer, days]))
  const earned = new Map<number, { version: number; hour: number; counted: number; later: number }>()
  for (const { session, version, hour, offer, age, cents } of entries) {
    const before = earned.get(session) ?? { version, hour, counted: 0, later: 0 }
    const counts = age < (ageOf.get(offer) ?? windowDays) * DAY_MS
    earned.set(session, {
      ...before,
      counted: before.counted + (counts ? cents : 0),
      later: before.later + (counts ? 0 : cents),
    })
  }
  return earned.values()
}

/** Sales and returns of a path's visitors since `from`, by offer and by the visitor's age in days. */
export const earnedByAge = (path: string, from: number) => all(experimentHourSql.byAge, path, from)

/** The largest net revenues of single visitors of a path since `from`, and how many visitors there were. */
export function* highEarners(path: string, from: number): Rule<{ cents: number[]; visitors: number }> {
  const earners = yield* all(experimentHourSql.earners, path, from)
  const { visitors } = (yield* all(experimentHourSql.newVisitors, path, from))[0]!
  return { cents: earners.map(({ cents }) => cents), visitors }
}

const FIRST = "first.kind = 'page_visit' AND first.offer = '' AND first.arrival = 0"

/** First visits in [$1, $2) of the versions in $3. */
const firstVisits = ({ numbersIn }: Dialect) =>
  `${FIRST} AND first.at >= $1 AND first.at < $2 AND first.version IN ${numbersIn('$3')}`

/** Hours from $1 to the first visit. SQLite gets numbers as fractions, hence the cast. */
const HOUR = `CAST(first.at - $1 AS BIGINT) / ${HOUR_MS}`

export const experimentHourSql = {
  visitors: query(
    (dialect) => `SELECT first.version AS version, ${HOUR} AS hour, COUNT(*) AS visitors FROM events AS first
     WHERE ${firstVisits(dialect)} GROUP BY first.version, ${HOUR}`,
    { version: integer, hour: integer, visitors: integer },
  ),
  registrations: query(
    (dialect) => `SELECT first.version AS version, ${HOUR} AS hour, COUNT(*) AS n
     FROM events AS first JOIN events AS done ON done.session = first.session AND done.kind = 'registration'
     WHERE ${firstVisits(dialect)} AND done.at < first.at + $4 GROUP BY first.version, ${HOUR}`,
    { version: integer, hour: integer, n: integer },
  ),
  leads: query(
    (dialect) => `SELECT first.version AS version, ${HOUR} AS hour, COUNT(*) AS n
     FROM events AS first JOIN leads ON leads.session = first.session
     WHERE ${firstVisits(dialect)} AND leads.at < first.at + $4 GROUP BY first.version, ${HOUR}`,
    { version: integer, hour: integer, n: integer },
  ),
  entries: query(
    (
      dialect,
    ) => `SELECT booked.session AS session, first.version AS version, ${HOUR} AS hour, booked.offer AS offer,
       booked.at - first.at AS age, booked.cents AS cents
     FROM ${LEDGER_SQL} AS booked JOIN events AS first ON first.session = booked.session
     WHERE booked.path = $4 AND booked.at >= $1 AND ${firstVisits(dialect)}`,
    { session: integer, version: integer, hour: integer, offer: text, age: integer, cents: integer },
  ),
  byAge: query(
    `SELECT booked.offer AS offer, (booked.at - first.at) / ${DAY_MS} AS age, CAST(SUM(ABS(booked.cents)) AS BIGINT) AS cents
     FROM ${LEDGER_SQL} AS booked JOIN events AS first ON first.session = booked.session
     WHERE booked.path = $1 AND booked.at >= $2 AND first.at >= $2 AND ${FIRST}
     GROUP BY booked.offer, (booked.at - first.at) / ${DAY_MS} ORDER BY offer, age`,
    { offer: text, age: integer, cents: integer },
  ),
  earners: query(
    `SELECT CAST(SUM(booked.cents) AS BIGINT) AS cents FROM ${LEDGER_SQL} AS booked
     WHERE booked.path = $1 AND booked.at >= $2 GROUP BY booked.session ORDER BY 1 DESC LIMIT 5000`,
    { cents: integer },
  ),
  newVisitors: query(
    `SELECT COUNT(*) AS visitors FROM events AS first JOIN versions ON versions.version = first.version
     WHERE ${FIRST} AND versions.path = $1 AND first.at >= $2`,
    { visitors: integer },
  ),
}
