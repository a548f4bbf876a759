import type { StepDropoffRow } from '../../../schemas/reports.ts'
import { stepId } from '../../flow/elements.ts'
import { gathered } from './query.ts'
import { WALK_SQL, walks, type FlowVersion, type Walk, type WalkColumns } from './walks.ts'

/** Where visitors who came in the range leave off: a step that was passed over for somebody does not count as left by them. */
export const stepDropoff = gathered<WalkColumns, StepDropoffRow>(WALK_SQL, (selected) => {
  const counts = new Map<number, Count>()
  for (const walk of walks(selected)) {
    const { version } = walk.version
    if (!counts.has(version)) counts.set(version, countOf(walk.version))
    add(counts.get(version)!, walk)
  }
  return [...counts.values()].sort((a, b) => a.cell.version_id - b.cell.version_id).flatMap(rowsOf)
})

interface Count {
  cell: Pick<StepDropoffRow, 'version_id' | 'activation_date' | 'deactivation_date'>
  /** In the order of the flow. */
  steps: Map<string, Step>
}
interface Step extends Pick<StepDropoffRow, 'offer' | 'step' | 'position' | 'shown' | 'left'> {
  timesMs: number[]
}

function countOf({ version, flow, activated_at, deactivated_at }: FlowVersion): Count {
  const steps = flow.offer_order.flatMap((offer) =>
    (flow.ui_config.offers[offer]?.steps ?? []).map(({ name }) => ({ offer, step: name })),
  )
  return {
    cell: { version_id: version, activation_date: activated_at, deactivation_date: deactivated_at },
    steps: new Map(
      steps.map(({ offer, step }, index) => [
        stepId({ offer_key: offer, step_key: step }),
        { offer, step, position: index + 1, shown: 0, left: 0, timesMs: [] },
      ]),
    ),
  }
}

function add({ steps }: Count, { shown, lostAt, answered }: Walk): void {
  for (const stop of shown) {
    const step = steps.get(stepId(stop))
    if (!step) continue
    step.shown++
    if (stop === lostAt) step.left++
  }
  for (const { id, timeMs } of answered) steps.get(id)?.timesMs.push(timeMs)
}

function rowsOf({ cell, steps }: Count): StepDropoffRow[] {
  return [...steps.values()]
    .filter(({ shown }) => shown > 0)
    .map(({ timesMs, ...step }) => ({
      ...cell,
      ...step,
      answered: step.shown - step.left,
      median_ms: median(timesMs),
    }))
}

function median(numbers: number[]): number | null {
  const sorted = numbers.sort((a, b) => a - b)
  const middle = sorted.length >> 1
  if (sorted.length === 0) return null
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}
