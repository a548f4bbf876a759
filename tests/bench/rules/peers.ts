import type { NestedCondition } from 'json-rules-engine'
import type { Comparison, Condition, Rule } from '../../../schemas/kernel/rule.ts'
import type { Fields } from '../../../src/flow/answers/fields.ts'

/** A rule as json-logic-engine reads it. */
export function jsonLogic(part: Rule | Condition): object {
  if ('field' in part) return { [LOGIC[part.condition]]: [{ var: part.field }, part.arg] }
  return { [part.operator ?? 'and']: part.conditions.map(jsonLogic) }
}

const LOGIC: Record<Comparison, string> = { eq: '==', neq: '!=', lt: '<', lte: '<=', gt: '>', gte: '>=' }

/** A rule as json-rules-engine reads it. */
export function jsonRules(part: Rule): { any: NestedCondition[] } | { all: NestedCondition[] } {
  const conditions = part.conditions.map((inner): NestedCondition =>
    'field' in inner
      ? { fact: inner.field, operator: RULES[inner.condition], value: inner.arg }
      : jsonRules(inner),
  )
  return part.operator === 'or' ? { any: conditions } : { all: conditions }
}

const RULES: Record<Comparison, string> = {
  eq: 'equal',
  neq: 'notEqual',
  lt: 'lessThan',
  lte: 'lessThanInclusive',
  gt: 'greaterThan',
  gte: 'greaterThanInclusive',
}

/** Facts of json-rules-engine, which tells null from a missing value. A field without an answer is null. */
export function factsOf(rule: Rule, fields: Fields): Record<string, unknown> {
  return { ...Object.fromEntries(fieldsOf(rule).map((field) => [field, null])), ...fields }
}

/** Fields that a rule reads. */
export function fieldsOf({ conditions }: Rule): string[] {
  return conditions.flatMap((part) => ('field' in part ? [part.field] : fieldsOf(part)))
}
