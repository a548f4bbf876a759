import type { Problem } from '../../../schemas/author/problem.ts'
import type { Rule } from '../../../schemas/kernel/rule.ts'
import { placed, rulesOf, type ValidParts, type Placed } from '../kernel/validParts.ts'
import { STEP_PROBLEMS } from './stepProblems.ts'

/** Number of rules that may be nested, the outermost included. Deeper ones are unreadable. */
const MAX_DEPTH = 8

/** Checks that rules are readable. */
export function checkRules(flow: ValidParts): Problem[] {
  return rulesOf(flow).flatMap((rule) => tooDeep(rule, 1))
}

/** The outermost rule that is too deep; those inside it are part of the same mistake. */
function tooDeep({ at, value }: Placed<Rule>, depth: number): Problem[] {
  if (depth > MAX_DEPTH)
    return [
      {
        code: 'rule_too_deep',
        at,
        ...STEP_PROBLEMS.ruleTooDeep(MAX_DEPTH),
      },
    ]
  return placed(value.conditions, [...at, 'conditions']).flatMap(({ at, value: part }) =>
    'field' in part ? [] : tooDeep({ at, value: part }, depth + 1),
  )
}
