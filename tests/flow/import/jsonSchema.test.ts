import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { errorsOf, read, rulesOf } from './base.ts'

const FORMS = 'tests/flow/import/forms'
const SCHEMA = readFileSync(`${FORMS}/schema.json`, 'utf8')
const UI = readFileSync(`${FORMS}/uiSchema.json`, 'utf8')

const stepsOf = (flow: ReturnType<typeof read>['flow']) =>
  flow.ui_config.offers['main']!.steps.map(({ name }) => name)
const schema = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more })
/** Schema made from text, because linters take an object with a member named `then` for a promise. */
const ifThen = (condition: object, then: object) =>
  JSON.parse(`{ "if": ${JSON.stringify(condition)}, "then": ${JSON.stringify(then)} }`) as object
const text = (title: string) => ({ type: 'string', title })

describe('a schema with its uiSchema', () => {
  const { flow, notes, format, questions } = read(SCHEMA, { uiSchema: UI })

  test('becomes a flow that can be published', () => {
    expect({ format, questions }).toEqual({ format: 'json-schema', questions: 20 })
    expect(errorsOf(flow)).toEqual([])
  })

  test('asks in the order of ui:order, with an object’s fields on one step', () => {
    expect(stepsOf(flow)).toEqual([
      'accident',
      'fault',
      'place',
      'injured',
      'treated',
      'hospital',
      'state',
      'people',
      'story',
      'dob',
      'pains',
      'severity',
      'contact',
      'contact_preferred',
      'consent',
      'county',
      'send',
    ])
    const contact = flow.ui_config.offers['main']!.steps.find(({ name }) => name === 'contact')!
    expect(contact.title).toBe('How can we reach you?')
    expect(
      contact.questions.flatMap((element) => ('question_key' in element ? element.question_key : [])),
    ).toEqual(['first_name', 'last_name', 'phone', 'email', 'zip_code'])
  })

  test('turns if, then, else, and dependencies into rules', () => {
    expect(rulesOf(flow, 'fault')).toBe('accident eq car')
    expect(rulesOf(flow, 'place')).toBe('accident neq car')
    expect(rulesOf(flow, 'treated')).toBe('injured eq yes')
    expect(rulesOf(flow, 'county')).toBe('')
  })

  test('uses the widgets, choice titles, and help of the uiSchema', () => {
    const element = (name: string) => {
      const step = flow.ui_config.offers['main']!.steps.find((one) => one.name === name)!
      return step.questions[0] as { widget: string; hint?: string; min?: number; max?: number }
    }
    expect(['state', 'story', 'severity', 'people'].map((name) => element(name).widget)).toEqual([
      'dropdown',
      'textarea',
      'slider',
      'text',
    ])
    expect(element('story').hint).toBe('A few sentences do.')
    expect(element('severity')).toMatchObject({ min: 0, max: 10 })
    const { options } = flow.constants_config.questions['weekday']!.answers['value']!
    expect(options?.[0]).toEqual({ text: 'Monday', backend_field_value: 'mon' })
  })

  test('lists what wasn’t imported, with its place', () =>
    expect(notes.map(({ at }) => at)).toEqual([
      'properties.state',
      'properties.people',
      'properties.story',
      'properties.story',
      'properties.pains',
      'properties.witnesses',
      'properties.contact.properties.phone',
      'properties.consent',
      'dependencies.story',
      'allOf[1].then.properties.county',
      '',
    ]))
})

describe('a condition', () => {
  const rule = (condition: object, more: object = {}) => {
    const { flow, notes } = read(
      schema(
        {
          a: { type: 'string', title: 'A', enum: ['x', 'y', 'z'] },
          n: { type: 'integer', title: 'N', minimum: 0 },
          m: { type: 'array', title: 'M', uniqueItems: true, items: { type: 'string', enum: ['p', 'q'] } },
          t: { type: 'boolean', title: 'T' },
        },
        { ...ifThen(condition, { properties: { b: text('B') } }), ...more },
      ),
    )
    const isLost = notes.some(({ message }) => message.startsWith('“B” is always shown'))
    return isLost ? null : rulesOf(flow, 'b')
  }

  test.each([
    // An absent property satisfies every schema.
    [{ properties: { a: { const: 'x' } } }, '(a eq null | a eq x)'],
    [{ properties: { a: { const: 'x' } }, required: ['a'] }, 'a eq x'],
    [{ properties: { a: { enum: ['x', 'y'] } }, required: ['a'] }, '(a eq x | a eq y)'],
    [{ properties: { a: { not: { const: 'x' } } }, required: ['a'] }, 'a neq x & a neq null'],
    [{ not: { properties: { a: { const: 'x' } }, required: ['a'] } }, 'a neq x'],
    [{ properties: { n: { minimum: 3, maximum: 5 } }, required: ['n'] }, 'n gte 3 & n lte 5'],
    [{ properties: { m: { contains: { const: 'p' } } }, required: ['m'] }, 'm eq p'],
    [{ properties: { t: { const: true } }, required: ['t'] }, 't eq yes'],
    [{ required: ['n'] }, 'n neq null'],
    [
      { anyOf: [{ properties: { a: { const: 'x' } }, required: ['a'] }, { required: ['t'] }] },
      '(a eq x | t neq null)',
    ],
    [{ properties: { a: { pattern: '^x' } } }, null],
    [{ properties: { a: { const: 'x' }, z: { const: 1 } } }, null],
    [{ minProperties: 2 }, null],
  ])('%j becomes %j', (condition, said) => expect(rule(condition)).toBe(said))

  test('that never holds leaves out its property', () => {
    const { flow, notes } = read(
      schema(
        { a: { type: 'string', title: 'A', enum: ['x'] } },
        ifThen({ properties: { a: { const: 'no' } }, required: ['a'] }, { properties: { b: text('B') } }),
      ),
    )
    expect(stepsOf(flow)).toEqual(['a'])
    expect(notes.map(({ message }) => message)).toContainEqual(expect.stringContaining('never leads to it'))
  })

  test('is one of several that can show a property', () => {
    const shows = { properties: { b: text('B') } }
    const when = (value: string) => ifThen({ properties: { a: { const: value } }, required: ['a'] }, shows)
    const { flow } = read(
      schema({ a: { type: 'string', title: 'A', enum: ['x', 'y', 'z'] } }, { allOf: [when('x'), when('y')] }),
    )
    expect(rulesOf(flow, 'b')).toBe('(a eq x | a eq y)')
  })
})

test('lists circular references and endlessly nested objects', () => {
  const circle = schema(
    { a: text('A'), b: { $ref: '#/$defs/b' } },
    { $defs: { b: { $ref: '#/$defs/c' }, c: { $ref: '#/$defs/b' } } },
  )
  expect(stepsOf(read(circle).flow)).toEqual(['a', 'b'])
  const endless = schema(
    { a: text('A'), b: { $ref: '#/$defs/b' } },
    { $defs: { b: schema({ b: { $ref: '#/$defs/b' } }) } },
  )
  const { flow, notes } = read(endless)
  expect(stepsOf(flow)).toEqual(['a'])
  expect(notes.some(({ message }) => message.includes('nested too deeply'))).toBe(true)
})

test('a required checkbox is a consent, whatever its words', () => {
  const shows = ifThen(
    { properties: { ok: { const: true } }, required: ['ok'] },
    { properties: { b: text('B') } },
  )
  const { flow } = read(
    schema({ ok: { type: 'boolean', title: 'You may call', const: true }, phone: text('Phone') }, shows),
  )
  expect(flow.ui_config.buyers!['example_team']!.required_fields).toEqual(['phone', 'ok'])
  // A visitor who declined has answered as well.
  expect(rulesOf(flow, 'b')).toBe(
    '(ok_declined eq null | ok neq null) & (ok neq null | ok_declined neq null)',
  )
  expect(errorsOf(flow)).toEqual([])
})

test('a nullable value is asked as its other type', () => {
  const open = (form: object) => ({ anyOf: [form, { type: 'null' }], default: null })
  const { flow, notes } = read({
    properties: {
      age: { title: 'Age', ...open({ type: 'integer', minimum: 18 }) },
      state: { title: 'State', ...open({ $ref: '#/$defs/State' }) },
      extras: {
        title: 'Extras',
        ...open({ type: 'array', uniqueItems: true, items: { enum: ['Solar', 'Gutters'] } }),
      },
    },
    $defs: { State: { enum: ['TX', 'CA'], type: 'string' } },
  })
  const elements = flow.ui_config.offers['main']!.steps.map(({ questions }) => questions[0])
  expect(elements).toMatchObject([
    { widget: 'text', inputmode: 'numeric' },
    { widget: 'radio' },
    { widget: 'multi_select' },
  ])
  expect(notes.map(({ message }) => message).filter((message) => message.includes('default'))).toEqual([])
})
