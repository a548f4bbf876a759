import type { Comparison, Condition, Rule } from '../../../schemas/kernel/rule.ts'
import type { Deciding } from '../../../schemas/author/trace.ts'
import type { FieldValue } from '../../flow/answers/fields.ts'

/** Rules in plain words, for authors. */

/** Text of rules that must all hold: 'car_accident is "yes" and age is at least 18'. '' without rules. */
export function rulesText(rules: readonly (Rule | Condition)[] | undefined): string {
  return joinText('and', rules ?? [])
}

/** Joins the texts of rules. Nested rules get parentheses if they are joined differently. Values of one field are grouped: 'state is
 *  "NY" or "TX"'. */
function joinText(operator: 'and' | 'or', parts: readonly (Rule | Condition)[]): string {
  const texts: string[] = []
  for (const [index, part] of parts.entries()) {
    const before = parts[index - 1]
    const added = before && alike(before, part, operator) ? texts.pop() : undefined
    texts.push(
      added === undefined
        ? partText(part, operator, parts.length)
        : `${added} or ${quoted((part as Condition).arg)}`,
    )
  }
  // A part without comparisons is always true: redundant under "and", but decisive under "or".
  const meant = operator === 'and' ? texts : texts.map((text) => text || 'always')
  return meant.filter(Boolean).join(` ${operator} `)
}

function partText(part: Rule | Condition, around: 'and' | 'or', siblings: number): string {
  if (!('conditions' in part)) return conditionText(part)
  const [only, ...more] = part.conditions
  if (only && more.length === 0) return partText(only, around, siblings)
  const operator = part.operator ?? 'and'
  const text = joinText(operator, part.conditions)
  return operator !== around && siblings > 1 && more.length > 0 ? `(${text})` : text
}

/** True if two neighbors compare one field and can be grouped: "is" under or, "is not" under and. */
function alike(a: Rule | Condition, b: Rule | Condition, operator: 'and' | 'or'): boolean {
  if ('conditions' in a || 'conditions' in b || isMissing(a.arg) || isMissing(b.arg)) return false
  return (
    a.field === b.field && a.condition === b.condition && a.condition === (operator === 'or' ? 'eq' : 'neq')
  )
}

function conditionText({ field, condition, arg }: Condition): string {
  return `${field} ${isMissing(arg) && condition in UNANSWERED ? UNANSWERED[condition as 'eq' | 'neq'] : `${IS[condition]} ${quoted(arg)}`}`
}

/** Fact found by a comparison: 'car_accident is "no", not "yes"'. */
export function factText({ field, condition, arg, value, holds }: Deciding): string {
  const isEquality = condition === 'eq' || condition === 'neq'
  if (isEquality && isMissing(arg) && value !== null) return `${field} is answered: ${quoted(value)}`
  const found = `${field} is ${value === null ? 'not answered' : quoted(value)}`
  if (isEquality && isMissing(arg)) return found
  const agrees = condition === 'neq' ? !holds : holds
  if (Array.isArray(value) && isEquality) return `${found}, ${agrees ? 'with' : 'without'} ${quoted(arg)}`
  if (isEquality && agrees) return found
  const wanted = isEquality ? quoted(arg) : `${ORDER[condition]} ${quoted(arg)}`
  return `${found}, ${value === null ? 'so ' : ''}${agrees ? '' : 'not '}${wanted}`
}

/** Facts found by several comparisons, without those that a more specific one about the same field includes. */
export function factsText(because: readonly Deciding[]): string {
  const facts = [...new Set(because.map(factText))]
  return facts.filter((fact) => !facts.some((other) => other.startsWith(`${fact}, `))).join(', and ')
}

/** A value as people write it: "yes", 18, "neck" and "back"; for a whole paragraph, its beginning. */
export function quoted(value: FieldValue | number | null): string {
  if (Array.isArray(value)) return value.map(quoted).join(' and ')
  if (typeof value === 'number') return String(value)
  const text = value ?? ''
  return text.length > LONGEST ? `"${text.slice(0, LONGEST)}…"` : `"${text}"`
}

const LONGEST = 60

const UNANSWERED = { eq: 'is not answered', neq: 'is answered' }

const ORDER: Record<Exclude<Comparison, 'eq' | 'neq'>, string> = {
  lt: 'below',
  lte: 'at most',
  gt: 'above',
  gte: 'at least',
}

const IS: Record<Comparison, string> = {
  eq: 'is',
  neq: 'is not',
  lt: `is ${ORDER.lt}`,
  lte: `is ${ORDER.lte}`,
  gt: `is ${ORDER.gt}`,
  gte: `is ${ORDER.gte}`,
}

function isMissing(arg: Condition['arg']): boolean {
  return arg === null || arg === ''
}
