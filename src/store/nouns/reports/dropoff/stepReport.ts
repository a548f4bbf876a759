import { LRUCache } from 'lru-cache'
import type { Flow } from '../../../../../schemas/flow/flow.ts'
import type { DrilldownQuery, StepDropoffRow } from '../../../../../schemas/reports/reports.ts'
import { mayAnswer, stepsPage } from './drilldownSteps.ts'
import { addCounts, countSteps, dropoffRows } from './stepCounts.ts'
import { walks, walkSql, type Walk } from './walks.ts'
import { HOUR_MS } from '../../../../time/durations.ts'
import { hourOf } from '../../../../time/hour.ts'
import { newYorkDay, nextNewYorkDay } from '../../../../time/newYorkDay.ts'
import { areAllCounted } from '../../totals/hours.ts'
import { openCountedHours } from './countedHours.ts'
import { keptHourSql, type HoursToKeep } from './keptHours.ts'
import { all, integer, integerOrNull, json, one, only, query, type Rule } from '../../../kernel/statement.ts'
import { walkSource } from './walkSource.ts'
import { writtenCounts } from './writtenCounts.ts'

/** Time for which one question walks visitors who aren't counted yet; the last day is always walked. The rest are walked between
 *  questions, half of the time. */
const WALK_MS = 200
const SLICE_MS = 20

/** Time from the end of an hour until it's saved. Few visitors answer later than that. */
const QUIET_MS = 2 * HOUR_MS
/** Most hours saved at a time. They take the writer some tens of milliseconds. */
const HOURS_AT_ONCE = 100

/** Most parsed flows in memory. */
const FLOWS = 16

interface Question {
  path: string
  from: number
  to: number
}

/** The counted part of a range: whole hours from `firstHour` to `endHour`, and visitors who came in partial hours around them. */
interface Counted {
  /** Time from which visitors are counted. It's the start of the question's range unless older hours still have to be walked. */
  countedFrom: number
  from: number
  end: number
  firstHour: number
  endHour: number
}

/** Opens the drop-off report and the list of visitors behind it. `runLater` runs a rule between questions. */
export function openStepReport(
  runLater: (rule: Rule<void>) => void | Promise<void>,
  { walkMs = WALK_MS }: { walkMs?: number | undefined } = {},
) {
  const hours = openCountedHours()
  const { flowsOf, walked } = openWalks()
  const { countHour, missingHours, hasVisitors } = hourCounts(hours, walked)
  const backlog = openBacklog(runLater, countHour)

  /** Walks the uncounted hours of the range, newest first, for about `walkMs`. */
  function* counted({ path, from, to }: Question): Rule<Counted> {
    yield* hours.catchUp()
    const { first, last } = yield* only(stepReportSql.ends)
    const start = Math.max(from, hourOf(first ?? to))
    const end = Math.max(start, Math.min(to, hourOf(last ?? to) + HOUR_MS - 1) + 1)
    const firstHour = Math.min(end, Math.ceil(start / HOUR_MS) * HOUR_MS)
    const endHour = Math.max(firstHour, hourOf(end))
    const missing = yield* missingHours(path, firstHour, endHour)
    const lastDay = newYorkDay(Math.max(0, endHour - 1))
    const until = performance.now() + walkMs
    for (let hour = missing.at(-1); hour !== undefined; hour = missing.at(-1)) {
      if (hour < lastDay && performance.now() > until) {
        const day = nextNewYorkDay(hour)
        if (hasVisitors(path, day, endHour)) {
          backlog.add(path, missing)
          return { countedFrom: day, from: day, end, firstHour: day, endHour }
        }
      }
      yield* countHour(path, missing.pop()!)
    }
    return { countedFrom: from, from: start, end, firstHour, endHour }
  }

  return {
    *report(question: Question): Rule<StepDropoffRow[]> {
      const { path } = question
      const { countedFrom, from, end, firstHour, endHour } = yield* counted(question)
      const counts = addCounts([
        countSteps(yield* walked(path, from, firstHour)),
        ...hoursBetween(firstHour, endHour).map((hour) => hours.countsOf(path, hour)!),
        countSteps(yield* walked(path, endHour, end)),
      ])
      return dropoffRows(counts, {
        versions: yield* all(stepReportSql.versions, path),
        flowOf: yield* flowsOf(counts.map(({ version }) => version)),
        countedFrom,
      })
    },

    *page(question: DrilldownQuery['steps']) {
      const { path, before } = question
      const { from, end, firstHour, endHour } = yield* counted(question)
      const may = mayAnswer(question)
      const latest = before === undefined ? Infinity : Number(before.split('.')[0])
      const parts = function* (): Generator<Rule<Walk[]>, void> {
        yield walked(path, endHour, end)
        for (const hour of hoursBetween(firstHour, endHour).reverse())
          if (hour <= latest && may(hours.countsOf(path, hour) ?? []))
            yield walked(path, hour, hour + HOUR_MS)
        yield walked(path, from, firstHour)
      }
      return yield* stepsPage(question, parts())
    },

    /** Hours that are quiet at `now` and not saved yet, some at a time; null if nothing is new. */
    *toKeep(now: number): Rule<HoursToKeep | null> {
      yield* hours.catchUp()
      const upTo = hours.settled()
      if (!upTo || !(yield* areAllCounted())) return null
      const walk = walkSource()
      const kept = yield* one(keptHourSql.upTo, walk)
      const missing = yield* all(keptHourSql.missing, hourOf(now) - QUIET_MS, walk, HOURS_AT_ONCE)
      const found: HoursToKeep['hours'] = []
      const until = performance.now() + walkMs
      for (const { path, hour } of missing) {
        if (found.length > 0 && performance.now() > until) break
        const isCounted = hours.isCounted(path, hour)
        if (!isCounted) yield* countHour(path, hour)
        found.push({ path, hour, counts: writtenCounts(hours.countsOf(path, hour)!) })
        // Questions load it from the database.
        if (!isCounted) hours.drop(path, hour)
      }
      const isNew = found.length > 0 || !kept || upTo.event > kept.event || upTo.step > kept.step
      return isNew || upTo.erasure > kept.erasure ? { walk, upTo, hours: found } : null
    },

    close: () => backlog.close(),
  }
}

/** Opens what walks visitors through the flow of their version. */
function openWalks() {
  const flows = new LRUCache<number, Flow>({ max: FLOWS })

  /** Loads the flows of these versions. */
  function* flowsOf(versions: Iterable<number>): Rule<(version: number) => Flow> {
    const found = new Map<number, Flow>()
    for (const version of new Set(versions)) {
      const flow = flows.get(version) ?? (yield* only(stepReportSql.flow, version)).flow
      flows.set(version, flow)
      found.set(version, flow)
    }
    return (version) => found.get(version)!
  }

  function* walked(path: string, from: number, end: number): Rule<Walk[]> {
    const visitors = yield* all(walkSql.visitors, path, from, end)
    return [...walks(visitors, yield* flowsOf(visitors.map(({ version }) => version)))]
  }

  return { flowsOf, walked }
}

/** Rules that count the visitors of whole hours. */
function hourCounts(
  hours: ReturnType<typeof openCountedHours>,
  walked: (path: string, from: number, end: number) => Rule<Walk[]>,
) {
  function* countHour(path: string, hour: number): Rule<void> {
    hours.keep(path, hour, countSteps(yield* walked(path, hour, hour + HOUR_MS)))
  }

  /** Hours that still have to be walked. The others had no visitors, or are counted. */
  function* missingHours(path: string, firstHour: number, endHour: number): Rule<number[]> {
    const uncounted = () => hoursBetween(firstHour, endHour).filter((hour) => !hours.isCounted(path, hour))
    const [first] = uncounted()
    if (first === undefined) return []
    if (yield* areAllCounted()) {
      const visited = yield* all(stepReportSql.visited, path, first, endHour)
      const withVisits = new Set(visited.map(({ hour }) => hour))
      for (const hour of uncounted()) if (!withVisits.has(hour)) hours.keep(path, hour, [])
    }
    yield* hours.load(path, uncounted())
    return uncounted()
  }

  /** True if an hour has counts. An answer without rows couldn't say when its counts begin. */
  const hasVisitors = (path: string, from: number, end: number): boolean =>
    hoursBetween(from, end).some((hour) => hours.countsOf(path, hour)?.length)

  return { countHour, missingHours, hasVisitors }
}

/** Opens the backlog of hours that are walked between questions. */
function openBacklog(
  runLater: (rule: Rule<void>) => void | Promise<void>,
  countHour: (path: string, hour: number) => Rule<void>,
) {
  /** Hours of each path that still have to be walked, newest last. */
  const backlog = new Map<string, number[]>()
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  async function workOff(): Promise<void> {
    try {
      await runLater(workOnce())
    } catch {
      // The next question runs into the same error and can report it.
      backlog.clear()
    }
    timer = backlog.size > 0 && !isClosed ? setTimeout(workOff, SLICE_MS) : undefined
  }

  function* workOnce(): Rule<void> {
    const [path, missing] = backlog.entries().next().value ?? []
    if (path === undefined || !missing) return
    const until = performance.now() + SLICE_MS
    while (performance.now() < until) {
      if (missing.length === 0) return void backlog.delete(path)
      yield* countHour(path, missing.pop()!)
    }
  }

  return {
    add(path: string, missing: number[]): void {
      backlog.set(path, missing)
      timer ??= setTimeout(workOff, SLICE_MS)
    },
    close(): void {
      isClosed = true
      clearTimeout(timer)
    },
  }
}

export const stepReportSql = {
  ends: query(
    `SELECT (SELECT MIN(at) FROM events WHERE kind = 'page_visit') AS first,
       (SELECT MAX(at) FROM events WHERE kind = 'page_visit') AS last`,
    { first: integerOrNull, last: integerOrNull },
  ),
  visited: query(
    `SELECT hour FROM totals_hours WHERE path = $1 AND hour >= $2 AND hour < $3
     GROUP BY hour HAVING SUM(page_visits) > 0`,
    { hour: integer },
  ),
  versions: query(
    'SELECT version, activated_at, deactivated_at FROM versions WHERE path = $1 ORDER BY version',
    { version: integer, activated_at: integer, deactivated_at: integerOrNull },
  ),
  flow: query('SELECT flow FROM versions WHERE version = $1', { flow: json<Flow>() }),
}

function hoursBetween(first: number, end: number): number[] {
  return Array.from({ length: Math.max(0, (end - first) / HOUR_MS) }, (_, index) => first + index * HOUR_MS)
}
