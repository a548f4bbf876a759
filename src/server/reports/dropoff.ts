import type { AnswerRecord } from '../../../schemas/answer.ts'
import type { Flow } from '../../../schemas/flow.ts'
import type { StepDropoffRow } from '../../../schemas/reports.ts'
import type { Origin } from '../../../schemas/session.ts'
import { leaves, stepId } from '../../flow/elements.ts'
import { recordedAnswers } from '../../flow/judge.ts'
import { walk, type Stop } from '../../flow/walk.ts'
import { gathered } from './query.ts'

/** Every session is walked through its flow, which takes 0.1 ms: the newest of a range stand for the rest. */
export const WALKED_SESSIONS = 20_000

interface FlowColumns {
  session: 0
  version: number
  flow: string
  activated_at: number
  deactivated_at: number | null
}
interface StepColumns {
  session: number
  version: number
  flow: null
  origin: string
  /** Null for a session that answered nothing. */
  offer_key: string | null
  step_key: string
  answers: string
  time_on_step: number
}

/** Where visitors who came in the range leave off. The walk of `src/flow` says which steps the rules led each of them to,
 *  so a step that was passed over for somebody does not count as left by them.
 *  A visitor who is forgotten left no answers to walk by, and does not count.
 *  Of a range with more sessions than WALKED_SESSIONS, the newest. */
export const stepDropoff = gathered<FlowColumns | StepColumns, StepDropoffRow>(
  `SELECT 0 AS session, 0 AS entry, version, flow, activated_at, deactivated_at, '' AS origin, '' AS offer_key,
    '' AS step_key, '' AS answers, 0 AS time_on_step
  FROM versions WHERE path = :path
  UNION ALL
  SELECT sessions.session, entry, version, NULL, NULL, NULL, origin, offer_key, step_key, answers, time_on_step
  FROM sessions LEFT JOIN steps ON steps.session = sessions.session
  WHERE forgotten = 0 AND sessions.session IN (
    SELECT session FROM events JOIN channels ON channels.channel = events.channel
    WHERE kind = 'page_visit' AND path = :path AND at >= :from AND at < :end
    ORDER BY at DESC, session DESC LIMIT ${WALKED_SESSIONS}
  )
  ORDER BY session, entry`,
  (selected) => {
    const versions = new Map<number, Version>()
    let visitor: StepColumns[] = []
    const finish = () => {
      const version = visitor[0] && versions.get(visitor[0].version)
      if (version) count(version, visitor)
    }
    for (const columns of selected) {
      if (columns.flow !== null) {
        versions.set(columns.version, versionOf(columns))
        continue
      }
      if (columns.session !== visitor[0]?.session) {
        finish()
        visitor = []
      }
      visitor.push(columns)
    }
    finish()
    return [...versions.values()].sort((a, b) => a.cell.version_id - b.cell.version_id).flatMap(rowsOf)
  },
)

interface Version {
  cell: Pick<StepDropoffRow, 'version_id' | 'activation_date' | 'deactivation_date'>
  flow: Flow
  /** In the order of the flow. */
  steps: Map<string, Step>
}
interface Step extends Pick<StepDropoffRow, 'offer' | 'step' | 'position' | 'shown' | 'left'> {
  timesMs: number[]
}

function versionOf({ version, flow: text, activated_at, deactivated_at }: FlowColumns): Version {
  const flow = JSON.parse(text) as Flow
  const steps = flow.offer_order.flatMap((offer) =>
    (flow.ui_config.offers[offer]?.steps ?? []).map(({ name }) => ({ offer, step: name })),
  )
  return {
    cell: { version_id: version, activation_date: activated_at, deactivation_date: deactivated_at },
    flow,
    steps: new Map(
      steps.map(({ offer, step }, index) => [
        stepId({ offer_key: offer, step_key: step }),
        { offer, step, position: index + 1, shown: 0, left: 0, timesMs: [] },
      ]),
    ),
  }
}

function count({ flow, steps }: Version, visitor: readonly StepColumns[]): void {
  const origin = JSON.parse(visitor[0]!.origin) as Origin
  const submissions = visitor.flatMap(({ offer_key, step_key, answers }) =>
    offer_key === null ? [] : [{ offer_key, step_key, answers: JSON.parse(answers) as AnswerRecord[] }],
  )
  const { trail, current } = walk(flow, origin, recordedAnswers(flow, origin, submissions))
  for (const stop of trail) {
    const step = steps.get(stepId(stop))
    if (!step || stop.kind !== 'shown') continue
    step.shown++
    if (stop === current && goesOn(stop.step)) step.left++
  }
  for (const { offer_key, step_key, time_on_step } of visitor)
    if (offer_key !== null) steps.get(stepId({ offer_key, step_key }))?.timesMs.push(time_on_step)
}

/** A page that asks for nothing is where a visitor arrives, not where one is lost. */
function goesOn({ questions }: Stop['step']): boolean {
  return leaves(questions).some(
    (element) => element.type !== 'container' || ('submit' in element && element.submit === true),
  )
}

function rowsOf({ cell, steps }: Version): StepDropoffRow[] {
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
