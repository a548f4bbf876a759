import type { Comparison, Condition, Rule } from '../../../schemas/rule.ts'
import type { Problem } from '../../../schemas/problem.ts'

/** What a comparison of a rule is made: true for everybody, false for everybody, or the comparison that differs from it
 *  for one value alone. */
export type Instead = 'always' | 'never' | Comparison

/** One comparison of a rule made another: a mistake that tests of a flow must notice. */
export interface Change {
  /** Where the comparison stands. */
  at: Problem['at']
  condition: Condition
  instead: Instead
}

/** A rule, at its place, with each of its comparisons changed in turn. */
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
  const beside = BESIDE[condition.condition]
  const instead: Instead[] = ['always', 'never', ...(beside ? [beside] : [])]
  return instead.map((one) => ({ at, condition, instead: one, rule: ruleOf(condition, one) }))
}

const BESIDE: Partial<Record<Comparison, Comparison>> = { lt: 'lte', lte: 'lt', gt: 'gte', gte: 'gt' }

function ruleOf(condition: Condition, instead: Instead): Rule {
  if (instead === 'always') return { operator: null, conditions: [] }
  const { field } = condition
  const isEmpty: Condition[] = [
    { field, condition: 'eq', arg: null },
    { field, condition: 'neq', arg: null },
  ]
  return {
    operator: 'and',
    conditions: instead === 'never' ? isEmpty : [{ ...condition, condition: instead }],
  }
}
