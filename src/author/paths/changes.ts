import type { Comparison, Condition, Rule } from '../../../schemas/kernel/rule.ts'
import type { Problem } from '../../../schemas/author/problem.ts'
import { besideOf } from '../solve/space.ts'

/** Replacement of a rule's comparison: always true, always false, or the comparison that differs for one value only. */
export type Instead = 'always' | 'never' | Comparison

/** A replaced comparison of a rule: a mistake that tests of a flow must notice. */
export interface Change {
  /** Path of the comparison. */
  at: Problem['at']
  condition: Condition
  instead: Instead
}

/** A rule, with its path, with each of its comparisons changed in turn. */
export function changesOf(rule: Rule, at: Problem['at']): (Change & { rule: Rule })[] {
  return rule.conditions.flatMap((part: Rule | Condition, index) => {
    const place = [...at, 'conditions', index]
    const changed = 'conditions' in part ? changesOf(part, place) : conditionChanges(part, place)
    return changed.map((change) => ({
      ...change,
      rule: { ...rule, conditions: rule.conditions.with(index, change.rule) },
    }))
  })
}

function conditionChanges(condition: Condition, at: Problem['at']): (Change & { rule: Rule })[] {
  const { field } = condition
  const never: Condition[] = [
    { field, condition: 'eq', arg: null },
    { field, condition: 'neq', arg: null },
  ]
  const change = (instead: Instead, conditions: Condition[]) => ({
    at,
    condition,
    instead,
    rule: { operator: 'and' as const, conditions },
  })
  return [
    change('always', []),
    change('never', never),
    ...besideOf(condition).map((beside) => change(beside.condition, [beside])),
  ]
}
