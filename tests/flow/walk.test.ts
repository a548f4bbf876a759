import { describe, expect, test } from 'vitest'
import type { Flow } from '../../schemas/flow/flow.ts'
import type { Answers } from '../../src/flow/answers/stepData.ts'
import { stepId } from '../../src/flow/elements/elements.ts'
import { walk } from '../../src/flow/walk.ts'
import { choices, composite, flow, hidden, input, origin, step, SUBMIT, THANKS, when } from './flows.ts'

/** The walk as a trace: `step kind`, ending with the current step. */
function trace(course: Flow, answers: Answers = {}, at = origin()): string[] {
  const { trail, current } = walk(course, at, answers)
  const stops = trail.map((stop) => `${stepId(stop)} ${stop.kind}`)
  return [...stops, current ? `-> ${stepId(current)}` : '-> end']
}

const asks = (name: string, rules = {}) => step(name, choices(name, 'yes', 'no'), rules)
const never = { display_rules: when('nothing', 'eq', 'yes') }
const YES = (name: string) => ({ [name]: 'yes' })
const NO = (name: string) => ({ [name]: 'no' })

describe('the first step', () => {
  test('with no offers, nothing is shown', () => {
    expect(trace(flow({}))).toEqual(['-> end'])
  })

  test('the first step of the first offer is shown', () => {
    expect(trace(flow({ a: [asks('x'), asks('y')], b: [asks('z')] }))).toEqual(['a/x shown', '-> a/x'])
  })

  test('a hidden step is passed if its rules hold', () => {
    expect(trace(flow({ a: [hidden('h'), asks('x')] }))).toEqual(['a/h hidden', 'a/x shown', '-> a/x'])
  })

  test('a step whose rules fail is skipped, hidden or not', () => {
    const course = flow({ a: [hidden('h', never), asks('x', never), asks('y')] })
    expect(trace(course)).toEqual(['a/h skipped', 'a/x skipped', 'a/y shown', '-> a/y'])
  })

  test('it can be in a later offer', () => {
    const course = flow({ a: [asks('x', never), hidden('h')], b: [asks('y')] })
    expect(trace(course)).toEqual(['a/x skipped', 'a/h hidden', 'b/y shown', '-> b/y'])
  })
})

describe('the next step', () => {
  const course = flow({
    a: [
      asks('x'),
      asks('y', { display_rules: when('x', 'eq', 'yes') }),
      hidden('h', { display_rules: when('x', 'eq', 'no') }),
    ],
    b: [asks('z')],
  })

  test('walks forward, skipping steps whose rules fail', () => {
    expect(trace(course, { 'a/x': NO('x') })).toEqual([
      'a/x shown',
      'a/y skipped',
      'a/h hidden',
      'b/z shown',
      '-> b/z',
    ])
    expect(trace(course, { 'a/x': YES('x') })).toEqual(['a/x shown', 'a/y shown', '-> a/y'])
  })

  test('there’s no step after the last one of the last offer', () => {
    const answers = { 'a/x': YES('x'), 'a/y': NO('y'), 'b/z': NO('z') }
    expect(trace(course, answers).slice(-3)).toEqual(['a/h skipped', 'b/z shown', '-> end'])
  })

  test('stops at a step that asks nothing until it’s left', () => {
    expect(trace(flow({ a: [hidden('h'), step('thanks', [THANKS])] })).at(-1)).toBe('-> a/thanks')
  })

  test('answers of skipped or unreached steps don’t count', () => {
    const gated = flow({
      a: [
        asks('x'),
        asks('y', { display_rules: when('x', 'eq', 'yes') }),
        asks('z', { display_rules: when('y', 'eq', 'yes') }),
        asks('w'),
      ],
    })
    expect(trace(gated, { 'a/x': NO('x'), 'a/y': YES('y') })).toEqual([
      'a/x shown',
      'a/y skipped',
      'a/z skipped',
      'a/w shown',
      '-> a/w',
    ])
    expect(trace(gated, { 'a/y': YES('y') })).toEqual(['a/x shown', '-> a/x'])
  })

  test('a step’s rules see only what was answered before it', () => {
    const own = flow({ a: [asks('x', { display_rules: when('x', 'neq', 'yes') }), asks('y')] })
    expect(trace(own, { 'a/x': YES('x') })).toEqual(['a/x shown', 'a/y shown', '-> a/y'])
  })

  test('the later answer counts for a field that’s asked twice', () => {
    const twice = flow({
      a: [
        step('one', choices('x', 'yes', 'no')),
        step('two', choices('x', 'yes', 'no')),
        asks('y', { display_rules: when('x', 'eq', 'yes') }),
      ],
    })
    expect(trace(twice, { 'a/one': YES('x'), 'a/two': NO('x') }).slice(-2)).toEqual(['a/y skipped', '-> end'])
  })
})

describe('the known values', () => {
  const dated = flow(
    {
      a: [
        step('date', [composite('injury_date', 'hurt'), SUBMIT]),
        step('recent', [input('text', 'story'), SUBMIT], {
          display_rules: when('age', 'eq', '< 1 year ago'),
        }),
        asks('last'),
      ],
    },
    {
      ui: {
        fields: {
          age: { compute: 'incident_occurred', from: ['hurt_year', 'hurt_month'] },
          wc: { compute: 'user_from_wc' },
        },
      },
    },
  )
  const on = (hurt_year: string) => ({ 'a/date': { hurt: { hurt_year, hurt_month: '04' } } })

  test('include computed fields, from the step after their source fields', () => {
    expect(trace(dated, on('2026')).at(-1)).toBe('-> a/recent')
    expect(trace(dated, on('2019')).at(-1)).toBe('-> a/last')
  })

  test('are only those of the page before the first answer', () => {
    expect(walk(dated, origin({ wc: '1' }), {}).fields).toEqual({ wc: 'yes' })
    expect(walk(dated, origin(), on('2019')).fields).toEqual({
      wc: 'no',
      age: '>3 years ago',
      hurt_year: '2019',
      hurt_month: '04',
    })
  })

  test('the same answers on another day can give another walk', () => {
    expect(trace(dated, on('2026'), origin({}, '2027-04-01')).at(-1)).toBe('-> a/last')
  })
})

describe('force-start-offer', () => {
  const course = flow({ a: [asks('x')], b: [asks('y')], c: [asks('z')] })

  test.each([
    ['b', 'b/y', 'jumps to the offer that it names'],
    ['c', 'c/z', 'may name the last'],
    ['a', 'a/x', 'may name the first'],
    ['d', 'a/x', 'is ignored when there is no such offer'],
    ['', 'a/x', 'is ignored when it names nothing'],
    ['constructor', 'a/x', 'is ignored when it names what every object inherits'],
  ])('%j begins at %s: it %s', (offer, first) => {
    expect(trace(course, {}, origin({ 'force-start-offer': offer })).at(-1)).toBe(`-> ${first}`)
  })

  test('offers before it aren’t walked, those after it are', () => {
    expect(trace(course, { 'b/y': YES('y') }, origin({ 'force-start-offer': 'b' }))).toEqual([
      'b/y shown',
      'c/z shown',
      '-> c/z',
    ])
  })
})
