import type { AnswerRecord } from '../../../schemas/answer.ts'
import type { Flow } from '../../../schemas/flow.ts'
import type { Origin } from '../../../schemas/session.ts'
import { stepId } from '../../flow/elements.ts'
import { recordedAnswers } from '../../flow/judge.ts'
import { asksNothing } from '../../flow/progress.ts'
import { walk, type Stop } from '../../flow/walk.ts'

/** Every visitor of a path walked through the flow again: the walk of `src/flow` says which steps the rules led each to. */

/** A walk takes 0.1 ms: the newest of a range stand for the rest. */
const WALKED_SESSIONS = 20_000

interface FlowColumns {
  session: 0
  version: number
  flow: string
  activated_at: number
  deactivated_at: number | null
}
interface StepColumns {
  session: number
  at: number
  version: number
  flow: null
  origin: string
  /** Null for a session that answered nothing. */
  offer_key: string | null
  step_key: string
  answers: string
  time_on_step: number
}
export type WalkColumns = FlowColumns | StepColumns

/** The path's versions, then what each visitor of the range recorded, visitor by visitor.
 *  A visitor who is forgotten left no answers to walk by, and does not count.
 *  Of a range with more sessions than WALKED_SESSIONS, the newest. */
export const WALK_SQL = `SELECT 0 AS session, 0 AS entry, version, flow, activated_at, deactivated_at, 0 AS at, '' AS origin,
    '' AS offer_key, '' AS step_key, '' AS answers, 0 AS time_on_step
  FROM versions WHERE path = :path
  UNION ALL
  SELECT sessions.session, entry, version, NULL, NULL, NULL, sessions.at, origin, offer_key, step_key, answers,
    time_on_step
  FROM sessions LEFT JOIN steps ON steps.session = sessions.session
  WHERE forgotten = 0 AND sessions.session IN (
    SELECT session FROM events JOIN channels ON channels.channel = events.channel
    WHERE kind = 'page_visit' AND path = :path AND at >= :from AND at < :end
    ORDER BY at DESC, session DESC LIMIT ${WALKED_SESSIONS}
  )
  ORDER BY session, entry`

export interface FlowVersion extends Omit<FlowColumns, 'session' | 'flow'> {
  flow: Flow
}

export interface Walk {
  session: number
  /** When the visitor came. */
  at: number
  version: FlowVersion
  /** The steps that were shown. */
  shown: Stop[]
  /** Where the visitor was lost: stands before a step that asks for something. */
  lostAt: Stop | null
  /** How long each answer took, in order; a step may be answered twice. */
  answered: { id: string; timeMs: number }[]
}

/** The walks of what WALK_SQL selects; `of` chooses versions. */
export function* walks(
  selected: Iterable<WalkColumns>,
  of: (version: number) => boolean = () => true,
): Generator<Walk> {
  const versions = new Map<number, FlowVersion>()
  let visitor: StepColumns[] = []
  const walked = () => {
    const version = visitor[0] && versions.get(visitor[0].version)
    return version ? walkOf(version, visitor) : null
  }
  for (const columns of selected) {
    if (columns.flow !== null) {
      const { session: _, flow, ...version } = columns
      if (of(version.version)) versions.set(version.version, { ...version, flow: JSON.parse(flow) as Flow })
      continue
    }
    if (columns.session !== visitor[0]?.session) {
      const done = walked()
      if (done) yield done
      visitor = []
    }
    visitor.push(columns)
  }
  const last = walked()
  if (last) yield last
}

function walkOf(version: FlowVersion, visitor: readonly StepColumns[]): Walk {
  const { session, at, origin: text } = visitor[0]!
  const origin = JSON.parse(text) as Origin
  const submissions = visitor.flatMap(({ offer_key, step_key, answers, time_on_step }) =>
    offer_key === null
      ? []
      : [{ offer_key, step_key, answers: JSON.parse(answers) as AnswerRecord[], timeMs: time_on_step }],
  )
  const { trail, current } = walk(version.flow, origin, recordedAnswers(version.flow, origin, submissions))
  return {
    session,
    at,
    version,
    shown: trail.filter(({ kind }) => kind === 'shown'),
    lostAt: current && !asksNothing(current.step) ? current : null,
    answered: submissions.map((submission) => ({ id: stepId(submission), timeMs: submission.timeMs })),
  }
}
