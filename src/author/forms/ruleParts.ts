import type { Comparison, Condition, Rule } from '../../../schemas/kernel/rule.ts'
import type { ComparableField } from '../complete/flowNames.ts'
import { FORM } from '../../texts/studio/formScreen.ts'
import { record } from '../complete/shapes.ts'

/** Parts of rules that an author builds: a field, how it is compared, and a value, in groups. */

/** Comparison of a sentence: that of a rule, or only whether there is an answer. */
export type Relation = Comparison | 'answered' | 'unanswered'

/** Number of sentences of a group that must be true. `none`: a group of "and" in which all are negated. */
export type GroupMode = 'all' | 'any' | 'none'

/** True if `rule` can be built from sentences: groups of comparisons, at most GROUPS_DEEP inside each other. */
export function isBuildable(rule: unknown, depth = 1): rule is Rule {
  const { operator, conditions } = record(rule)
  const isGroup = ['and', 'or', null, undefined].includes(operator as string | null | undefined)
  return (
    isGroup &&
    Array.isArray(conditions) &&
    conditions.every((part) =>
      'conditions' in record(part) ? depth < GROUPS_DEEP && isBuildable(part, depth + 1) : isSentence(part),
    )
  )
}

export const GROUPS_DEEP = 3

/** True if it is a comparison that a sentence can show. */
export function isSentence(part: unknown): part is Condition {
  const { field, condition, arg } = record(part)
  const isKnown =
    typeof condition === 'string' &&
    Object.hasOwn(FORM.rule.relations, condition) &&
    !['answered', 'unanswered'].includes(condition)
  return typeof field === 'string' && isKnown && (arg === null || ['string', 'number'].includes(typeof arg))
}

export function isGroup(part: Rule | Condition): part is Rule {
  return 'conditions' in part
}

export function relationOf({ condition, arg }: Condition): Relation {
  if (arg !== null && arg !== '') return condition
  if (condition === 'eq') return 'unanswered'
  return condition === 'neq' ? 'answered' : condition
}

/** The condition with another relation. A value that doesn't fit it is replaced by the first that does. */
export function withRelation(part: Condition, relation: Relation, field?: ComparableField): Condition {
  if (relation === 'answered') return { ...part, condition: 'neq', arg: null }
  if (relation === 'unanswered') return { ...part, condition: 'eq', arg: null }
  const isOrder = relation !== 'eq' && relation !== 'neq'
  const number = part.arg === null || part.arg === '' ? Number.NaN : Number(part.arg)
  if (isOrder) return { ...part, condition: relation, arg: Number.isNaN(number) ? 0 : number }
  const known = field?.values ?? []
  const fits = known.length === 0 || known.some(({ value }) => value === part.arg)
  const isMissing = part.arg === null || part.arg === ''
  return { ...part, condition: relation, arg: (fits && !isMissing ? part.arg : known[0]?.value) ?? 0 }
}

/** A first sentence about a field: that it has its first value, or any answer. */
export function firstSentence({ name, values: [first] }: ComparableField): Condition {
  return first
    ? { field: name, condition: 'eq', arg: first.value }
    : { field: name, condition: 'neq', arg: null }
}

export function modeOf({ operator, conditions }: Rule): GroupMode {
  if (operator === 'or') return 'any'
  return conditions.length > 1 && conditions.every((part) => !isGroup(part) && part.condition === 'neq')
    ? 'none'
    : 'all'
}

/** The group in another mode, with the same sentences. Only comparisons for equality have an exact opposite. */
export function inMode(group: Rule, from: GroupMode, mode: GroupMode): Rule {
  const conditions =
    (from === 'none') === (mode === 'none') ? group.conditions : group.conditions.map(opposite)
  return { ...group, operator: mode === 'any' ? 'or' : 'and', conditions }
}

export function canBeNone({ conditions }: Rule): boolean {
  return conditions.every((part) => !isGroup(part) && (part.condition === 'eq' || part.condition === 'neq'))
}

/** The opposite of a comparison for equality; anything else stays. */
export function opposite<Part extends Rule | Condition>(part: Part): Part {
  if (isGroup(part) || (part.condition !== 'eq' && part.condition !== 'neq')) return part
  return { ...part, condition: part.condition === 'eq' ? 'neq' : 'eq' }
}
