import { RESULT_MEANINGS } from '../../../schemas/elements/element.ts'
import type { Problem } from '../../../schemas/author/problem.ts'
import type { Condition } from '../../../schemas/kernel/rule.ts'
import { isA } from '../../flow/elements/kinds.ts'
import { asksNothing } from '../../flow/progress.ts'
import { BUYER_FIELD, isOutcomeField, looksAtOutcome, RESULT_FIELD, rulesIn } from '../../flow/results.ts'
import { STEP_PROBLEMS } from './stepProblems.ts'
import { corrected } from '../kernel/nearest.ts'
import { RESULT_PROBLEMS } from './resultProblems.ts'
import {
  conditionsOf,
  rulesOfElements,
  rulesOfSteps,
  type Placed,
  type PlacedStep,
  type ValidParts,
} from '../kernel/validParts.ts'

/** Checks that whatever depends on the outcome of a lead is on an end step, and asks for an outcome that is possible. */
export function checkResults(flow: ValidParts): Problem[] {
  const early = rulesOfSteps(flow)
    .flatMap(conditionsOf)
    .filter(({ value }) => isOutcomeField(value.field))
    .map(({ at, value }) => ({
      code: 'outcome_in_rule',
      at: [...at, 'field'],
      ...RESULT_PROBLEMS.outcomeInRule(value.field),
    }))
  return [
    ...early,
    ...elsewhere(flow),
    ...coveredCases(flow),
    ...rulesOfElements(flow).flatMap(conditionsOf).flatMap(misnamed(flow)),
  ]
}

/** Elements that depend on the outcome but are on steps that visitors leave again: what they show would change. */
function elsewhere({ steps }: ValidParts): Problem[] {
  return steps.flatMap(({ value: step, leaves }) => {
    if (!step || leaves.some(({ value }) => value === null) || asksNothing(step)) return []
    return leaves.flatMap(({ at, value: element }): Problem[] => {
      const ruled = element && 'display_rules' in element && element.display_rules
      if (!ruled && !isA(element, 'result')) return []
      return [
        {
          code: 'result_no_end',
          at: ruled ? [...at, 'display_rules'] : at,
          ...RESULT_PROBLEMS.noEnd(step.name),
        },
      ]
    })
  })
}

/** Texts of a result that an earlier one always takes the place of, because it has no rules, or has no rule that they don't have too. */
function coveredCases({ steps }: ValidParts): Problem[] {
  return steps.flatMap(({ value: step, leaves }) =>
    leaves.flatMap(({ at, value: element }) => {
      if (!step || !isA(element, 'result')) return []
      const lists = element.cases.map(
        ({ display_rules = [] }) => new Set(display_rules.map((rule) => JSON.stringify(rule))),
      )
      return lists.flatMap((own, n): Problem[] => {
        const earlier = lists.slice(0, n).findIndex((rules) => [...rules].every((rule) => own.has(rule)))
        if (earlier < 0) return []
        return [
          {
            code: 'case_covered',
            at: [...at, 'cases', n],
            ...RESULT_PROBLEMS.coveredCase(step.name, n + 1, earlier + 1, lists[earlier]!.size === 0),
          },
        ]
      })
    }),
  )
}

/** Comparisons with an unknown buyer, or with an outcome that no lead can have. */
function misnamed({ buyers }: ValidParts) {
  return ({ at, value: { field, condition, arg } }: Placed<Condition>): Problem[] => {
    if (!isOutcomeField(field)) return []
    const buyer = field.slice(BUYER_FIELD.length)
    if (field !== RESULT_FIELD && !buyers.has(buyer))
      return [
        {
          code: 'unknown_buyer',
          at: [...at, 'field'],
          ...RESULT_PROBLEMS.unknownBuyer(buyer),
          ...corrected(buyer, buyers.keys(), 'buyers'),
        },
      ]
    if (condition !== 'eq' && condition !== 'neq')
      return [{ code: 'outcome_order', at: [...at, 'condition'], ...RESULT_PROBLEMS.noOrder(field) }]
    if (Object.hasOwn(RESULT_MEANINGS, String(arg))) return []
    return [
      {
        code: 'unknown_outcome',
        at: [...at, 'arg'],
        ...RESULT_PROBLEMS.unknownOutcome(field, arg),
        ...corrected(String(arg), Object.keys(RESULT_MEANINGS), RESULT_PROBLEMS.outcomes),
      },
    ]
  }
}

/** Checks that the outcome of a lead is shown only after it can exist. */
export function checkOutcomes({ steps, offerOrder }: ValidParts): Problem[] {
  const ordered = (offerOrder ?? []).flatMap((key) => steps.filter(({ offer }) => offer === key))
  // A step’s own lead is sent when the step is left.
  const firstLead = ordered.findIndex(sendsLead)
  return ordered.slice(0, firstLead + 1).flatMap(({ leaves, value: step }) =>
    leaves
      .filter(({ value }) => isA(value, 'outcome') || (value && rulesIn(value).some(looksAtOutcome)))
      .map(({ at }) => ({
        code: 'outcome_early',
        at,
        ...STEP_PROBLEMS.outcomeEarly(step?.name),
      })),
  )
}

function sendsLead({ value: step }: PlacedStep): boolean {
  return (step?.execute_actions ?? []).some(({ name }) => name === 'send_lead')
}
