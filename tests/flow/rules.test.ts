import { describe, expect, test } from 'vitest'
import type { Comparison, Condition, Rule } from '../../schemas/kernel/rule.ts'
import type { FieldValue } from '../../src/flow/answers/fields.ts'
import { allHold, holds } from '../../src/flow/rules.ts'

const COMPARISONS: readonly Comparison[] = ['eq', 'neq', 'lt', 'lte', 'gt', 'gte']

/** A field's value (undefined if absent), the value to compare it with, and the comparisons that hold. */
type Case = [value: FieldValue | undefined, arg: Condition['arg'], hold: string]

const LESS = 'neq lt lte'
const SAME = 'eq lte gte'
const MORE = 'neq gt gte'

describe.each<[string, Case[]]>([
  [
    'numbers and numeric strings compare as numbers',
    [
      ['9', 10, LESS],
      ['9', '10', LESS],
      ['10', '9', MORE],
      ['10', 10, SAME],
      ['10.0', '10', SAME],
      ['007', 7, SAME],
      ['-2', '-10', MORE],
      ['-0', 0, SAME],
      ['0.5', '.5', 'neq gt gte'],
      ['2000000000000000', '1000000000000001', MORE],
      ['2000000000000000', 2_000_000_000_000_000, SAME],
      ['10000000000000000', '2000000000000000', MORE],
    ],
  ],
  [
    'all else compares as strings, case-sensitive',
    [
      ['yes', 'yes', SAME],
      ['yes', 'Yes', MORE],
      ['Yes', 'yes', LESS],
      ['apple', 'banana', LESS],
      ['9 cars', 10, MORE],
      ['9 cars', '10', MORE],
      ['1e1', '10', MORE],
      ['0x0A', 10, LESS],
      [' 10', '10', LESS],
      ['10\n', '10', MORE],
      ['2026-04-01', '2026-11-01', LESS],
      ['null', 'undefined', LESS],
      ['200000000000000 cars', '1000000000000000', MORE],
      ['200000000000000 cars', '3000000000000000', LESS],
    ],
  ],
  [
    'without an answer a field equals only null and the empty string, and stands in no order',
    [
      [undefined, null, 'eq'],
      [undefined, '', 'eq'],
      ['', null, 'eq'],
      ['', '', 'eq'],
      [[], null, 'eq'],
      [[], '', 'eq'],
      [undefined, 0, 'neq'],
      ['', 0, 'neq'],
      [undefined, 'yes', 'neq'],
      [[], 'yes', 'neq'],
      ['yes', null, 'neq'],
      ['yes', '', 'neq'],
      ['0', null, 'neq'],
      ['0', '', 'neq'],
      [['yes'], null, 'neq'],
      [['yes'], '', 'neq'],
    ],
  ],
  [
    'a list equals what it contains, and stands in no order',
    [
      [['neck', 'back'], 'back', 'eq'],
      [['neck', 'back'], 'Back', 'neq'],
      [['neck', 'back'], 'neck,back', 'neq'],
      [['1', '2'], 2, 'eq'],
      [['1', '2'], 3, 'neq'],
    ],
  ],
])('%s', (_, cases) => {
  test.each(cases)('%j and %j: %s', (value, arg, expected) => {
    const fields = value === undefined ? {} : { field: value }
    const hold = COMPARISONS.filter((condition) =>
      holds(rule(null, { field: 'field', condition, arg }), fields),
    )
    expect(hold.join(' ')).toBe(inOrder(expected))
  })
})

/** Comparisons in the order listed above, so that a case may name them in any order. */
function inOrder(names: string): string {
  return COMPARISONS.filter((name) => names.split(' ').includes(name)).join(' ')
}

const YES: Condition = { field: 'x', condition: 'eq', arg: '1' }
const NO: Condition = { field: 'x', condition: 'neq', arg: '1' }

test.each<[Rule['operator'], Condition[], boolean]>([
  ['and', [], true],
  ['or', [], true],
  [null, [], true],
  ['and', [YES, YES], true],
  ['and', [YES, NO], false],
  [null, [YES, NO], false],
  [null, [YES, YES], true],
  ['or', [NO, YES], true],
  ['or', [NO, NO], false],
])('conditions joined by %j: %j is %j', (operator, conditions, expected) => {
  expect(holds({ operator, conditions }, { x: '1' })).toBe(expected)
})

test('all rules must hold, and no rules always hold', () => {
  expect(allHold(undefined, {})).toBe(true)
  expect(allHold([], {})).toBe(true)
  expect(allHold([rule('and', YES), rule('or', NO, YES)], { x: '1' })).toBe(true)
  expect(allHold([rule('and', YES), rule('or', NO)], { x: '1' })).toBe(false)
})

test.each(['equals', 'EQ', '', 'constructor', 'toString'])('the unknown condition %j throws', (condition) => {
  const broken = rule('and', { ...YES, condition: condition as Comparison })
  expect(() => holds(broken, { x: '1' })).toThrow(`A rule on 'x' has the unknown condition '${condition}'.`)
})

test.each(['nor', 'AND', '', 'constructor'])(
  'the unknown operator %j throws, even over an empty list',
  (operator) => {
    const broken = { operator: operator as 'and', conditions: [] }
    expect(() => holds(broken, {})).toThrow(`A rule has the unknown operator '${operator}'.`)
  },
)

test('a field named like an inherited property is missing until it’s answered', () => {
  const asked = rule('and', { field: 'constructor', condition: 'neq', arg: null })
  expect(holds(asked, {})).toBe(false)
  expect(holds(asked, { constructor: 'yes' })).toBe(true)
})

function rule(operator: Rule['operator'], ...conditions: Condition[]): Rule {
  return { operator, conditions }
}
