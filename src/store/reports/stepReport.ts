import type { DatabaseSync } from 'node:sqlite'
import { LRUCache } from 'lru-cache'
import type { Flow } from '../../../schemas/flow.ts'
import type { BehindQuery, StepDropoffRow } from '../../../schemas/reports.ts'
import type { Bound } from './drilldown.ts'
import { mayAnswer, stepsPage } from './drilldownSteps.ts'
import { addCounts, countSteps, dropoffRows, type LiveVersion, type StepCount } from './dropoff.ts'
import { VISITORS_SQL, walks, type VisitorStep, type Walk } from './walks.ts'
import { newYorkDay, nextNewYorkDay } from '../../time/newYorkDay.ts'
import { HOUR_MS, openCountedHours } from './countedHours.ts'
import { prepare } from '../engines/sqlite/driver.ts'

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

/** The report of drop-off, and the visitors behind it, of a database that is only read. */
export function openStepReport(db: DatabaseSync, walkMs = WALK_MS) {
  const hours = openCountedHours(db)
  const visitors = prepare(db, VISITORS_SQL)
  const ends = prepare(
    db,
    `SELECT (SELECT MIN(at) FROM events WHERE kind = 'page_visit') AS first,
       (SELECT MAX(at) FROM events WHERE kind = 'page_visit') AS last`,
  )
  const versions = prepare(
    db,
    'SELECT version, activated_at, deactivated_at FROM versions WHERE path = $1 ORDER BY version',
  )
  const flowText = prepare(db, 'SELECT flow FROM versions WHERE version = $1')
  const flows = new LRUCache<number, Flow>({ max: FLOWS })
  /** The hours of each path that are still to be walked, the newest last. */
  const backlog = new Map<string, number[]>()
  let timer: NodeJS.Timeout | undefined

  function flowOf(version: number): Flow {
    const known = flows.get(version)
    if (known) return known
    const flow = JSON.parse(String(flowText.get(version)?.['flow'])) as Flow
    flows.set(version, flow)
    return flow
  }

  const walked = (path: string, from: number, end: number): Generator<Walk, void> =>
    walks(visitors.iterate(path, from, end) as Iterable<object> as Iterable<VisitorStep>, flowOf)

  const count = (path: string, hour: number): void =>
    hours.keep(path, hour, countSteps(walked(path, hour, hour + HOUR_MS)))

  /** Walks what is not counted yet of the range, the newest hours first, for as long as `walkMs`. */
  function counted({ path, from, to }: Question): Counted {
    hours.catchUp()
    const { first, last } = ends.get() as { first: number | null; last: number | null }
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
      count(path, hour)
      missing.pop()
    }
    return { countedFrom: from, from: start, end, firstHour, endHour }
  }

  /** An answer without rows could not say from when on it counts. */
  const hasVisitors = (path: string, from: number, end: number): boolean =>
    hoursBetween(from, end).some((hour) => hours.countsOf(path, hour)?.length)

  function workOff(): void {
    timer = undefined
    try {
      workOnce()
    } catch {
      // The next question meets the same trouble, and can say so.
      backlog.clear()
    }
  }

  function workOnce(): void {
    const [path, missing] = backlog.entries().next().value ?? []
    if (path === undefined || !missing) return
    const until = performance.now() + SLICE_MS
    while (performance.now() < until) {
      const hour = missing.pop()
      if (hour === undefined) {
        backlog.delete(path)
        break
      }
      count(path, hour)
    }
    timer = setTimeout(workOff, SLICE_MS)
  }

  return {
    report(question: Question): StepDropoffRow[] {
      const { path } = question
      const { countedFrom, from, end, firstHour, endHour } = counted(question)
      const parts = function* (): Generator<StepCount[], void> {
        yield countSteps(walked(path, from, firstHour))
        for (const hour of hoursBetween(firstHour, endHour)) yield hours.countsOf(path, hour)!
        yield countSteps(walked(path, endHour, end))
      }
      return dropoffRows(addCounts(parts()), {
        versions: versions.all(path) as unknown as LiveVersion[],
        flowOf,
        countedFrom,
      })
    },

    page(question: BehindQuery['steps'], run: (bound: Bound) => Record<string, unknown>[]) {
      const { path, before } = question
      const { from, end, firstHour, endHour } = counted(question)
      const may = mayAnswer(question)
      const latest = before === undefined ? Infinity : Number(before.split('.')[0])
      const parts = function* (): Generator<Iterable<Walk>, void> {
        yield walked(path, endHour, end)
        for (const hour of hoursBetween(firstHour, endHour).reverse())
          if (hour <= latest && may(hours.countsOf(path, hour) ?? []))
            yield walked(path, hour, hour + HOUR_MS)
        yield walked(path, from, firstHour)
      }
      return stepsPage(question, parts(), run)
    },

    close: () => clearTimeout(timer),
  }
}

function hourOf(at: number): number {
  return Math.floor(at / HOUR_MS) * HOUR_MS
}

function hoursBetween(first: number, end: number): number[] {
  return Array.from({ length: Math.max(0, (end - first) / HOUR_MS) }, (_, index) => first + index * HOUR_MS)
}
