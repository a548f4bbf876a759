import { HOUR_MS } from '../../time/hour.ts'
import type { StepCount } from './dropoff.ts'
import { all, integer, only, query, text, type RowOf, type Rule } from '../statement.ts'

/** The hours of each path whose visitors have been walked, with what the walks count. They follow from the database and are
 *  kept in memory alone: what is counted is always of the database that is open, and no disk has to take it.
 *  A visitor counts in the hour in which they came, whenever they answer. */

/** How far the database was read: everything newer may have changed an hour, and so may what transactions write that were open
 *  then, though it has lower numbers. */
const readSoFar = {
  event: integer,
  step: integer,
  erasure: integer,
  oldest_open: integer,
  next_open: integer,
}
type ReadSoFar = RowOf<typeof readSoFar>

export const countedHourSql = {
  newest: query(
    ({
      openTransactions: { oldest, next },
    }) => `SELECT COALESCE((SELECT MAX(entry) FROM events), 0) AS event, COALESCE((SELECT MAX(entry) FROM steps), 0) AS step,
       COALESCE((SELECT MAX(mark) FROM erasures), 0) AS erasure, ${oldest} AS oldest_open, ${next} AS next_open`,
    readSoFar,
  ),
  oldestErasure: query('SELECT COALESCE(MIN(mark), 0) AS mark FROM erasures', { mark: integer }),
  changed: query(
    `SELECT DISTINCT path, at / ${HOUR_MS} * ${HOUR_MS} AS hour
     FROM (
       SELECT session FROM events WHERE entry > $1 AND entry <= $2 AND kind = 'page_visit'
       UNION SELECT session FROM steps WHERE entry > $3 AND entry <= $4
       UNION SELECT session FROM sessions
         WHERE uuid IN (SELECT uuid FROM erasures WHERE mark > $5 AND mark <= $6)
     ) AS changed
       JOIN events ON events.session = changed.session AND kind = 'page_visit' AND arrival = 0
       JOIN channels ON channels.channel = events.channel`,
    { path: text, hour: integer },
  ),
}

export function openCountedHours() {
  const steps = openNumbers()
  const paths = new Map<string, Map<number, Float64Array>>()
  /** Up to where nothing can come any more. */
  let settled: ReadSoFar | null = null
  /** What was read since, the newest last. */
  const unsettled: ReadSoFar[] = []

  return {
    /** Drops the hours that have changed since the last time: somebody came, answered, or was forgotten. */
    *catchUp(): Rule<void> {
      const before = settled
      const now = yield* only(countedHourSql.newest)
      if (unsettled.length < MOST_UNSETTLED) unsettled.push(now)
      const last = unsettled.findLastIndex(({ next_open }) => next_open <= now.oldest_open)
      if (last >= 0) settled = unsettled.splice(0, last + 1).at(-1)!
      if (!before) return paths.clear()
      // Only the newest erasures are listed.
      if ((yield* only(countedHourSql.oldestErasure)).mark > before.erasure + 1) return paths.clear()
      const cursors = [before.event, now.event, before.step, now.step, before.erasure, now.erasure]
      for (const { path, hour } of yield* all(countedHourSql.changed, ...cursors))
        paths.get(path)?.delete(hour)
    },
    keep(path: string, hour: number, counts: readonly StepCount[]): void {
      const hours = paths.get(path) ?? new Map<number, Float64Array>()
      paths.set(path, hours.set(hour, pack(counts, steps)))
    },
    isCounted: (path: string, hour: number): boolean => paths.get(path)?.has(hour) ?? false,
    /** Null when the hour is not counted. */
    countsOf(path: string, hour: number): StepCount[] | null {
      const packed = paths.get(path)?.get(hour)
      return packed ? unpack(packed, steps) : null
    },
  }
}

/** Where a transaction stays open for long, more is read again. */
const MOST_UNSETTLED = 100

/** One array an hour takes a fifth of the memory of its objects: for each step its number, `shown`, `left`, how many times
 *  there are, and the times. */
function pack(counts: readonly StepCount[], steps: Numbers): Float64Array {
  const packed = new Float64Array(counts.reduce((sum, { timesMs }) => sum + 4 + timesMs.length, 0))
  let at = 0
  for (const { version, id, shown, left, timesMs } of counts) {
    packed.set([steps.numberOf(version, id), shown, left, timesMs.length], at)
    packed.set(timesMs, at + 4)
    at += 4 + timesMs.length
  }
  return packed
}

function unpack(packed: Float64Array, steps: Numbers): StepCount[] {
  const counts: StepCount[] = []
  for (let at = 0; at < packed.length;) {
    const [step, shown, left, times] = packed.subarray(at, (at += 4)) as unknown as [
      number,
      number,
      number,
      number,
    ]
    counts.push({ ...steps.stepOf(step), shown, left, timesMs: packed.subarray(at, (at += times)) })
  }
  return counts
}

type Numbers = ReturnType<typeof openNumbers>

/** A number for each step of each version. */
function openNumbers() {
  const steps: Pick<StepCount, 'version' | 'id'>[] = []
  const numbers = new Map<string, number>()
  return {
    stepOf: (number: number) => steps[number]!,
    numberOf(version: number, id: string): number {
      const key = `${version} ${id}`
      const number = numbers.get(key) ?? steps.push({ version, id }) - 1
      numbers.set(key, number)
      return number
    },
  }
}
