import { readdirSync, readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import { describe, expect, test } from 'vitest'
import type { Flow } from '../../schemas/flow/flow.ts'
import { stepTitle, toForm } from '../../src/flow/form.ts'
import type { PropertySchema } from '../../src/flow/elements/stepSchema.ts'
import { choices, composite, consent, flow, input, select, step, SUBMIT, THANKS, type Part } from './flows.ts'

/** A flow with one step of these elements, and that step. */
function one(parts: Part[], title?: string): Parameters<typeof toForm> {
  const only = flow({ a: [step('x', parts, title === undefined ? {} : { title })] })
  return [only, only.ui_config.offers['a']!.steps[0]!]
}

describe('each widget is one property, required if it must be answered', () => {
  test.each<[string, Part, Part, PropertySchema, object]>([
    [
      'text',
      input('text', 'city'),
      input('text', 'city', []),
      { type: 'string', title: 'city?', minLength: 1, maxLength: 200 },
      { 'ui:widget': 'text' },
    ],
    [
      'textarea',
      input('textarea', 'city'),
      input('textarea', 'city', []),
      { type: 'string', title: 'city?', minLength: 1, maxLength: 5000 },
      { 'ui:widget': 'textarea' },
    ],
    [
      'date_of_birth',
      input('date_of_birth', 'city'),
      input('date_of_birth', 'city', []),
      { type: 'string', title: 'Birthdate', pattern: '^\\d{4}-\\d{2}-\\d{2}$' },
      { 'ui:widget': 'date_of_birth' },
    ],
    [
      'dropdown',
      select('dropdown', 'city', ['ny', 'la']),
      select('dropdown', 'city', ['ny', 'la'], []),
      { type: 'string', title: 'city?', enum: ['ny', 'la'] },
      { 'ui:widget': 'dropdown', 'ui:enumNames': ['NY', 'LA'] },
    ],
    [
      'radio',
      select('radio', 'city', ['ny']),
      select('radio', 'city', ['ny'], []),
      { type: 'string', title: 'city?', enum: ['ny'] },
      { 'ui:widget': 'radio', 'ui:enumNames': ['NY'] },
    ],
    [
      'multi_select',
      select('multi_select', 'city', ['ny', 'la']),
      select('multi_select', 'city', ['ny', 'la'], []),
      {
        type: 'array',
        title: 'city?',
        items: { type: 'string', enum: ['ny', 'la'] },
        uniqueItems: true,
        minItems: 1,
      },
      { 'ui:field': 'multi_select', 'ui:enumNames': ['NY', 'LA'] },
    ],
  ])('%s', (_, required, optional, property, ui) => {
    const { schema, uiSchema } = toForm(...one([required, SUBMIT]))
    expect(schema).toEqual({
      type: 'object',
      title: 'city?',
      properties: { city: property },
      required: ['city'],
    })
    expect(uiSchema).toEqual({ city: { ...ui, 'ui:options': { element: required.element } } })

    const { schema: free } = toForm(...one([optional, SUBMIT]))
    const { minLength: _m, ...without } = property as { minLength?: number }
    expect(free.required).toEqual([])
    expect(free.properties).toEqual({ city: { ...without, ...('minItems' in property && { minItems: 0 }) } })
  })

  test('vehicle: an object under its question', () => {
    const part = composite('vehicle', 'car')
    const { schema, uiSchema } = toForm(...one([part, SUBMIT]))
    const text = { type: 'string', maxLength: 200 }
    expect(schema.required).toEqual(['car'])
    expect(schema.properties).toEqual({
      car: {
        type: 'object',
        title: 'car?',
        properties: {
          car_year: { ...text, title: 'car year', pattern: '^\\d{4}$' },
          car_make: { ...text, title: 'car make' },
          car_model: { ...text, title: 'car model' },
        },
        required: ['car_year', 'car_make', 'car_model'],
      },
    })
    expect(uiSchema).toEqual({
      car: {
        'ui:field': 'vehicle',
        'ui:options': {
          element: part.element,
          fields: { year: 'car_year', make: 'car_make', model: 'car_model' },
        },
      },
    })
  })

  test('injury_date: the same, with the parts of a date', () => {
    const { schema } = toForm(...one([composite('injury_date', 'hurt'), SUBMIT]))
    expect(schema.properties['hurt']).toMatchObject({
      properties: { hurt_year: { pattern: '^\\d{4}$' }, hurt_month: { pattern: '^(0[1-9]|1[0-2])$' } },
      required: ['hurt_year', 'hurt_month'],
    })
  })
})

test('choices of one field are one property with any of their values', () => {
  const { schema, uiSchema } = toForm(...one(choices('hurt', 'yes', 'no', 'yes')))
  expect(schema.properties).toEqual({ hurt: { type: 'string', title: 'hurt?', enum: ['yes', 'no'] } })
  expect(schema.required).toEqual(['hurt'])
  expect(uiSchema).toEqual({ hurt: { 'ui:widget': 'hidden' } })
})

test('buttons, texts, and consents are no properties', () => {
  const { schema, uiSchema } = toForm(...one([THANKS, consent('tcpa', 'I agree.'), SUBMIT]))
  expect([schema.properties, schema.required, uiSchema]).toEqual([{}, [], {}])
})

test('elements of groups are listed with the others, in the order they’re shown', () => {
  const [first, second, third] = [input('text', 'a'), input('text', 'b'), input('text', 'c')]
  const group: Part = {
    element: { type: 'container', widget: 'group', elements: [second.element] },
    questions: second.questions!,
  }
  expect(Object.keys(toForm(...one([first, group, third])).schema.properties)).toEqual(['a', 'b', 'c'])
})

test.each<[string, Part[], string | undefined, string]>([
  ['its title', [input('text', 'city')], 'Where?', 'Where?'],
  [
    'else the label of its first question',
    [THANKS, input('text', 'city'), input('text', 'zip')],
    undefined,
    'city?',
  ],
  ['else its name', [THANKS], undefined, 'x'],
])('a step’s heading is %s', (_, parts, title, expected) => {
  expect(stepTitle(...one(parts, title))).toBe(expected)
})

test('creates a valid JSON Schema for every step of every site', () => {
  const ajv = new Ajv()
  const sites = readdirSync('fixtures/sites').map(
    (site) => JSON.parse(readFileSync(`fixtures/sites/${site}/flow.json`, 'utf8')) as Flow,
  )
  const schemas = sites.flatMap((site) =>
    Object.values(site.ui_config.offers).flatMap(({ steps }) =>
      steps.map((each) => toForm(site, each).schema),
    ),
  )
  expect(schemas.filter((schema) => !ajv.validateSchema(schema))).toEqual([])
  expect(schemas.length).toBeGreaterThan(50)
  expect(ajv.validateSchema({ type: 'strung' })).toBe(false)
})
