import { describe, expect, test } from 'vitest'
import type { ElementOf } from '../../schemas/elements/element.ts'
import { complete } from '../../src/flow/answers/data.ts'
import { numberTyped, onScale } from '../../src/flow/elements/slider.ts'
import { startsOf } from '../../src/flow/form.ts'
import { judge, standingOf } from '../../src/flow/judge.ts'
import { prove } from '../../src/author/prove/prove.ts'
import { solve } from '../../src/author/solve/solve.ts'
import { paths } from '../../src/author/paths/paths.ts'
import { sliderAuthoring } from '../../src/author/elements/sliderAuthoring.ts'
import { flow, input, origin, ref, slider, step, SUBMIT, THANKS, TODAY, when } from './flows.ts'

const SCALE = { min: 1000, max: 50_000, step: 500 }
const asking = (rest = {}, local: Parameters<typeof slider>[2] = ['required']) =>
  flow({
    debt: [step('amount', [slider('amount', { ...SCALE, ...rest }, local), SUBMIT]), step('end', [THANKS])],
  })

describe('the server accepts only numbers of a slider’s scale', () => {
  const judged = (raw_data: string, asked = asking()) => {
    const course = { flow: asked, origin: origin() }
    const answers = [{ question_key: 'amount', answer_key: 'value', raw_data }]
    const verdict = judge(course, standingOf(course, []), { ...ref('debt/amount'), answers })
    return verdict.ok ? 'taken' : verdict.errors.map(({ message }) => message).join()
  }
  test.each([
    ['1000', 'taken'],
    ['12500', 'taken'],
    ['50000', 'taken'],
    ['500', 'The minimum value allowed is 1000'],
    ['50500', 'The maximum value allowed is 50000'],
    ['12600', 'amount? must be 1,000 plus a multiple of 500'],
    ['01500', 'amount? must be 1,000 plus a multiple of 500'],
    ['1500.0', 'amount? must be 1,000 plus a multiple of 500'],
    ['1,500', 'amount? must be a number'],
    ['plenty', 'amount? must be a number'],
  ])('%s: %s', (raw, expected) => expect(judged(raw)).toBe(expected))

  test('within the bounds of its validations', () => {
    const bounded = asking({}, ['required', { name: 'min', arg: 5000 }])
    expect(judged('4500', bounded)).toBe('The minimum value allowed is 5000')
    expect(judged('5000', bounded)).toBe('taken')
  })

  test('also with fractional steps', () => {
    const fine = asking({ min: 0, max: 1, step: 0.1 })
    expect(['0.3', '0.7', '1'].map((raw) => judged(raw, fine))).toEqual(['taken', 'taken', 'taken'])
    expect(judged('0.35', fine)).toContain('plus a multiple of 0.1')
  })
})

test('a number is recorded in plain digits, however it was written', () => {
  const asked = asking()
  const [amount] = asked.ui_config.offers['debt']!.steps
  expect(complete(asked, amount!, { amount: ' $12,500 ' })).toEqual({ amount: '12500' })
  expect(complete(asked, amount!, { amount: ' a lot ' })).toEqual({ amount: 'a lot' })
  expect(['1 000', '€7.50', '-3', '', '1/2', '5 per month'].map(numberTyped)).toEqual([
    1000,
    7.5,
    -3,
    null,
    null,
    null,
  ])
})

test('a number between two marks moves to the nearer one, and one beyond the scale to its end', () => {
  expect([1249, 1251, -7, 60_000].map((number) => onScale(SCALE, number))).toEqual([1000, 1500, 1000, 50_000])
  expect(onScale({ min: 0, max: 1, step: 0.1 }, 0.29)).toBe(0.3)
})

test('a slider is unanswered until it’s moved, unless the flow sets a start', () => {
  const first = (asked: ReturnType<typeof asking>) => asked.ui_config.offers['debt']!.steps[0]!
  expect(startsOf(asking(), first(asking()))).toEqual({})
  const started = asking({ start: 10_000 })
  expect(startsOf(started, first(started))).toEqual({ amount: '10000' })
})

describe('proofs about a slider', () => {
  const after = (condition: 'gt' | 'gte' | 'eq', arg: number, rest = {}) =>
    flow({
      debt: [
        step('amount', [slider('amount', { ...SCALE, ...rest }), SUBMIT]),
        step('much', [input('text', 'note', []), SUBMIT], { display_rules: when('amount', condition, arg) }),
        step('end', [THANKS]),
      ],
    })
  test.each([
    ['a number of its scale', 'eq', 20_000, []],
    ['a number between two of its scale', 'eq', 20_100, ['rule_never']],
    ['more than its end', 'gt', 50_000, ['rule_never']],
    ['more than the number before its end', 'gt', 49_999, []],
    ['no less than its beginning', 'gte', 1000, ['rule_always']],
  ] as const)('a rule that asks for %s', (_, condition, arg, codes) => {
    expect(prove(after(condition, arg), TODAY).map(({ code }) => code)).toEqual(codes)
  })

  test('generated scripts use numbers that make each rule true and false', () => {
    const asked = after('gt', 20_250)
    const found = paths(asked, solve(asked, TODAY)!).paths
    const amounts = found.map(({ script }) => Number(/"amount":"(\d+)"/.exec(JSON.stringify(script))?.[1]))
    expect(amounts.map((amount) => [amount > 20_250, (amount - 1000) % 500])).toEqual([
      [false, 0],
      [true, 0],
    ])
  })
})

test('a made-up visitor chooses a number on the scale', () => {
  const element = asking().ui_config.offers['debt']!.steps[0]!.questions[0] as ElementOf<'slider'>
  const chance = { between: (_: number, max: number) => max, one: never, weighted: never }
  expect(sliderAuthoring.invent(chance, 'amount', { element, options: [] })).toBe('50000')
})

function never(): never {
  throw new Error('A slider has no options.')
}
