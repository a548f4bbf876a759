import type { Comparison, Condition, Rule } from '../../../schemas/kernel/rule.ts'

/** Condition for asking something: always, never, one comparison, or several. */
export type When = boolean | Condition | { all: readonly When[] } | { any: readonly When[] }

export function all(...parts: readonly When[]): When {
  return joined('all', parts)
}

export function any(...parts: readonly When[]): When {
  return joined('any', parts)
}

/** Joins parts that rules can express; undefined if they cannot express one of them. */
export function joinedIfSaid(how: 'all' | 'any', parts: readonly (When | undefined)[]): When | undefined {
  const said = parts.filter((part) => part !== undefined)
  return said.length === parts.length ? joined(how, said) : undefined
}

export function unanswered(field: string): Condition {
  return { field, condition: 'eq', arg: null }
}

export function answered(field: string): Condition {
  return { field, condition: 'neq', arg: null }
}

/** Stands for a condition that rules cannot express, with its place in the form. It is a comparison of a field that no flow can have. */
export function unsaid(at: string): Condition {
  return { field: UNSAID + at, condition: 'eq', arg: 'yes' }
}

const UNSAID = '\u0000'

/** The condition if each part that rules cannot express holds, and so does its opposite; or if neither does. */
export function withUnsaid(when: When, holds: boolean): When {
  if (typeof when === 'boolean') return when
  if ('all' in when) return all(...when.all.map((part) => withUnsaid(part, holds)))
  if ('any' in when) return any(...when.any.map((part) => withUnsaid(part, holds)))
  return when.field.startsWith(UNSAID) ? holds : when
}

/** Places of the parts that rules cannot express. */
export function unsaidIn(when: When): string[] {
  if (typeof when === 'boolean') return []
  if ('field' in when) return when.field.startsWith(UNSAID) ? [when.field.slice(UNSAID.length)] : []
  return [...new Set(partsOf(when).flatMap(unsaidIn))]
}

/** The exact opposite, also for visitors who did not answer. */
export function not(when: When): When {
  if (typeof when === 'boolean') return !when
  if ('all' in when) return any(...when.all.map(not))
  if ('any' in when) return all(...when.any.map(not))
  const opposite = { ...when, condition: OPPOSITE[when.condition] }
  // Without an answer, neither an order nor its opposite holds.
  return isOrder(when) ? any(opposite, unanswered(when.field)) : opposite
}

const OPPOSITE: Record<Comparison, Comparison> = {
  eq: 'neq',
  neq: 'eq',
  lt: 'gte',
  gte: 'lt',
  lte: 'gt',
  gt: 'lte',
}

function isOrder({ condition }: Condition): boolean {
  return condition !== 'eq' && condition !== 'neq'
}

/** True if it never holds without an answer to the field. */
export function needsAnswer(when: When, field: string): boolean {
  if (typeof when === 'boolean') return !when
  if ('all' in when) return when.all.some((part) => needsAnswer(part, field))
  if ('any' in when) return when.any.every((part) => needsAnswer(part, field))
  if (when.field !== field) return false
  return when.condition === 'neq' ? isNothing(when.arg) : isOrder(when) || !isNothing(when.arg)
}

function isNothing(arg: Condition['arg']): boolean {
  return arg === null || arg === ''
}

/** The condition when these fields are not asked. */
export function whereUnasked(when: When, fields: ReadonlySet<string>): When {
  if (typeof when === 'boolean' || fields.size === 0) return when
  if ('all' in when) return all(...when.all.map((part) => whereUnasked(part, fields)))
  if ('any' in when) return any(...when.any.map((part) => whereUnasked(part, fields)))
  return fields.has(when.field) ? !needsAnswer(when, when.field) : when
}

/** Number of comparisons in it. */
export function sizeOf(when: When): number {
  if (typeof when === 'boolean') return 0
  return 'field' in when ? 1 : partsOf(when).reduce((sum, part) => sum + sizeOf(part), 0)
}

/** The same as rules of a step, all of which must hold; null if they are too many to read. `when` must not be `false`. */
export function asRules(when: When): Rule[] | null {
  if (typeof when === 'boolean') return []
  if (sizeOf(when) > MOST_COMPARISONS || depthOf(when) > MOST_LEVELS) return null
  const parts = 'all' in when ? when.all : [when]
  const plain = parts.filter((part) => typeof part === 'object' && 'field' in part)
  const groups = parts.filter((part) => typeof part === 'object' && !('field' in part))
  return [
    ...(plain.length > 0 ? [{ operator: 'and' as const, conditions: plain }] : []),
    ...groups.map((group) => asPart(group) as Rule),
  ]
}

/** Limit of comparisons: more are unreadable, and slow to prove. */
export const MOST_COMPARISONS = 120
/** Source: src/author/check/checkRules.ts. */
const MOST_LEVELS = 8

function asPart(when: When): Rule | Condition {
  if (typeof when === 'boolean') throw new Error('A part of a rule is always or never so.')
  if ('field' in when) return when
  return { operator: 'all' in when ? 'and' : 'or', conditions: partsOf(when).map(asPart) }
}

function depthOf(when: When): number {
  if (typeof when === 'boolean' || 'field' in when) return 1
  return 1 + Math.max(...partsOf(when).map(depthOf))
}

type Group = Exclude<When, boolean | Condition>

function partsOf(group: Group): readonly When[] {
  return 'all' in group ? group.all : group.any
}

/** Drops redundant parts: those that are always true, duplicates, and those that another part implies. */
function joined(how: 'all' | 'any', parts: readonly When[]): When {
  const decisive = how === 'any'
  const flat = parts.flatMap((part) => (isGroup(part, how) ? partsOf(part) : [part]))
  if (flat.includes(decisive)) return decisive
  const keyed = new Map(flat.filter((part) => typeof part === 'object').map((part) => [keyOf(part), part]))
  for (const part of keyed.values())
    if ('field' in part && !isOrder(part) && keyed.has(keyOf(not(part) as Condition))) return decisive
  const other = how === 'all' ? 'any' : 'all'
  const isRuledOut = (part: When) =>
    typeof part === 'object' && 'field' in part && !isOrder(part) && keyed.has(keyOf(not(part)))
  const rest = [...keyed.values()]
    .flatMap((part): When[] => {
      if (!isGroup(part, other)) return [part]
      const inner = partsOf(part)
      if (inner.some((one) => keyed.has(keyOf(one)))) return []
      return inner.some(isRuledOut)
        ? [
            joined(
              other,
              inner.filter((one) => !isRuledOut(one)),
            ),
          ]
        : [part]
    })
    .filter((part, _, kept) => !kept.some((by) => by !== part && isSaidBy(part, by, how)))
  // A simplified group may simplify the others further.
  if (rest.some((part) => typeof part === 'boolean' || !keyed.has(keyOf(part)))) return joined(how, rest)
  if (rest.length === 0) return !decisive
  if (rest.length === 1) return rest[0]!
  return how === 'all' ? { all: rest } : { any: rest }
}

/** True if a part that tests for an answer, or for none, is redundant beside another one. */
function isSaidBy(part: When, by: When, how: 'all' | 'any'): boolean {
  if (typeof part === 'boolean' || !('field' in part) || isOrder(part) || !isNothing(part.arg)) return false
  const { field, condition } = part
  if (how === 'all') return condition === 'neq' && needsAnswer(by, field)
  if (condition === 'neq' || typeof by === 'boolean' || !('field' in by)) return false
  // Visitors without an answer also don't have the answers of others.
  return by.field === field && by.condition === 'neq' && !isNothing(by.arg)
}

function isGroup(when: When, how: 'all' | 'any'): when is Group {
  return typeof when === 'object' && how in when
}

function keyOf(when: When): string {
  return JSON.stringify(when)
}
