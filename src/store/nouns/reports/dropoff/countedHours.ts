import { all, integer, one, only, query, type RowOf, type Rule } from '../../../kernel/statement.ts'
import { changedHours, missesErasures, type UpTo } from './changedHours.ts'
import type { StepCount } from './stepCounts.ts'
import { keptHourSql } from './keptHours.ts'
import { walkSource } from './walkSource.ts'
import { readCounts } from './writtenCounts.ts'

/** Hours of each path whose visitors have been walked, with their counts, in memory. They're walked here or loaded from the hours that
 *  the database keeps.
 *  A visitor counts in the hour in which they came, whenever they answer. */

/** Newest rows that were read. Newer rows may have changed an hour, and so may rows of transactions that were open then, although those
 *  have lower numbers. */
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
}

export function openCountedHours() {
  const steps = openNumbers()
  const paths = new Map<string, Map<number, Packed>>()
  /** Newest read up to which no more rows can appear. */
  let settled: ReadSoFar | null = null
  /** Reads since then, newest last. */
  const unsettled: ReadSoFar[] = []

  function keep(path: string, hour: number, counts: readonly StepCount[]): void {
    const hours = paths.get(path) ?? new Map<number, Packed>()
    paths.set(path, hours.set(hour, pack(counts, steps)))
  }

  function* dropChanged(since: UpTo, now: UpTo): Rule<void> {
    if (yield* missesErasures(since)) return paths.clear()
    for (const { path, hour } of yield* changedHours(since, now)) paths.get(path)?.delete(hour)
  }

  return {
    /** Drops the hours that have changed since the last time because a visitor came, answered, or was forgotten. */
    *catchUp(): Rule<void> {
      const before = settled
      const now = yield* only(countedHourSql.newest)
      if (unsettled.length < MOST_UNSETTLED) unsettled.push(now)
      const last = unsettled.findLastIndex(({ next_open }) => next_open <= now.oldest_open)
      if (last >= 0) settled = unsettled.splice(0, last + 1).at(-1)!
      if (before) yield* dropChanged(before, now)
      else paths.clear()
    },
    /** Loads the counts that the database keeps of these hours, except for hours that have changed since. */
    *load(path: string, hours: readonly number[]): Rule<void> {
      const upTo = yield* one(keptHourSql.upTo, walkSource())
      if (!upTo) return
      const kept = yield* all(keptHourSql.of, path, JSON.stringify(hours), walkSource())
      for (const { hour, counts } of kept) keep(path, hour, readCounts(counts))
      if (kept.length > 0) yield* dropChanged(upTo, yield* only(countedHourSql.newest))
    },
    /** Newest rows up to which no more can appear; null if that isn't known yet. */
    settled: (): UpTo | null => settled,
    keep,
    drop: (path: string, hour: number) => void paths.get(path)?.delete(hour),
    isCounted: (path: string, hour: number): boolean => paths.get(path)?.has(hour) ?? false,
    /** Counts of an hour; null if it isn't counted. */
    countsOf(path: string, hour: number): StepCount[] | null {
      const packed = paths.get(path)?.get(hour)
      return packed ? unpack(packed, steps) : null
    },
  }
}

/** Most reads that are remembered. If a transaction stays open for longer than these, more is read again. */
const MOST_UNSETTLED = 100

/** Counts of an hour in one array, which takes a tenth of the memory of its objects. For each step it holds its number, `shown`, `left`,
 *  the number of times, and the times. */
type Packed = Uint32Array | Float64Array

function pack(counts: readonly StepCount[], steps: Numbers): Packed {
  const size = counts.reduce((sum, { timesMs }) => sum + 4 + timesMs.length, 0)
  const isShort = counts.every(({ timesMs }) => (timesMs[timesMs.length - 1] ?? 0) < 2 ** 32)
  const packed = isShort ? new Uint32Array(size) : new Float64Array(size)
  let at = 0
  for (const { version, id, shown, left, timesMs } of counts) {
    packed.set([steps.numberOf(version, id), shown, left, timesMs.length], at)
    packed.set(timesMs, at + 4)
    at += 4 + timesMs.length
  }
  return packed
}

function unpack(packed: Packed, steps: Numbers): StepCount[] {
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

/** Assigns a number to each step of each version. */
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
