import { describe, expect, test } from 'vitest'
import type { Computation } from '../../schemas/flow/flow.ts'
import { withComputed } from '../../src/flow/answers/computations.ts'
import type { Fields } from '../../src/flow/answers/fields.ts'
import { walk } from '../../src/flow/walk.ts'
import { choices, flow, origin, step, when } from './flows.ts'

function computed(compute: Computation, fields: Fields, at = origin()) {
  const from = Object.keys(fields)
  return withComputed(flow({}, { ui: { fields: { result: { compute, from } } } }), at, fields)['result']
}

describe('an incident counts from the first day of its month', () => {
  test.each([
    ['2026-11-20', '2026', '11', '< 1 year ago', 'no'],
    ['2026-11-20', '2025', '12', '< 1 year ago', 'no'],
    ['2026-11-20', '2025', '11', '1-3 years ago', 'no'],
    ['2026-11-01', '2025', '11', '1-3 years ago', 'no'],
    ['2026-10-31', '2025', '11', '< 1 year ago', 'no'],
    ['2026-11-20', '2024', '12', '1-3 years ago', 'no'],
    ['2026-11-01', '2024', '11', '1-3 years ago', 'no'],
    ['2026-11-20', '2024', '11', '1-3 years ago', 'yes'],
    ['2026-11-20', '2023', '12', '1-3 years ago', 'yes'],
    ['2026-11-01', '2023', '11', '1-3 years ago', 'yes'],
    ['2026-11-02', '2023', '11', '>3 years ago', 'yes'],
    ['2026-11-20', '2015', '01', '>3 years ago', 'yes'],
    ['2028-02-29', '2027', '03', '< 1 year ago', 'no'],
    ['2028-02-29', '2027', '02', '1-3 years ago', 'no'],
    ['2028-02-29', '2026', '03', '1-3 years ago', 'no'],
    ['2028-02-29', '2026', '02', '1-3 years ago', 'yes'],
  ])('on %s, %s-%s was %s; more than two years: %s', (today, year, month, band, overTwo) => {
    const at = origin({}, today)
    expect(computed('incident_occurred', { year, month }, at)).toBe(band)
    expect(computed('injury_date_over_two_years', { year, month }, at)).toBe(overTwo)
    expect(computed('incident_date', { year, month }, at)).toBe(`${year}-${month}-01`)
  })
})

test('an address parameter is a field once the address has it', () => {
  const asked = flow(
    { main: [step('more', choices('a', '1'), { display_rules: when('source', 'eq', 'news') })] },
    { ui: { fields: { source: { compute: 'address_parameter', parameter: 'utm_source' } } } },
  )
  expect(walk(asked, origin({ utm_source: 'news' }), {}).fields).toEqual({ source: 'news' })
  expect(walk(asked, origin({ utm_source: 'news' }), {}).current?.step_key).toBe('more')
  expect(walk(asked, origin({ utm_source: '' }), {}).fields).toEqual({})
  expect(walk(asked, origin({ other: 'news' }), {}).current).toBeNull()
})

test.each([
  [{ wc: '1' }, 'yes'],
  [{ wc: '' }, 'no'],
  [{}, 'no'],
])('a page opened with %j is from wc: %s', (query, expected) => {
  expect(computed('user_from_wc', {}, origin(query))).toBe(expected)
})

test('a name is checked as a whole, a description by its words', () => {
  expect(computed('name_gibberish', { first: 'Cynthia', last: 'Lynch' })).toBe('no')
  expect(computed('name_gibberish', { first: 'Cynthia', last: 'Xkcd' })).toBe('yes')
  expect(computed('enough_words', { text: 'A car hit me' })).toBe('yes')
  expect(computed('enough_words', { text: 'A car' })).toBe('no')
})

test.each([
  [{}, 'no', 'yes'],
  [{ mva_tcpa: 'I agree.' }, 'no', 'no'],
  [{ wc_tcpa: 'I agree.' }, 'no', 'no'],
  [{ mva_tcpa: 'I agree.', wc_tcpa: '' }, 'no', 'no'],
  [{ mva_tcpa: 'I agree.', wc_tcpa: 'I agree, too.' }, 'yes', 'no'],
])('of two consents %j: both present %s, both missing %s', (fields, present, missing) => {
  const from = ['mva_tcpa', 'wc_tcpa']
  const both = flow(
    {},
    {
      ui: {
        fields: {
          present: { compute: 'both_tcpa_compliance_present', from },
          missing: { compute: 'both_tcpa_compliance_missing', from },
        },
      },
    },
  )
  expect(withComputed(both, origin(), fields)).toEqual({ ...fields, present, missing })
})

test('fields that only the server computes have no value during the visit', () => {
  const marked = flow(
    {},
    { ui: { fields: { ip: { compute: 'ip' }, bad: { compute: 'has_bad_words', from: ['text'] } } } },
  )
  expect(withComputed(marked, origin(), { text: 'free money' })).toEqual({ text: 'free money' })
})

test('a value exists as soon as all of its source fields are answered', () => {
  const dated = flow({}, { ui: { fields: { date: { compute: 'incident_date', from: ['year', 'month'] } } } })
  const known = (fields: Fields) => withComputed(dated, origin(), fields)

  expect(known({})).toEqual({})
  expect(known({ year: '2026' })).toEqual({ year: '2026' })
  expect(known({ year: '2026', month: '' })).toEqual({ year: '2026', month: '' })
  expect(known({ year: '2026', month: '04', date: 'old' })).toEqual({
    year: '2026',
    month: '04',
    date: '2026-04-01',
  })
})

test('a field named like an inherited property isn’t answered by itself', () => {
  const odd = flow({}, { ui: { fields: { enough: { compute: 'enough_words', from: ['constructor'] } } } })
  expect(withComputed(odd, origin(), {})).toEqual({})
})
