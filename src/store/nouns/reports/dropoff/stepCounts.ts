import type { Flow } from '../../../../../schemas/flow/flow.ts'
import type { StepDropoffRow } from '../../../../../schemas/reports/reports.ts'
import { asksNothing } from '../../../../flow/progress.ts'
import { placesOf } from '../../../../flow/walk.ts'
import { median } from '../../totals/median.ts'
import type { Walk } from './walks.ts'

/** Counts of where visitors drop off. A step that was skipped for a visitor doesn't count as left by them. */

/** Counts of one step of one version. `id` is its stepId. */
export interface StepCount {
  version: number
  id: string
  shown: number
  left: number
  /** Time that each answer took, in ascending order. */
  timesMs: ArrayLike<number>
}

export function countSteps(walked: Iterable<Walk>): StepCount[] {
  const counts = new Map<string, StepCount & { timesMs: number[] }>()
  const countOf = (version: number, id: string) => {
    const key = `${version} ${id}`
    const known = counts.get(key)
    if (known) return known
    const count = { version, id, shown: 0, left: 0, timesMs: new Array<number>() }
    counts.set(key, count)
    return count
  }
  for (const { version, shown, lostAt, answered } of walked) {
    for (const stop of shown) {
      const count = countOf(version, stop.id)
      count.shown++
      if (stop === lostAt) count.left++
    }
    for (const { id, timeMs } of answered) countOf(version, id).timesMs.push(timeMs)
  }
  for (const { timesMs } of counts.values()) timesMs.sort((a, b) => a - b)
  return [...counts.values()]
}

/** Counts of one step over many hours. */
export type StepSum = Omit<StepCount, 'timesMs'> & { timesMs: ArrayLike<number>[] }

/** Adds up the counts of many hours. */
export function addCounts(hours: Iterable<readonly StepCount[]>): StepSum[] {
  const sums = new Map<string, StepSum>()
  for (const counts of hours)
    for (const { version, id, shown, left, timesMs } of counts) {
      const key = `${version} ${id}`
      const sum = sums.get(key)
      if (!sum) sums.set(key, { version, id, shown, left, timesMs: [timesMs] })
      else {
        sum.shown += shown
        sum.left += left
        sum.timesMs.push(timesMs)
      }
    }
  return [...sums.values()]
}

export interface LiveVersion {
  version: number
  activated_at: number
  deactivated_at: number | null
}

/** One row for each step that was shown to a visitor, in the order of the flow. `countedFrom`: see StepDropoffRow. */
export function dropoffRows(
  counts: readonly StepSum[],
  {
    versions,
    flowOf,
    countedFrom,
  }: {
    versions: readonly LiveVersion[]
    flowOf: (version: number) => Flow
    countedFrom: number
  },
): StepDropoffRow[] {
  return versions.flatMap(({ version, activated_at, deactivated_at }) => {
    const shown = counts.filter((count) => count.version === version && count.shown > 0)
    if (shown.length === 0) return []
    const byId = new Map(shown.map((count) => [count.id, count]))
    const places = placesOf(flowOf(version))
    return places.flatMap(({ id, offer_key, step_key, step, index }) => {
      const count = byId.get(id)
      if (!count) return []
      const isLast = index === places.length - 1 || asksNothing(step)
      return {
        version_id: version,
        activation_date: activated_at,
        deactivation_date: deactivated_at,
        offer: offer_key,
        step: step_key,
        position: index + 1,
        shown: count.shown,
        answered: isLast ? null : count.shown - count.left,
        left: count.left,
        median_ms: median(count.timesMs),
        counted_from: countedFrom,
      }
    })
  })
}
