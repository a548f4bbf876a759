import type { AnswerRecord } from '../../../../../schemas/visitor/answer.ts'
import type { Flow, Language } from '../../../../../schemas/flow/flow.ts'
import type { Origin } from '../../../../../schemas/kernel/session.ts'
import { withNeededFields } from '../../../../flow/neededFields.ts'
import { stepId } from '../../../../flow/elements/elements.ts'
import { recordedAnswers } from '../../../../flow/judge.ts'
import { once } from '../../../../flow/kernel/once.ts'
import { asksNothing } from '../../../../flow/progress.ts'
import { walk, type Stop } from '../../../../flow/walk.ts'
import { integer, query, text, textOrNull, type RowOf } from '../../../kernel/statement.ts'

/** Walks a path's visitors through the flow again. The walk in `src/flow` decides which steps the rules showed to each. */

/** One answer of a visitor; `offer_key` is null for a session without answers. */
const visitorStep = {
  session: integer,
  at: integer,
  version: integer,
  origin: text,
  offer_key: textOrNull,
  step_key: text,
  answers: text,
  time_on_step: integer,
  language: textOrNull,
}
export type VisitorStep = RowOf<typeof visitorStep>

export const walkSql = {
  /** Answers of the visitors of path `$1` who came from `$2` on and before `$3`, grouped by visitor.
   *  Forgotten visitors left no answers to walk by, and don't count. */
  visitors: query(
    `SELECT events.session AS session, events.at AS at, sessions.version AS version, origin,
       offer_key, step_key, answers, time_on_step, steps.language AS language
     FROM events
       JOIN channels ON channels.channel = events.channel
       JOIN sessions ON sessions.session = events.session
       LEFT JOIN steps ON steps.session = events.session
     WHERE kind = 'page_visit' AND events.arrival = 0 AND path = $1 AND events.at >= $2 AND events.at < $3 AND forgotten = 0
     ORDER BY events.session, steps.entry`,
    visitorStep,
  ),
}

export interface Walk {
  session: number
  /** Time when the visitor came. */
  at: number
  version: number
  /** Steps that were shown. */
  shown: Stop[]
  /** Step at which the visitor was lost; null if they finished, or if the step asks for nothing. */
  lostAt: Stop | null
  /** Time that each answer took, in order. A step may be answered twice. */
  answered: { id: string; timeMs: number }[]
}

/** Yields the walk of each visitor. The rows of one visitor must be adjacent. `flowOf` returns the flow of a version. */
export function* walks(
  selected: Iterable<VisitorStep>,
  flowOf: (version: number) => Flow,
): Generator<Walk, void> {
  let visitor: VisitorStep[] = []
  for (const row of selected) {
    if (visitor[0] && row.session !== visitor[0].session) {
      yield walkOf(flowOf(visitor[0].version), visitor)
      visitor = []
    }
    visitor.push(row)
  }
  if (visitor[0]) yield walkOf(flowOf(visitor[0].version), visitor)
}

/** Flow with only the computed fields that decide which steps are shown. */
const forWalking = once((flow: Flow): Flow => {
  const steps = Object.values(flow.ui_config.offers).flatMap((offer) => offer.steps)
  return withNeededFields(
    flow,
    steps.flatMap(({ display_rules = [] }) => display_rules),
  )
})

function walkOf(whole: Flow, visitor: readonly VisitorStep[]): Walk {
  const flow = forWalking(whole)
  const { session, at, version, origin: text } = visitor[0]!
  const origin = JSON.parse(text) as Origin
  const submissions = visitor.flatMap(({ offer_key, step_key, language, answers, time_on_step }) =>
    offer_key === null
      ? []
      : [
          {
            offer_key,
            step_key,
            language: (language ?? undefined) as Language | undefined,
            answers: JSON.parse(answers) as AnswerRecord[],
            timeMs: time_on_step,
          },
        ],
  )
  const { trail, current } = walk(flow, origin, recordedAnswers(flow, origin, submissions))
  return {
    session,
    at,
    version,
    shown: trail.filter(({ kind }) => kind === 'shown'),
    lostAt: current && !asksNothing(current.step) ? current : null,
    answered: submissions.map((submission) => ({ id: stepId(submission), timeMs: submission.timeMs })),
  }
}
