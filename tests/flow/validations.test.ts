import { describe, expect, test } from 'vitest'
import type { LocalValidation } from '../../schemas/elements/element.ts'
import type { Flow, Step } from '../../schemas/flow/flow.ts'
import type { StepData } from '../../src/flow/answers/stepData.ts'
import { AUTHORING } from '../../src/author/elements/authoringOf.ts'
import { VALIDATION_AUTHORING } from '../../src/author/elements/validationAuthoring.ts'
import { passes } from '../../src/author/elements/typed.ts'
import { LOCAL } from '../../src/flow/elements/localChecks.ts'
import { externalChecks, fieldErrors } from '../../src/flow/validations/validations.ts'
import { choices, composite, flow, input, select, step, SUBMIT, TODAY, type Part } from './flows.ts'

/** A flow with one step of these elements, and that step. */
function one(...parts: Part[]): [Flow, Step] {
  const only = flow({ a: [step('x', [...parts, SUBMIT])] })
  return [only, only.ui_config.offers['a']!.steps[0]!]
}

/** Messages that a visitor reads, by field. */
function messages(data: StepData, ...parts: Part[]): Record<string, string> {
  const [flow, step] = one(...parts)
  return Object.fromEntries(
    fieldErrors(flow, { step, before: {}, today: TODAY }, data).map(({ field, message }) => [field, message]),
  )
}

function labeled(part: Part, label: string): Part {
  for (const { answers } of Object.values(part.questions ?? {}))
    for (const answer of Object.values(answers)) answer.label = label
  return part
}

test.each(Object.keys(LOCAL) as LocalValidation['name'][])('%s fits some kind of question', (name) => {
  const fitting = Object.values(AUTHORING).filter((kind) => kind.fitting.includes(name))
  expect(fitting.length).toBeGreaterThan(0)
})

test.each(Object.entries(VALIDATION_AUTHORING))('%s accepts its sample text', (name, told) => {
  const texts = [told.sample, ...(told.natural ?? [])]
  const check = { name: name as LocalValidation['name'] }
  expect(texts.filter((text) => !passes(check, text))).toEqual([])
})

describe('errors have the specification’s wording', () => {
  test.each<[LocalValidation['name'], number | undefined, string, string]>([
    ['required', undefined, '  ', 'Email is required'],
    ['email', undefined, 'ann@', 'Email must contain a valid email'],
    ['email_format', undefined, 'ann@', 'Value is not a valid email address'],
    ['phone', undefined, '555', 'Email must contain a valid phone number'],
    ['zip', undefined, '787', 'Email must contain a valid zip code'],
    ['date_of_birth', undefined, '2023-02-30', 'Email must be a valid date of birth'],
    ['description', undefined, 'Too short', 'Email must be at least 20 char long'],
    ['min', 18, '17', 'The minimum value allowed is 18'],
    ['max', 99, '100', 'The maximum value allowed is 99'],
  ])('%s', (name, arg, value, message) => {
    const check = arg === undefined ? name : { name, arg }
    expect(messages({ x: value }, labeled(input('text', 'x', [check]), 'Email'))).toEqual({ x: message })
  })

  test('nothing checked', () => {
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

  test('a text that’s too long', () => {
    const story = labeled(input('textarea', 'x', []), 'Story')
    expect(messages({ x: 'x'.repeat(5000) }, story)).toEqual({})
    expect(messages({ x: 'x'.repeat(5001) }, story)).toEqual({ x: 'Story must be at most 5,000 char long' })
    const name = labeled(input('text', 'x', []), 'Name')
    expect(messages({ x: '🙂'.repeat(200) }, name)).toEqual({})
    expect(messages({ x: '🙂'.repeat(201) }, name)).toEqual({ x: 'Name must be at most 200 char long' })
  })

  test('an incomplete date, even if it’s optional', () => {
    const [flow, only] = one(input('date_of_birth', 'dob', ['date_of_birth']))
    const begun = (data: StepData) =>
      fieldErrors(flow, { step: only, before: {}, today: TODAY }, data, new Set(['dob']))
    expect(begun({})).toEqual([{ field: 'dob', message: 'Birthdate is required' }])
    expect(begun({ dob: '1985-03-09' })).toEqual([])
  })

  test('a field without its own label uses its question', () => {
    expect(messages({}, input('text', 'city'))).toEqual({ city: 'city? is required' })
  })

  test('server checks', () => {
    const part = labeled(input('text', 'x'), 'Contact')
    const external = ['email', 'phone', 'zip'] as const
    Object.assign(part.element, { validations: { local: [], external } })
    expect(externalChecks(...one(part), { x: 'it' })).toEqual([
      {
        name: 'email',
        question_key: 'x',
        field: 'x',
        value: 'it',
        message: 'Contact must contain a valid email address',
      },
      {
        name: 'phone',
        question_key: 'x',
        field: 'x',
        value: 'it',
        message: 'Contact must contain a valid phone number',
      },
      {
        name: 'zip',
        question_key: 'x',
        field: 'x',
        value: 'it',
        message: 'Contact must contain a valid zip code',
      },
    ])
    expect(externalChecks(...one(part), { x: '' })).toEqual([])
  })
})

test('the flow’s own error replaces those that name a field, but not those that name a limit', () => {
  const own = (part: Part) => {
    for (const { answers } of Object.values(part.questions ?? {}))
      for (const answer of Object.values(answers)) answer.error = 'Enter your ZIP code'
    return part
  }
  const zip = () => own(input('text', 'zip', ['required', 'zip']))
  for (const value of ['', '787'])
    expect(messages({ zip: value }, zip())).toEqual({ zip: 'Enter your ZIP code' })
  expect(messages({ zip: '78701' }, zip())).toEqual({})
  expect(messages({ x: '17' }, own(input('text', 'x', [{ name: 'min', arg: 18 }])))).toEqual({
    x: 'The minimum value allowed is 18',
  })
  expect(messages({}, own(composite('vehicle', 'car')))).toMatchObject({ car_year: 'Enter your ZIP code' })
})

test('a parent can answer for a child if only the flow sets the ages', () => {
  const ages = input('date_of_birth', 'dob', ['required', { name: 'age', min: 0, max: 17 }])
  const born = (day: string) => messages({ dob: day }, ages)
  expect([born(TODAY), born('2024-02-29')]).toEqual([{}, {}])
  expect(Object.keys(born('1990-01-01'))).toEqual(['dob'])
})

test('shows only the first error of each field, for every field', () => {
  const parts = [input('text', 'zip', ['required', 'zip']), input('text', 'email', ['required', 'email'])]
  expect(messages({ zip: ' ', email: 'x' }, ...parts)).toEqual({
    zip: 'zip? is required',
    email: 'email? must contain a valid email',
  })
})

test('an optional field is checked only if it’s answered', () => {
  const parts = [input('text', 'zip', ['zip']), select('multi_select', 'hurt', ['neck'], [])]
  expect(messages({}, ...parts)).toEqual({})
  expect(messages({ zip: '', hurt: [] }, ...parts)).toEqual({})
  expect(messages({ zip: 'x' }, ...parts)).toEqual({ zip: 'zip? must contain a valid zip code' })
})

test('choices can’t be missing, because clicking answers them', () => {
  expect(messages({}, ...choices('hurt', 'yes', 'no'))).toEqual({})
})

test('a field named like an inherited property is missing until it’s answered', () => {
  expect(messages({}, input('text', 'constructor'))).toEqual({ constructor: 'constructor? is required' })
})

describe('one answer is compared with another', () => {
  const against = (name: LocalValidation['name'], field: string, part: Part) => {
    Object.assign(part.element, { validations: { local: [{ name, field }] } })
    return part
  }
  const mail = labeled(input('text', 'email', ['required']), 'Email')
  const again = labeled(against('same_as', 'email', input('text', 'again')), 'Email again')
  const born = labeled(input('date_of_birth', 'dob'), 'Date of birth')

  test('of the same step', () => {
    expect(messages({ email: 'ann@example.com', again: 'ann@example.co' }, mail, again)).toEqual({
      again: 'Email again must be the same as Email',
    })
    expect(messages({ email: 'ann@example.com', again: ' ann@example.com' }, mail, again)).toEqual({})
  })

  test('or of an earlier one', () => {
    const [flow, step] = one(again)
    const wrong = fieldErrors(
      flow,
      { step, before: { email: 'bob@example.com' }, today: TODAY },
      { again: 'ann@example.com' },
    )
    expect(wrong).toEqual([{ field: 'again', message: 'Email again must be the same as email' }])
    expect(
      fieldErrors(flow, { step, before: { email: 'ann' }, today: TODAY }, { email: 'bob', again: 'bob' }),
    ).toEqual([])
  })

  test('but not if either is missing', () => {
    expect(messages({ again: 'ann@example.com' }, again)).toEqual({})
    expect(messages({ email: 'ann@example.com' }, mail, again)).toEqual({})
  })

  test('and an injury date as a whole, with the error at its year', () => {
    const hurt = against('not_before', 'dob', composite('injury_date', 'hurt'))
    const on = (year: string, month: string) => ({ hurt: { hurt_year: year, hurt_month: month } })
    const said = { hurt_year: 'hurt year must not be before Date of birth' }
    expect(messages({ dob: '2020-06-15', ...on('2020', '05') }, born, hurt)).toEqual(said)
    expect(messages({ dob: '2020-06-15', ...on('2020', '06') }, born, hurt)).toEqual({})
    expect(messages({ dob: '2020-06-15', hurt: { hurt_year: '2019' } }, born, hurt)).toEqual({})
  })

  test.each<[LocalValidation['name'], string, string, boolean]>([
    ['not_before', '2026-04-01', '2026-04-01', true],
    ['not_before', '2026-03-31', '2026-04-01', false],
    ['not_before', '2026', '2026-04-01', true],
    ['not_before', '9', '10', false],
    ['not_before', '10', '9', true],
    ['not_after', '2026-04-02', '2026-04-01', false],
    ['not_after', '10', '9.5', false],
    ['not_after', '9', '9.0', true],
    ['not_before', 'soon', '2026-04-01', false],
    ['not_after', 'soon', '2026-04-01', false],
    ['not_before', '2026-04-01', 'soon', true],
  ])('%s: %s and %s: %j', (name, value, other, passes) => {
    expect(LOCAL[name].passes(value, other)).toBe(passes)
  })
})

describe('an age is counted in whole years, on the day of the visit', () => {
  const YOUNG = 'You must be at least 18 years old'
  test.each<[string, string, { min?: number; max?: number }, string | undefined]>([
    ['2008-11-20', '2026-11-20', { min: 18 }, undefined],
    ['2008-11-21', '2026-11-20', { min: 18 }, YOUNG],
    ['2008-02-29', '2026-02-28', { min: 18 }, YOUNG],
    ['2008-02-29', '2026-03-01', { min: 18 }, undefined],
    ['2008-02-29', '2028-02-29', { min: 20 }, undefined],
    ['1961-11-21', '2026-11-20', { max: 64 }, undefined],
    ['1961-11-20', '2026-11-20', { max: 64 }, 'You must be at most 64 years old'],
    ['1961-11-20', '2026-11-20', { min: 18, max: 64 }, 'You must be from 18 to 64 years old'],
  ])('born on %s, on %s, %j: %j', (dob, today, bounds, message) => {
    const [flow, step] = one(input('date_of_birth', 'dob', [{ name: 'age', ...bounds }]))
    const wrong = fieldErrors(flow, { step, before: {}, today }, { dob })
    expect(wrong).toEqual(message === undefined ? [] : [{ field: 'dob', message }])
  })
})

test('validations of a field run in order, and the first failure is shown', () => {
  const part = () =>
    labeled(input('text', 'age', ['required', { name: 'min', arg: 18 }, { name: 'max', arg: 99 }]), 'Age')
  expect(messages({}, part())).toEqual({ age: 'Age is required' })
  expect(messages({ age: '17' }, part())).toEqual({ age: 'The minimum value allowed is 18' })
  expect(messages({ age: '100' }, part())).toEqual({ age: 'The maximum value allowed is 99' })
  expect(messages({ age: '50' }, part())).toEqual({})
})

test('missing parts of a vehicle have the specification’s names, unless the answers have labels', () => {
  const car = composite('vehicle', 'car')
  for (const { answers } of Object.values(car.questions!))
    for (const answer of Object.values(answers)) delete answer.label
  expect(messages({}, car)).toEqual({
    car_year: 'Car Year is required',
    car_make: 'Car Make is required',
    car_model: 'Car Model is required',
  })
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
    [
      '5125552368',
      '(512) 555-2368',
      '+1 512 555 2368',
      '1-512-555-2368',
      '512–555‑2368.',
      '\u202a(512) 555-2368\u202c',
      'call 5125552368',
      '512-555-2368 ext. 4',
    ],
    ['555-2368', '25125552368', '51255523680', 'phone', '+44 20 7946 0958'],
  ],
  [
    'zip',
    undefined,
    ['78701', ' 02134 ', '78701.', '78701, '],
    ['7870', '787011', '78701-1234', 'K1A 0B1', '７８７０１'],
  ],
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
  ['min', 18, ['18', '18.5', '100'], ['17', '17.99', '-18', 'many', '0x20', '1e3', '18 years']],
  ['max', 99, ['99', '-1', '0'], ['100', '99.01', 'many', ' ', '1e1']],
])('%s %s', (name, arg, good, bad) => {
  test.each(good)('accepts %j', (value) => expect(LOCAL[name].passes(value, arg)).toBe(true))
  test.each(bad)('refuses %j', (value) => expect(LOCAL[name].passes(value, arg)).toBe(false))
})
