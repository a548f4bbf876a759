import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { BASE, errorsOf, read, rulesOf } from './base.ts'

const FORM = readFileSync('tests/flow/import/forms/typeform.json', 'utf8')

const field = (ref: string, more: object = {}) => ({
  ref,
  title: `About ${ref}`,
  type: 'yes_no',
  validations: { required: true },
  ...more,
})
const jump = (ref: string, to: string, condition: object) => ({
  type: 'field',
  ref,
  actions: [{ action: 'jump', details: { to: { type: 'field', value: to } }, condition }],
})
const is = (ref: string, value: unknown, op = 'is', type = 'constant') => ({
  op,
  vars: [
    { type: 'field', value: ref },
    { type, value },
  ],
})
const ALWAYS = { op: 'always', vars: [] }
const notesOf = (form: object) => read(form).notes.map(({ at, message }) => `${at}: ${message}`)

describe('a whole form', () => {
  const { flow, notes, format, questions } = read(FORM)
  const { main, end } = flow.ui_config.offers

  test('becomes a flow that can be published', () => {
    expect({ format, questions }).toEqual({ format: 'typeform', questions: 13 })
    expect(errorsOf(flow)).toEqual([])
    expect(main!.steps.map(({ name }) => name)).toEqual([
      'owner',
      'renting',
      'what_is_wrong_with_the_roof',
      'storm_date',
      'insurance',
      'about_house',
      'square_feet',
      'extras',
      'solar_bill',
      'first_name',
      'terms',
      'stars',
      'send',
    ])
  })

  test('keeps the site that it’s imported into', () => {
    expect(flow.ui_config.site).toEqual({
      ...BASE.ui_config.site,
      landing: { title: 'See what a new roof costs', text: 'Ten short questions. No obligation.' },
    })
    expect(flow.ui_config.title).toBe('Roof check for homeowners')
  })

  test('turns jumps into rules of the questions they skip', () => {
    expect(rulesOf(flow, 'renting')).toBe('owner neq yes')
    expect(rulesOf(flow, 'storm_date')).toBe(
      'owner eq yes & (what_is_wrong_with_the_roof eq null | what_is_wrong_with_the_roof eq A storm damaged it)',
    )
    expect(rulesOf(flow, 'solar_bill')).toBe(
      'owner eq yes & extras eq Solar panels & (square_feet gte 800 | square_feet eq null)',
    )
    expect(end!.steps.map(({ title, display_rules }) => [title, display_rules?.length ?? 0])).toEqual([
      ['Thank you', 1],
      ['Nothing to offer yet', 0],
    ])
  })

  test('gives fields the names that buyers know', () =>
    expect(flow.ui_config.basic_fields).toEqual(['first_name', 'last_name', 'email', 'phone']))

  test('keeps a consent word for word, with a way to refuse, and sends nothing without it', () => {
    const { answers } = flow.constants_config.questions['terms']!
    expect(answers['consent']).toEqual({
      backend_field_name: 'terms',
      backend_field_value:
        'I agree that Example Team calls me about my roof, also by automatic dialling. I need not agree to buy anything. I am 18 or older.',
    })
    const step = main!.steps.find(({ name }) => name === 'terms')!
    expect(step.questions.slice(1)).toMatchObject([
      { type: 'submit', agrees: true },
      { widget: 'choice', agrees: false, answer_id: 'declined' },
    ])
    const fields = ['first_name', 'last_name', 'phone', 'email', 'terms']
    expect(main!.steps.at(-1)!.execute_actions).toEqual([
      {
        name: 'send_lead',
        buyers: ['example_team'],
        rules: [
          {
            operator: 'and',
            conditions: fields.map((field) => ({ field, condition: 'neq', arg: null })),
          },
        ],
      },
    ])
    expect(flow.ui_config.buyers).toEqual({
      example_team: { name: 'Example Team', required_fields: fields },
    })
  })

  test('fills answers into blocks, and removes them from headings', () => {
    expect(JSON.stringify(end)).toContain('<p>A roofer calls you, {{field:first_name}}.</p>')
    expect(flow.constants_config.questions['solar_bill']!.label).toBe(
      'How happy are you with your power bill?',
    )
  })

  test('lists what wasn’t imported, with its place', () =>
    expect(notes.map(({ at }) => at)).toEqual([
      'hidden[0]',
      'fields[2]',
      'fields[3]',
      'fields[6].title',
      'fields[6]',
      'fields[7]',
      'fields[9]',
      'variables.score',
      'logic[4].actions[0]',
      'thankyou_screens[1].properties.redirect_url',
    ]))
})

describe('if a jump can’t be expressed, everything it decides is asked, and', () => {
  const three = [field('one'), field('two'), field('three')]
  const text = field('one', { type: 'short_text' })
  const score = {
    op: 'greater_than',
    vars: [
      { type: 'variable', value: 'score' },
      { type: 'constant', value: 3 },
    ],
  }

  test.each([
    ['a jump back is listed', { fields: three, logic: [jump('two', 'one', ALWAYS)] }, 'leads back'],
    ['a jump to itself is listed', { fields: three, logic: [jump('two', 'two', ALWAYS)] }, 'leads back'],
    ['a jump to nothing is listed', { fields: three, logic: [jump('one', 'ten', ALWAYS)] }, 'leads to “ten”'],
    ['a jump of nothing is listed', { fields: three, logic: [jump('ten', 'one', ALWAYS)] }, 'leads to “ten”'],
    [
      'a comparison of typed text is listed',
      { fields: [text, ...three.slice(1)], logic: [jump('one', 'three', is('one', 'Texas'))] },
      '"Texas"',
    ],
    [
      'a look at a later question is listed',
      { fields: three, logic: [jump('one', 'three', is('two', true))] },
      'can’t be expressed',
    ],
    ['a variable is listed', { fields: three, logic: [jump('one', 'three', score)] }, '"score"'],
  ])('%s', (_, form, words) => {
    const { flow, notes } = read(form)
    const jumps = notes.filter(({ message }) => /^(The jumps|A jump|A rule) /.test(message))
    expect(jumps.map(({ message }) => message.includes(words))).toEqual([true])
    expect(jumps[0]!.at).toMatch(/^logic\[0\]/)
    expect(flow.ui_config.offers['main']!.steps.filter((step) => step.display_rules)).toEqual([])
  })

  test('a question that only such a jump leads to is kept, with the true reason', () => {
    const form = {
      fields: [...three, field('four')],
      logic: [
        {
          ...jump('one', 'four', score),
          actions: [...jump('one', 'four', score).actions, ...jump('one', 'two', ALWAYS).actions],
        },
        {
          type: 'field',
          ref: 'three',
          actions: [
            { action: 'jump', details: { to: { type: 'thankyou', value: 'end' } }, condition: ALWAYS },
          ],
        },
      ],
      thankyou_screens: [{ ref: 'end', title: 'Bye' }],
    }
    const { flow, notes } = read(form)
    expect(flow.ui_config.offers['main']!.steps.map(({ name }) => name)).toEqual([
      'one',
      'two',
      'three',
      'four',
    ])
    const messages = notes.map(({ at, message }) => `${at}: ${message}`)
    expect(messages.filter((message) => message.includes('never leads'))).toEqual([])
    expect(messages).toContain(
      'fields[3]: “About four” is shown to more visitors than in the form, because of a rule that can’t be expressed: logic[0].actions[0].',
    )
    expect(errorsOf(flow)).toEqual([])
  })

  test('other jumps of the same question stay', () => {
    const form = {
      fields: [...three, field('four')],
      logic: [
        {
          type: 'field',
          ref: 'one',
          actions: [...jump('one', 'four', is('one', true)).actions, ...jump('one', 'three', score).actions],
        },
      ],
    }
    const { flow } = read(form)
    expect(rulesOf(flow, 'two')).toBe('one neq yes')
    expect(rulesOf(flow, 'three')).toBe('one neq yes')
  })
})

describe('a hidden field', () => {
  const hidden = (value: unknown, op = 'equal') => ({
    op,
    vars: [
      { type: 'hidden', value: 'plan' },
      { type: 'constant', value },
    ],
  })
  const fields = [field('one'), field('two'), field('three')]

  test('is an address parameter that rules can read', () => {
    const { flow, notes } = read({
      hidden: ['plan'],
      fields,
      logic: [jump('one', 'three', hidden('pro'))],
    })
    expect(flow.ui_config.fields).toEqual({ plan: { compute: 'address_parameter', parameter: 'plan' } })
    expect(rulesOf(flow, 'two')).toBe('plan neq pro')
    expect(notes.map(({ at }) => at)).toEqual(['hidden[0]', ''])
    expect(errorsOf(flow)).toEqual([])
  })

  test('decides from the start', () => {
    const start = { ...jump('plan', 'three', hidden('pro', 'is_not')), type: 'hidden' }
    const { flow } = read({ hidden: ['plan'], fields, logic: [start] })
    expect(['one', 'two', 'three'].map((name) => rulesOf(flow, name))).toEqual([
      'plan eq pro',
      'plan eq pro',
      '',
    ])
  })

  test('fills its text into blocks', () => {
    const said = field('read', {
      type: 'statement',
      properties: { description: 'Your plan:\n{{hidden:plan}}' },
    })
    expect(JSON.stringify(read({ hidden: ['plan'], fields: [...fields, said] }).flow)).toContain(
      '{{field:plan}}',
    )
  })
})

test('“None of these” clears the other choices', () => {
  const properties = {
    allow_multiple_selection: true,
    choices: ['Solar', 'Gutters', 'None of these'].map((label) => ({ ref: label, label })),
  }
  const { flow, notes } = read({ fields: [field('a', { type: 'multiple_choice', properties })] })
  expect(
    flow.constants_config.questions['a']!.answers['value']!.options!.map(({ exclusive }) => exclusive),
  ).toEqual([undefined, undefined, true])
  expect(notes.map(({ message }) => message)).toContain(
    '“None of these” at “About a” now clears the other choices.',
  )
})

test('leaves out jumps that would need too many comparisons', () => {
  const fields = Array.from({ length: 40 }, (_, index) =>
    field(`f${index}`, { type: 'number', validations: { required: false } }),
  )
  const logic = fields.slice(0, -2).map(({ ref }, index) =>
    jump(ref, `f${index + 2}`, {
      op: 'or',
      vars: fields.slice(0, index + 1).map((of) => is(of.ref, index, 'not_equal')),
    }),
  )
  const { flow, notes } = read({ fields, logic })
  expect(notes.some(({ message }) => message.includes('too many comparisons'))).toBe(true)
  expect(JSON.stringify(flow).length).toBeLessThan(500_000)
})

describe('names', () => {
  const namesOf = (...refs: string[]) =>
    read({ fields: refs.map((ref) => field(ref)) }).flow.ui_config.offers['main']!.steps.map(
      ({ name }) => name,
    )

  test.each([
    [
      ['__proto__', 'constructor', 'toString'],
      ['proto', 'constructor_2', 'to_string'],
    ],
    [
      ['a', 'a', 'a'],
      ['a', 'a_2', 'a_3'],
    ],
    [
      ['wc', 'seen_checked'],
      ['wc_2', 'seen_checked_2'],
    ],
    [
      ['1st', 'año', '日本'],
      ['st', 'ano', 'about'],
    ],
  ])('%j becomes %j', (refs, names) => expect(namesOf(...refs)).toEqual(names))

  test('a generated ID isn’t used as a name, and the title is', () =>
    expect(namesOf('3f0e8f1a-77c4-4c4b-8a0f-5f2f1f6f9a01')).toEqual([
      'about_3f0e8f1a_77c4_4c4b_8a0f_5f2f1f6f9a01',
    ]))

  test('two questions with one ref are listed, and logic means the first', () => {
    const form = {
      fields: [field('a'), field('a'), field('b'), field('c')],
      logic: [jump('a', 'c', is('a', true))],
    }
    expect(notesOf(form)).toContain(
      'fields[1].ref: Two questions are named “a”. The form’s logic was imported for the first one.',
    )
    expect(rulesOf(read(form).flow, 'b')).toBe('a neq yes')
  })
})

test.each(['file_upload', 'payment', 'calendly', 'ranking'])('%s is left out and listed', (type) =>
  expect(notesOf({ fields: [field('a'), field('b', { type })] })).toContainEqual(
    expect.stringMatching(/^fields\[1\]: “About b” was left out/),
  ),
)

test('sends nothing without a consent or a phone number', () => {
  const steps = (...types: string[]) => {
    const { flow, notes } = read({ fields: types.map((type, index) => field(`q${index}x`, { type })) })
    expect(errorsOf(flow)).toEqual([])
    expect(flow.ui_config.buyers).toEqual({})
    expect(JSON.stringify(flow)).not.toContain('send_lead')
    return notes.filter(({ at }) => at === '').map(({ message }) => message)
  }
  expect(steps('yes_no', 'phone_number')).toEqual([expect.stringContaining('doesn’t ask for consent')])
  expect(steps('yes_no', 'legal')).toEqual([expect.stringContaining('doesn’t ask for a phone number')])
})

test('requires every one of several consents', () => {
  const { flow } = read({
    fields: [
      field('a', { type: 'legal' }),
      field('b', { type: 'legal' }),
      field('p', { type: 'phone_number' }),
    ],
  })
  expect(errorsOf(flow)).toEqual([])
  expect(flow.ui_config.buyers!['example_team']!.required_fields).toEqual(['phone', 'a', 'b'])
})

test('a form in Spanish has Spanish buttons', () => {
  const { flow } = read({
    settings: { language: 'es' },
    fields: [field('edad', { type: 'number' }), field('b')],
  })
  expect(flow.ui_config.languages).toEqual({ default: 'es' })
  expect(JSON.stringify(flow.ui_config.offers)).toContain('Continuar')
  expect(errorsOf(flow)).toEqual([])
})

test('doesn’t send an imported form’s answers to the site’s buyers', () => {
  const buyers = { acme: { name: 'Acme', required_fields: [] } }
  const form = { fields: [field('a', { type: 'legal' }), field('p', { type: 'phone_number' })] }
  const { flow, notes } = read(form, {}, { ...BASE, ui_config: { ...BASE.ui_config, buyers } })
  expect(Object.keys(flow.ui_config.buyers!)).toEqual(['example_team'])
  expect(JSON.stringify(flow)).not.toContain('acme')
  expect(notes.map(({ message }) => message)).toContainEqual(
    expect.stringContaining('site’s buyers don’t get leads'),
  )
})
