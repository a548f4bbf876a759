import type { Flow } from '../../../schemas/flow/flow.ts'
import type { Problem } from '../../../schemas/author/problem.ts'
import type { Condition, Rule } from '../../../schemas/kernel/rule.ts'
import { conditionsOf } from '../kernel/validParts.ts'
import { COMPUTATIONS } from '../../flow/answers/computations.ts'
import { stepId } from '../../flow/elements/elements.ts'
import type { Course, Leg } from '../solve/reach.ts'
import { basesOf, fieldsOf } from '../solve/stops.ts'
import { computedField } from '../../flow/answers/computations.ts'
import { PROOF_PROBLEMS } from './proofProblems.ts'

/** A comparison of a field that no earlier step can have set. */
export interface EarlyLook {
  rule: Rule
  at: Problem['at']
  field: string
  /** Step with the comparison, and the first that asks for the field. */
  step: string
  firstAsked: string
}

/** Comparisons of fields that are asked for only later, whatever path a visitor takes. */
export function earlyLooks(flow: Flow, { legs }: Course): EarlyLook[] {
  const firstAsked = new Map<string, number>()
  legs.forEach(({ stop: { asks } }, index) => {
    for (const field of asks.flatMap(fieldsOf)) if (!firstAsked.has(field)) firstAsked.set(field, index)
  })
  return legs.flatMap(({ stop: { step, at, ref } }, index) => {
    const early = (rules: readonly Rule[], place: Problem['at'], isAnswered: boolean): EarlyLook[] =>
      rules.flatMap((rule, n) =>
        conditionsOf({ at: [...place, n], value: rule }).flatMap(({ at, value: condition }): EarlyLook[] => {
          const { field } = condition
          if (asksUnlessKnown(condition, legs[index]!)) return []
          const asked = basesOf(flow, field).map((base) => firstAsked.get(base) ?? -1)
          const latest = hasValueFromTheStart(flow, field) ? Math.min(...asked) : Math.max(-1, ...asked)
          if (latest < index || (isAnswered && latest === index)) return []
          return [
            {
              rule,
              at: [...at, 'field'],
              field,
              step: stepId(ref),
              firstAsked: stepId(legs[latest]!.stop.ref),
            },
          ]
        }),
      )
    return [
      ...early(step.display_rules ?? [], [...at, 'display_rules'], false),
      ...(step.execute_actions ?? []).flatMap(({ rules = [] }, n) =>
        early(rules, [...at, 'execute_actions', n, 'rules'], true),
      ),
    ]
  })
}

/** True for computed fields that have a value as soon as any of their inputs is known. */
function hasValueFromTheStart(flow: Flow, field: string): boolean {
  const computed = computedField(flow, field)
  return computed !== undefined && COMPUTATIONS[computed.compute].total === true
}

/** True for "ask only if unknown", on the step that asks for it: right in whatever order the offers are. */
export function asksUnlessKnown({ field, condition, arg }: Condition, { stop }: Leg): boolean {
  return condition === 'eq' && (arg === null || arg === '') && stop.asks.flatMap(fieldsOf).includes(field)
}

export function tooEarly({ at, field, step, firstAsked }: EarlyLook): Problem {
  const itself = step === firstAsked
  return {
    code: 'field_too_early',
    at,
    message: itself
      ? PROOF_PROBLEMS.askedOnShowing(field, step)
      : PROOF_PROBLEMS.askedAfter(field, firstAsked, step),
    hint: itself ? PROOF_PROBLEMS.compareEarlier : PROOF_PROBLEMS.moveAsking(firstAsked, step),
  }
}
