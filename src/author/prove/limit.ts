import type { Problem } from '../../../schemas/author/problem.ts'
import type { Rule } from '../../../schemas/kernel/rule.ts'
import { authoringOf } from '../elements/authoringOf.ts'
import type { Course } from '../solve/reach.ts'
import { basesOf, fieldsOf } from '../solve/stops.ts'
import { computedField } from '../../flow/answers/computations.ts'
import { conditionsOf } from '../../flow/rules.ts'
import { PROOF_PROBLEMS } from './proofProblems.ts'

/** Assumptions of the proof: what people type, and on which days they come. */
export function limitOf({ legs, flow, space }: Course, rules: readonly Rule[]): Pick<Problem, 'limit'> {
  const comparisons = rules.flatMap(conditionsOf).filter(({ arg }) => arg !== null && arg !== '')
  const looked = new Set(comparisons.flatMap(({ field }) => basesOf(flow, field)))
  const asks = legs.flatMap(({ stop }) => stop.asks)
  const inAddress = comparisons.flatMap(({ field }) =>
    computedField(flow, field)?.compute === 'address_parameter' ? field : [],
  )
  const typed = [...[...looked].filter((field) => isTyped(legs, field)), ...new Set(inAddress)]
  const dated = asks.some(
    (ask) => ask.kind === 'parts' && ask.together && fieldsOf(ask).some((field) => looked.has(field)),
  )
  const sentences = [
    ...(typed.length > 0 ? [PROOF_PROBLEMS.assumesNumbers(typed.join(' and '))] : []),
    ...(dated && space.today ? [PROOF_PROBLEMS.assumesYears(yearsOf(space.today.days))] : []),
  ]
  return sentences.length === 0 ? {} : { limit: sentences.join(' ') }
}

/** True if some step lets visitors type into a field. */
export function isTyped(legs: Course['legs'], field: string): boolean {
  return legs.some(({ stop: { asks } }) =>
    asks.some(
      (ask) =>
        ask.kind !== 'ticks' &&
        'validations' in ask.element &&
        authoringOf(ask.element).isTyped &&
        fieldsOf(ask).includes(field),
    ),
  )
}

function yearsOf(days: readonly string[]): string {
  const years = [...new Set(days.map((day) => day.slice(0, 4)))].sort()
  return years.join(' or ')
}
