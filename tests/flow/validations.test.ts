import { describe, expect, test } from 'vitest'
import type { LocalValidation } from '../../schemas/element.ts'
import type { Flow, Step } from '../../schemas/flow.ts'
import type { StepData } from '../../src/flow/data.ts'
import { LOCAL } from '../../src/flow/localChecks.ts'
import { externalChecks, fieldErrors } from '../../src/flow/validations.ts'
import { choices, composite, flow, input, select, step, SUBMIT, type Part } from './flows.ts'

/** A flow of one step with these elements, and the step. */
function one(...parts: Part[]): [Flow, Step] {
  const only = flow({ a: [step('x', [...parts, SUBMIT])] })
  return [only, only.ui_config.offers['a']!.steps[0]!]
}

/** What a visitor reads, by field. */
function messages(data: StepData, ...parts: Part[]): Record<string, string> {
  const [flow, step] = one(...parts)
  return Object.fromEntries(
    fieldErrors(flow, { step, before: {} }, data).map(({ field, message }) => [field, message]),
  )
}

function labelled(part: Part, label: string): Part {
  for (const { answers } of Object.values(part.questions ?? {}))
    for (const answer of Object.values(answers)) answer.label = label
  return part
}

describe('what is wrong is said in the spec’s words', () => {
  test.each<[LocalValidation['name'], number | undefined, string, string]>([
    ['required', undefined, '  ', 'Email is required'],
    ['email', undefined, 'ann@', 'Email must contain a valid email'],
    ['phone', undefined, '555', 'Email must contain a valid phone number'],
    ['zip', undefined, '787', 'Email must contain a valid zip code'],
    ['date_of_birth', undefined, '2023-02-30', 'Email must be a valid date of birth'],
    ['description', undefined, 'Too short', 'Email must be at least 20 char long'],
    ['min', 18, '17', 'The minimum value allowed is 18'],
    ['max', 99, '100', 'The maximum value allowed is 99'],
  ])('%s', (name, arg, value, message) => {
    const check = arg === undefined ? name : { name, arg }
    expect(messages({ x: value }, labelled(input('text', 'x', [check]), 'Email'))).toEqual({ x: message })
  })

  test('nothing ticked', () => {
    expect(messages({ hurt: [] }, select('multi_select', 'hurt', ['neck']))).toEqual({
      hurt: 'One option is required',
    })
    expect(messages({ hurt: ['neck'] }, select('multi_select', 'hurt', ['neck']))).toEqual({})
  })

  test('each missing part of a vehicle or an injury date', () => {
    expect(messages({ car: { car_year: '2016' } }, composite('vehicle', 'car'))).toEqual({
      car_make: 'car make is required',
      car_model: 'car model is required',
    })
    expect(messages({}, composite('injury_date', 'hurt'))).toEqual({
      hurt_year: 'hurt year is required',
      hurt_month: 'hurt month is required',
    })
  })

  test('a field without a label of its own goes by its question', () => {
    expect(messages({}, input('text', 'city'))).toEqual({ city: 'city? is required' })
  })

  test('server checks', () => {
    const part = labelled(input('text', 'x'), 'Contact')
    const external = ['email', 'phone', 'zip'] as const
    Object.assign(part.element, { validations: { local: [], external } })
    expect(externalChecks(...one(part), { x: 'it' })).toEqual([
      { name: 'email', field: 'x', value: 'it', message: 'Contact must contain a valid email address' },
      { name: 'phone', field: 'x', value: 'it', message: 'Contact must contain a valid phone number' },
      { name: 'zip', field: 'x', value: 'it', message: 'Contact must contain a valid zip code' },
    ])
    expect(externalChecks(...one(part), { x: '' })).toEqual([])
  })
})

test('only the first thing wrong with a field is said, and every field has its say', () => {
  const parts = [input('text', 'zip', ['required', 'zip']), input('text', 'email', ['required', 'email'])]
  expect(messages({ zip: ' ', email: 'x' }, ...parts)).toEqual({
    zip: 'zip? is required',
    email: 'email? must contain a valid email',
  })
})

test('what need not be answered is only looked at when it is', () => {
  const parts = [input('text', 'zip', ['zip']), select('multi_select', 'hurt', ['neck'], [])]
  expect(messages({}, ...parts)).toEqual({})
  expect(messages({ zip: '', hurt: [] }, ...parts)).toEqual({})
  expect(messages({ zip: 'x' }, ...parts)).toEqual({ zip: 'zip? must contain a valid zip code' })
})

test('choices are answered by being clicked: there is nothing to miss', () => {
  expect(messages({}, ...choices('hurt', 'yes', 'no'))).toEqual({})
})

test('a field named like what every object inherits is missing until it is answered', () => {
  expect(messages({}, input('text', 'constructor'))).toEqual({ constructor: 'constructor? is required' })
})

describe.each<[LocalValidation['name'], number | undefined, string[], string[]]>([
  ['required', undefined, ['x', ' x '], ['', ' ', '\n\t']],
  [
    'email',
    undefined,
    ['ann@example.com', ' ann@example.com ', 'a.b+c@mail.example.co', "o'brien@example.com", 'a@9.io'],
    [
      'ann',
      'ann@',
      '@example.com',
      'ann@example',
      'ann@.com',
      'a b@example.com',
      'ann@example.c',
      'a@b@example.com',
    ],
  ],
  [
    'phone',
    undefined,
    ['5125552368', '(512) 555-2368', '+1 512 555 2368', '1-512-555-2368'],
    ['555-2368', '25125552368', '51255523680', 'phone', '+44 20 7946 0958'],
  ],
  ['zip', undefined, ['78701', ' 02134 '], ['7870', '787011', '78701-1234', 'K1A 0B1', '７８７０１']],
  [
    'date_of_birth',
    undefined,
    ['1900-01-01', '2022-12-31', '2004-02-29'],
    ['1899-12-31', '2023-01-01', '2003-02-29', '1985-04-31', '3/9/1985', 'today'],
  ],
  [
    'description',
    undefined,
    ['x'.repeat(20), `  ${'x'.repeat(20)}  `],
    ['x'.repeat(19), `${'x'.repeat(19)}   `],
  ],
  ['min', 18, ['18', '18.5', '100'], ['17', '17.99', '-18', 'many']],
  ['max', 99, ['99', '-1', '0'], ['100', '99.01', 'many']],
])('%s %s', (name, arg, good, bad) => {
  test.each(good)('takes %j', (value) => expect(LOCAL[name].passes(value, arg)).toBe(true))
  test.each(bad)('refuses %j', (value) => expect(LOCAL[name].passes(value, arg)).toBe(false))
})
