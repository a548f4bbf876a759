import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Condition, Rule } from '../../schemas/kernel/rule.ts'
import type { FieldValue } from '../../src/flow/answers/fields.ts'
import { allHold, holds } from '../../src/flow/rules.ts'

const YES: Condition = { field: 'x', condition: 'eq', arg: '1' }
const NO: Condition = { field: 'x', condition: 'neq', arg: '1' }
const and = (...conditions: Rule['conditions']): Rule => ({ operator: 'and', conditions })
const or = (...conditions: Rule['conditions']): Rule => ({ operator: 'or', conditions })

test.each<[string, Rule, boolean]>([
  ['an or within an and', and(YES, or(NO, YES)), true],
  ['an or that fails within an and', and(YES, or(NO, NO)), false],
  ['an and within an or', or(and(YES, NO), and(YES, YES)), true],
  ['what stands behind a rule that fails in an or', or(and(NO), YES), true],
  ['what stands behind a rule that holds in an and', and(or(YES), NO), false],
  ['an empty rule within an and', and(and(), YES), true],
  ['an empty rule within an or: it holds', or(NO, or()), true],
  ['null for and', and(YES, { operator: null, conditions: [YES, NO] }), false],
  ['rules eight deep', and(or(and(or(and(or(and(or(NO, YES)))))))), true],
])('%s', (_, rule, expected) => {
  expect(holds(rule, { x: '1' })).toBe(expected)
})

test('an unknown operator or condition throws at any depth', () => {
  const nor = { operator: 'nor' as 'or', conditions: [YES] }
  const near = { ...YES, condition: 'is' as 'eq' }
  expect(() => holds(and(YES, or(nor)), {})).toThrow("A rule has the unknown operator 'nor'.")
  expect(() => holds(and(NO, or(near)), { x: '1' })).toThrow("A rule on 'x' has the unknown condition 'is'.")
})

/** Rules of the design, section 3, followed word for word and slowly; the compiled form must agree with them. */
const naive = {
  rule: ({ operator, conditions }: Rule, fields: Known): boolean => {
    if (conditions.length === 0) return true
    const each = conditions.map((part) =>
      'conditions' in part ? naive.rule(part, fields) : naive.condition(part, fields[part.field]),
    )
    return operator === 'or' ? each.includes(true) : !each.includes(false)
  },
  condition: ({ condition, arg }: Condition, value: FieldValue | undefined): boolean => {
    const noAnswer = value === undefined || value.length === 0
    const noArg = arg === null || arg === ''
    if (condition === 'neq') return !naive.condition({ field: '', condition: 'eq', arg }, value)
    if (condition === 'eq' && (noAnswer || noArg)) return noAnswer && noArg
    if (noAnswer || noArg) return false
    if (Array.isArray(value))
      return condition === 'eq' && value.some((item) => naive.condition({ field: '', condition, arg }, item))
    const isNumber = (text: string) => /^-?[0-9]+([.][0-9]+)?$/.test(text)
    const asNumbers = isNumber(value) && (typeof arg === 'number' || isNumber(arg))
    const [a, b] = asNumbers ? [parseFloat(value), parseFloat(`${arg}`)] : [value, `${arg}`]
    if (condition === 'eq') return a === b
    if (condition === 'lt') return a < b
    if (condition === 'lte') return a <= b
    return condition === 'gt' ? a > b : a >= b
  },
}

type Known = Record<string, FieldValue>

const FIELDS = ['age', 'state', 'injuries', 'constructor']
const TEXTS = [
  '',
  '0',
  '-0',
  '7',
  '07',
  '7.0',
  '7.5',
  '-7',
  '10',
  '9007199254740993',
  '1e1',
  ' 7',
  '7 ',
  '.5',
]
const WORDS = ['yes', 'Yes', 'no', '2026-04-01', '-', '7-8', '7.', '12345678901234567890', 'neck', 'back']
const text = fc.constantFrom(...TEXTS, ...WORDS)
const value = fc.oneof(text, fc.array(text, { maxLength: 3 }), fc.integer().map(String), fc.string())
const arg = fc.oneof(text, fc.constant(null), fc.integer({ min: -20, max: 20 }), fc.constantFrom(7.5, 0.1))
const condition = fc.record({
  field: fc.constantFrom(...FIELDS),
  condition: fc.constantFrom('eq', 'neq', 'lt', 'lte', 'gt', 'gte'),
  arg,
})
const operator = fc.constantFrom('and', 'or', null)
const { rule } = fc.letrec<{ rule: Rule }>((tie) => ({
  rule: fc.record({
    operator,
    conditions: fc.array(
      fc.oneof({ maxDepth: 7 }, { arbitrary: condition, weight: 3 }, { arbitrary: tie('rule'), weight: 1 }),
      { maxLength: 4 },
    ),
  }),
}))
const fields = fc.dictionary(fc.constantFrom(...FIELDS), value, { noNullPrototype: true })

describe('for any rules and answers', () => {
  test('the compiled rule agrees with a naive interpretation', () => {
    fc.assert(
      fc.property(rule, fc.array(fields, { minLength: 1, maxLength: 4 }), (rule, all) => {
        for (const fields of all) expect(holds(rule, fields)).toBe(naive.rule(rule, own(fields)))
      }),
      { numRuns: 5000 },
    )
  })

  test('all rules hold if each of them does', () => {
    fc.assert(
      fc.property(fc.array(rule, { maxLength: 4 }), fields, (rules, fields) => {
        expect(allHold(rules, fields)).toBe(rules.every((rule) => naive.rule(rule, own(fields))))
      }),
      { numRuns: 2000 },
    )
  })
})

/** Fields without inherited properties, so that the naive reading can ignore those. */
function own(fields: Known): Known {
  return Object.assign(Object.create(null) as Known, fields)
}
