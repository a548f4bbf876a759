import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Condition, Rule } from '../../schemas/kernel/rule.ts'
import type { Fields } from '../../src/flow/answers/fields.ts'
import { factText, rulesText } from '../../src/author/kernel/ruleWords.ts'
import { allHold } from '../../src/flow/rules.ts'
import { whyAll } from '../../src/author/simulate/why.ts'

const is = (field: string, arg: Condition['arg'], condition: Condition['condition'] = 'eq'): Condition => ({
  field,
  condition,
  arg,
})
const and = (...conditions: Condition[]): Rule => ({ operator: null, conditions })
const or = (...conditions: Condition[]): Rule => ({ operator: 'or', conditions })

describe('what decided, in words', () => {
  test.each<[string, Rule[], Fields, string[]]>([
    ['no rules hold, and nothing decides', [], {}, []],
    ['a rule without conditions holds', [or()], {}, []],
    [
      'of an "and" that fails, the first that fails',
      [and(is('a', 'x'), is('b', 'y'))],
      { a: 'x', b: 'z' },
      ['b is "z", not "y"'],
    ],
    [
      'of an "and" that holds, all',
      [and(is('a', 'x'), is('b', 'y'))],
      { a: 'x', b: 'y' },
      ['a is "x"', 'b is "y"'],
    ],
    [
      'of an "or" that holds, the first that holds',
      [or(is('a', 'x'), is('b', 'y'))],
      { a: 'w', b: 'y' },
      ['b is "y"'],
    ],
    [
      'of an "or" that fails, all',
      [or(is('a', 'x'), is('b', 'y'))],
      { b: 'z' },
      ['a is not answered, so not "x"', 'b is "z", not "y"'],
    ],
    [
      'of several rules, the first that fails',
      [and(is('a', 'x')), and(is('b', 'y')), and(is('c', 'z'))],
      { a: 'x' },
      ['b is not answered, so not "y"'],
    ],
    ['a field that must have no answer', [and(is('a', null))], { a: 'x' }, ['a is answered: "x"']],
    ['a field that must have one', [and(is('a', '', 'neq'))], {}, ['a is not answered']],
    ['a bound that is kept', [and(is('age', 18, 'gte'))], { age: '40' }, ['age is "40", at least 18']],
    ['a bound that is not', [and(is('age', 18, 'lt'))], { age: '40' }, ['age is "40", not below 18']],
    ['another value than the one excluded', [and(is('a', 'x', 'neq'))], { a: 'y' }, ['a is "y", not "x"']],
    ['the value excluded', [and(is('a', 'x', 'neq'))], { a: 'x' }, ['a is "x"']],
    [
      'one of the ticked',
      [and(is('parts', 'neck'))],
      { parts: ['back', 'neck'] },
      ['parts is "back" and "neck", with "neck"'],
    ],
    [
      'none of the ticked',
      [and(is('parts', 'leg'))],
      { parts: ['back'] },
      ['parts is "back", without "leg"'],
    ],
  ])('%s', (_, rules, fields, facts) => {
    expect(whyAll(rules, fields).because.map(factText)).toEqual(facts)
  })
})

test('rules in plain words', () => {
  expect(rulesText([and(is('a', 'x'), is('b', null, 'neq')), or(is('age', 18, 'gte'), is('c', null))])).toBe(
    'a is "x" and b is answered and (age is at least 18 or c is not answered)',
  )
  expect(rulesText([or(is('a', 'x'), is('a', 'y'), is('b', 'y'))])).toBe('a is "x" or "y" or b is "y"')
  expect(rulesText([and(is('a', 'x', 'neq'), is('a', 'y', 'neq'))])).toBe('a is not "x" or "y"')
  expect(rulesText([{ operator: 'or', conditions: [is('a', 'x'), and(is('a', null), is('b', null))] }])).toBe(
    'a is "x" or (a is not answered and b is not answered)',
  )
  expect(
    rulesText([and(is('a', 'x')), { operator: 'and', conditions: [or(is('b', 'x'), is('c', 'x'))] }]),
  ).toBe('a is "x" and (b is "x" or c is "x")')
  expect(rulesText([{ operator: 'or', conditions: [is('a', 'x'), and()] }])).toBe('a is "x" or always')
  expect(rulesText([{ operator: 'and', conditions: [is('a', 'x'), or()] }])).toBe('a is "x"')
  expect(rulesText(undefined)).toBe('')
})

test('names a comparison by its place', () => {
  const { because } = whyAll([and(is('a', 'x')), or(is('a', 'y'), is('b', 'y'))], { a: 'x', b: 'y' }, [
    'display_rules',
  ])
  expect(because.map(({ at }) => at)).toEqual([
    ['display_rules', 0, 'conditions', 0],
    ['display_rules', 1, 'conditions', 1],
  ])
})

/** Few fields and values, so that most rules depend on the answers. */
const FIELD = fc.constantFrom('a', 'b', 'c')
const VALUE = fc.constantFrom('1', '2', 'x')
const CONDITION = fc.record({
  field: FIELD,
  condition: fc.constantFrom('eq' as const, 'neq' as const, 'lt' as const, 'gte' as const),
  arg: fc.oneof(VALUE, fc.constant(null)),
})
const RULE = fc.record({
  operator: fc.constantFrom('and' as const, 'or' as const, null),
  conditions: fc.array(CONDITION, { maxLength: 3 }),
})
const FIELDS = fc.dictionary(FIELD, VALUE, { noNullPrototype: true })

test('the outcome is that of the rules, and the deciding fields are enough for it', () => {
  fc.assert(
    fc.property(fc.array(RULE, { maxLength: 3 }), FIELDS, FIELDS, (rules, fields, others) => {
      const { holds, because } = whyAll(rules, fields)
      expect(holds).toBe(allHold(rules, fields))
      const looked = new Set(because.map(({ field }) => field))
      const changed = {
        ...Object.fromEntries(Object.entries(others).filter(([field]) => !looked.has(field))),
        ...Object.fromEntries(Object.entries(fields).filter(([field]) => looked.has(field))),
      }
      expect(allHold(rules, changed)).toBe(holds)
    }),
  )
})
