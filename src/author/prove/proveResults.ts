import { RESULT_MEANINGS, type ElementOf, type Result } from '../../../schemas/elements/element.ts'
import type { Flow } from '../../../schemas/flow/flow.ts'
import type { Problem } from '../../../schemas/author/problem.ts'
import { stepId } from '../../flow/elements/elements.ts'
import { isA } from '../../flow/elements/kinds.ts'
import { inWords } from '../../flow/inWords.ts'
import { rulesIn } from '../../flow/results.ts'
import { PROOF_PROBLEMS } from './proofProblems.ts'
import { NOTHING } from '../solve/diagram.ts'
import { canHave, leadStates, outcomeReads, withOutcome } from '../solve/leadOutcomes.ts'
import type { Course, Reached } from '../solve/reach.ts'
import { decided } from '../solve/decided.ts'
import type { FieldRead } from '../solve/space.ts'
import type { Stop } from '../solve/stops.ts'
import { witness, type Witness } from '../solve/witness.ts'

/** Fields that must be known at ends whose results have no text for everyone: those in their rules, and those that decide whether a lead
 *  was sent. */
export function resultReads(flow: Flow, stops: readonly Stop[]): FieldRead[] {
  return stops.flatMap(({ step }, index) => {
    const open = openResults(step.questions)
    if (open.length === 0) return []
    const rules = open.flatMap(({ element }) => rulesIn(element))
    return outcomeReads(flow, stops, { index, rules })
  })
}

/** Results that show nothing to someone, each with the outcome and the answers of such a visitor. */
export function proveResults(course: Course, reached: readonly Reached[]): Problem[] {
  return course.legs.flatMap(({ stop }, index) =>
    openResults(stop.step.questions).flatMap(({ element, at }) => {
      const found = decided(() => missing(course, reached, { index, element })) ?? []
      const [first] = found
      if (!first) return []
      const results = found.map(({ result }) => result)
      return [
        {
          code: 'result_missing',
          at: [...stop.at, 'questions', ...at, 'cases'],
          ...PROOF_PROBLEMS.resultMissing(
            stepId(stop.ref),
            inWords(
              results.map((result) => `"${result}"`),
              'or',
            ),
            RESULT_MEANINGS[first.result],
          ),
          witness: first.witness,
        },
      ]
    }),
  )
}

interface Missing {
  result: Result
  witness: Witness
}

/** Outcomes without a text, each with a visitor. */
function missing(
  course: Course,
  reached: readonly Reached[],
  { index, element }: { index: number; element: ElementOf<'result'> },
): Missing[] {
  const { diagram } = course.space
  const { rule } = course.predicates
  const states = reached[index]!.shown
  return (Object.keys(RESULT_MEANINGS) as Result[]).flatMap((result) => {
    const found = leadStates(course, index, result).flatMap(({ node, known }) => {
      const shown = element.cases.map(({ display_rules = [] }) =>
        diagram.and(...display_rules.map((one) => rule(withOutcome(one, known)))),
      )
      const unmet = diagram.and(states, node, diagram.not(diagram.or(...shown)))
      if (unmet === NOTHING) return []
      const visitor = witness(course, reached, { index, states: unmet, when: 'before' })
      return visitor && canHave(course, index, visitor, result) ? { result, witness: visitor } : []
    })
    return found.slice(0, 1)
  })
}

/** Results of a step where every text has rules, each with its path among the step's elements. */
function openResults(
  elements: Stop['step']['questions'],
): { element: ElementOf<'result'>; at: (string | number)[] }[] {
  return elements.flatMap((element, n) => {
    if (element.type === 'container' && element.widget === 'group')
      return openResults(element.elements).map((one) => ({ ...one, at: [n, 'elements', ...one.at] }))
    if (!isA(element, 'result')) return []
    return element.cases.every(({ display_rules = [] }) => display_rules.length > 0)
      ? [{ element, at: [n] }]
      : []
  })
}
