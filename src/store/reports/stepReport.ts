import { LRUCache } from 'lru-cache'
import type { Flow } from '../../../schemas/flow.ts'
import type { DrilldownQuery, StepDropoffRow } from '../../../schemas/reports/reports.ts'
import { mayAnswer, stepsPage } from './drilldownSteps.ts'
import { addCounts, countSteps, dropoffRows } from './dropoff.ts'
import { walks, walkSql, type Walk } from './walks.ts'
import { HOUR_MS, hourOf } from '../../time/hour.ts'
import { newYorkDay, nextNewYorkDay } from '../../time/newYorkDay.ts'
import { openCountedHours } from './countedHours.ts'
import { all, integer, integerOrNull, json, one, only, query, type Rule } from '../statement.ts'

/** For how long one question walks visitors who are not counted yet, a day at least. What is left over is walked between
 *  questions, half of the time. */
const WALK_MS = 200
const SLICE_MS = 20

/** Flows are parsed once, as long as few are in use. */
const FLOWS = 16

interface Question {
  path: string
  from: number
  to: number
}

/** A range as far as it is counted: hours from `firstHour` to `endHour`, and visitors who came in parts of an hour around them. */
interface Counted {
  /** From when on visitors are counted: that of the question, unless older hours are still to be walked. */
  countedFrom: number
  from: number
  end: number
  firstHour: number
  endHour: number
}

/** The report of drop-off, and the visitors behind it. `runLater` runs a rule between the questions. */
export function openStepReport(
  runLater: (rule: Rule<void>) => void | Promise<void>,
  { walkMs = WALK_MS }: { walkMs?: number | undefined } = {},
) {
  const hours = openCountedHours()
  const flows = new LRUCache<number, Flow>({ max: FLOWS })
  /** The hours of each path that are still to be walked, the newest last. */
  const backlog = new Map<string, number[]>()
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  /** The flows of these versions. */
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

  /** Counts the newest of the missing hours, and takes it off them with those right before it in which nobody came: to ask for
   *  each of these would take longer than all the others together. */
  function* countNext(path: string, missing: number[]): Rule<void> {
    const hour = missing.pop()!
    hours.keep(path, hour, countSteps(yield* walked(path, hour, hour + HOUR_MS)))
    if (missing.length === 0) return
    const before = yield* one(stepReportSql.lastVisit, path, missing[0]!, hour)
    const next = before ? hourOf(before.at) : -Infinity
    while (missing.length > 0 && missing.at(-1)! > next) hours.keep(path, missing.pop()!, [])
  }

  /** Walks what is not counted yet of the range, the newest hours first, for as long as `walkMs`. */
  function* counted({ path, from, to }: Question): Rule<Counted> {
    yield* hours.catchUp()
    const { first, last } = yield* only(stepReportSql.ends)
    const start = Math.max(from, hourOf(first ?? to))
    const end = Math.max(start, Math.min(to, hourOf(last ?? to) + HOUR_MS - 1) + 1)
    const firstHour = Math.min(end, Math.ceil(start / HOUR_MS) * HOUR_MS)
    const endHour = Math.max(firstHour, hourOf(end))
    const missing = hoursBetween(firstHour, endHour).filter((hour) => !hours.isCounted(path, hour))
    const lastDay = newYorkDay(Math.max(0, endHour - 1))
    const until = performance.now() + walkMs
    for (let hour = missing.at(-1); hour !== undefined; hour = missing.at(-1)) {
      if (hour < lastDay && performance.now() > until) {
        const day = nextNewYorkDay(hour)
        if (hasVisitors(path, day, endHour)) {
          backlog.set(path, missing)
          timer ??= setTimeout(workOff, SLICE_MS)
          return { countedFrom: day, from: day, end, firstHour: day, endHour }
        }
      }
      yield* countNext(path, missing)
    }
    return { countedFrom: from, from: start, end, firstHour, endHour }
  }

  /** An answer without rows could not say from when on it counts. */
  const hasVisitors = (path: string, from: number, end: number): boolean =>
    hoursBetween(from, end).some((hour) => hours.countsOf(path, hour)?.length)

  async function workOff(): Promise<void> {
    try {
      await runLater(workOnce())
    } catch {
      // The next question meets the same trouble, and can say so.
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
      yield* countNext(path, missing)
    }
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
  lastVisit: query(
    `SELECT events.at AS at FROM events JOIN channels ON channels.channel = events.channel
     WHERE kind = 'page_visit' AND events.arrival = 0 AND path = $1 AND events.at >= $2 AND events.at < $3
     ORDER BY events.at DESC LIMIT 1`,
    { at: integer },
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
