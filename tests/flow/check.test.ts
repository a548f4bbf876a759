import { describe, expect, test } from 'vitest'
import type { Element, LocalValidation } from '../../schemas/elements/element.ts'
import type { ComputedField, FlowDocument, Question, Step } from '../../schemas/flow/flow.ts'
import { check } from '../../src/author/check/check.ts'
import { nearest } from '../../src/author/kernel/nearest.ts'
import { brandOf } from '../brands.ts'

const QUESTIONS: Record<string, Question> = {
  hurt: {
    label: 'Where were you hurt?',
    answers: {
      parts: {
        backend_field_name: 'hurt',
        options: [
          { text: 'Neck', backend_field_value: '1', field: 'hurt_neck', save_to_state: true },
          { text: 'Back', backend_field_value: '2' },
        ],
      },
    },
  },
  injured: {
    label: 'Were you injured?',
    answers: {
      yes: { backend_field_name: 'injured', backend_field_value: 'yes' },
      no: { backend_field_name: 'injured', backend_field_value: 'no' },
    },
  },
  neck: {
    label: 'Was it your neck?',
    answers: { yes: { backend_field_name: 'hurt_neck', backend_field_value: 'yes' } },
  },
  when: {
    label: 'When?',
    answers: { year: { backend_field_name: 'y' }, month: { backend_field_name: 'm' } },
  },
  since: { label: 'Since when?', answers: { text: { backend_field_name: 'when' } } },
  home: {
    label: 'Where do you live?',
    answers: {
      zip: { backend_field_name: 'zip' },
      city: { backend_field_name: 'home_city' },
      state: { backend_field_name: 'home_state' },
    },
  },
  story: { label: 'What happened?', answers: { story: { backend_field_name: 'story' } } },
}

const choice = (answer_id: string, question_key = 'injured'): Element => ({
  type: 'container',
  widget: 'choice',
  submit: true,
  question_key,
  answer_id,
  text: answer_id,
})
const written = (question_key: string, answer_id: string): Element => ({
  type: 'input',
  widget: 'textarea',
  question_key,
  answer_id,
  validations: { local: [] },
})
const story = written('story', 'story')
const when: Element = {
  type: 'input',
  widget: 'injury_date',
  question_key: 'when',
  validations: { local: [] },
}
const hurt: Element = {
  type: 'select',
  widget: 'multi_select',
  question_key: 'hurt',
  answer_id: 'parts',
  validations: { local: [] },
}
const submit: Element = { type: 'submit', text: 'Continue' }

function flow(steps: Omit<Step, 'name'>[], fields: Record<string, ComputedField> = {}): FlowDocument {
  const named = steps.map((step, index) => ({ name: `step${index}`, ...step }))
  return {
    $schema: '',
    constants_config: { questions: QUESTIONS },
    ui_config: {
      template: 'yardstick',
      site: brandOf('yardstick'),
      style: 'yardstick',
      title: 'Yardstick',
      favicon: 'yardstick',
      basic_fields: [],
      fields,
      entrypoint: { tracking_scripts: {} },
      offers: { only: { name: 'Only', real: true, design: 'plain', steps: named } },
    },
    offer_order: ['only'],
  }
}

const only = (field: string, arg: string | number | null) => [
  { operator: null, conditions: [{ field, condition: 'eq' as const, arg }] },
]
const codes = (document: unknown, broken?: Parameters<typeof check>[1]) =>
  check(document, broken).map(({ code, at }) => `${code} ${at.slice(4).join('/')}`)

describe('accepts a valid flow', () => {
  test.each<[string, FlowDocument]>([
    ['choices of one field are alternatives', flow([{ questions: [choice('yes'), choice('no')] }])],
    ['a hidden step asks nothing and needs no heading', flow([{ type: 'hidden', questions: [] }])],
    ['a step that asks nothing is an end: it needs no button', flow([{ title: 'Thank you', questions: [] }])],
    [
      'an option of its own field can be asked for',
      flow([
        { questions: [hurt, submit] },
        { title: 'x', display_rules: only('hurt_neck', 'yes'), questions: [] },
      ]),
    ],
    [
      'numbers are equal however they are written',
      flow([
        { questions: [hurt, submit] },
        { title: 'x', display_rules: only('hurt', '1.0'), questions: [] },
      ]),
    ],
    [
      'a rule may ask whether there is no answer',
      flow([
        { questions: [choice('no')] },
        { title: 'x', display_rules: only('injured', null), questions: [] },
      ]),
    ],
    [
      'what is typed can be anything',
      flow([
        { questions: [story, submit] },
        { title: 'x', display_rules: only('story', 'help'), questions: [] },
      ]),
    ],
    [
      'a rule may look at a computed field',
      flow(
        [{ questions: [story, submit] }, { title: 'x', display_rules: only('words', 'no'), questions: [] }],
        { words: { compute: 'enough_words', from: ['story'] } },
      ),
    ],
    [
      'an option of its own field may stand for a question of yes and no that is asked elsewhere',
      flow([{ questions: [hurt, submit] }, { questions: [choice('yes', 'neck')] }]),
    ],
    [
      'a computation of nothing needs no "from"',
      flow([{ title: 'x', questions: [] }], { from_wc: { compute: 'user_from_wc' } }),
    ],
  ])('%s', (_, document) => {
    expect(check(document)).toEqual([])
  })
})

describe('reports each problem with its place', () => {
  test.each<[string, FlowDocument, string[]]>([
    [
      'inside a group, and a group in a group',
      flow([
        {
          questions: [
            {
              type: 'container',
              widget: 'group',
              elements: [{ type: 'container', widget: 'group', elements: [choice('maybe')] }],
            },
          ],
        },
      ]),
      ['unknown_answer 0/questions/0/elements/0/elements/0/answer_id'],
    ],
    [
      'in a hidden step nobody can agree to anything',
      flow([
        {
          type: 'hidden',
          questions: [{ type: 'container', widget: 'consent', question_key: 'injured', answer_id: 'yes' }],
        },
      ]),
      ['hidden_step_asks 0/questions'],
    ],
    [
      'in a hidden step nobody reads anything',
      flow([{ type: 'hidden', questions: [{ type: 'container', widget: 'html', html: '<p>x</p>' }] }]),
      ['hidden_step_asks 0/questions'],
    ],
    [
      'a computation counts the fields it is given',
      flow([{ questions: [when, submit] }], { date: { compute: 'incident_date', from: ['y'] } }),
      ['wrong_from '],
    ],
    [
      'a computation cannot look at another one',
      flow([{ questions: [story, submit] }], {
        a: { compute: 'enough_words', from: ['story'] },
        b: { compute: 'enough_words', from: ['a'] },
      }),
      ['unknown_field 0'],
    ],
    [
      'a field that is declared but that no step asks for stays empty, so a rule on it is a mistake',
      flow([
        { questions: [story, submit] },
        { title: 'x', display_rules: only('injured', 'yes'), questions: [] },
      ]),
      ['unknown_field 1/display_rules/0/conditions/0/field'],
    ],
    [
      'values are equal as rules find them equal: 1e0 is no number',
      flow([
        { questions: [hurt, submit] },
        { title: 'x', display_rules: only('hurt', '1e0'), questions: [] },
      ]),
      ['unknown_option 1/display_rules/0/conditions/0/arg'],
    ],
    [
      'what the check of a ZIP code fills in is a field like any other',
      flow([
        {
          questions: [
            {
              type: 'input',
              widget: 'text',
              question_key: 'home',
              answer_id: 'zip',
              validations: { local: [], external: ['zip'] },
            },
            submit,
          ],
        },
        { title: 'x', display_rules: only('home_state', 'TX'), questions: [] },
      ]),
      [],
    ],
    [
      'an input fills a field once, however deep the second stands',
      flow([{ questions: [story, { type: 'container', widget: 'group', elements: [story] }, submit] }]),
      ['field_twice 0/questions/1/elements/0'],
    ],
    [
      'choices are alternatives to each other, and to nothing else that fills their field',
      flow([
        { questions: [hurt, choice('yes', 'neck'), { ...choice('yes', 'neck'), text: 'Also' } as Element] },
      ]),
      ['field_twice 0/questions/1'],
    ],
    [
      'a date keeps its parts under the key of its question, so that no other field may be called so',
      flow([{ questions: [written('since', 'text'), when, submit] }]),
      ['field_twice 0/questions/1'],
    ],
  ])('%s', (_, document, expected) => {
    expect(codes(document)).toEqual(expected)
  })
})

describe('compares a field’s validations with its mask', () => {
  const min = (arg: number) => ({ name: 'min' as const, arg })
  const max = (arg: number) => ({ name: 'max' as const, arg })
  test.each<[mask: string, local: LocalValidation[], problems: string[]]>([
    ['(999) 999-9999', [{ name: 'required' }, { name: 'phone' }], []],
    ['+1 999 999 9999', [{ name: 'phone' }], []],
    ['9 999 999 9999', [{ name: 'phone' }], []],
    ['999-9999', [{ name: 'phone' }], ['mask_misfit']],
    ['99999-9999', [{ name: 'zip' }], ['mask_misfit']],
    ['99999', [{ name: 'zip' }, min(501), max(900)], []],
    ['999', [min(18), max(19)], []],
    ['9.9', [min(1.4), max(1.45)], []],
    ['99', [min(-5)], []],
    ['99', [max(-5)], ['mask_misfit']],
    ['99-99', [min(18)], ['mask_misfit']],
    ['99', [min(18), max(18)], []],
    ['99', [min(19), max(18)], ['validations_clash']],
    ['9999', [{ name: 'not_after', field: 'y' }], []],
    ['9999', [{ name: 'description' }], ['mask_misfit']],
  ])('%s and %j: %j', (mask, local, problems) => {
    const text = { type: 'input', widget: 'text', question_key: 'story', answer_id: 'story' } as const
    const masked = { ...text, mask, validations: { local } }
    const document = flow([{ questions: [when, submit] }, { questions: [masked, submit] }])
    expect(check(document).map(({ code }) => code)).toEqual(problems)
  })
})

test('leaves out an invalid part, and reports nothing that depends on it', () => {
  const document = flow([
    { questions: [choice('yes'), submit] },
    { title: 'x', display_rules: only('gone', 'yes'), questions: [] },
  ])
  expect(codes(document)).toEqual(['unknown_field 1/display_rules/0/conditions/0/field'])
  expect(codes(document, [['constants_config', 'questions', 'injured', 'label']])).toEqual([])
  expect(check({ ui_config: 7 }, [['ui_config']])).toEqual([])
})

test('reports no offer as sending no leads while a step can’t be read, because that step may', () => {
  const text: Element = { type: 'container', widget: 'html', html: '<p>{{buyers}} will call you.</p>' }
  const document = flow([
    { title: 'x', questions: [text] },
    { title: 'y', questions: [] },
  ])
  expect(codes(document)).toEqual(['no_buyers 0/questions/0/html'])
  expect(codes(document, [['ui_config', 'offers', 'only', 'steps', 1, 'name']])).toEqual([])
})

test.each([
  ['zpi', ['state', 'zip'], 'zip'],
  ['ZIP', ['state', 'zip'], 'zip'],
  ['tittle', ['title', 'type'], 'title'],
  ['car_modle', ['car_make', 'car_model'], 'car_model'],
  ['phone', ['email', 'zip'], undefined],
  ['a', [], undefined],
])('the most similar to %s among %j is %s', (word, words, expected) => {
  expect(nearest(word, words)).toBe(expected)
})

test('a buyer’s name inside a longer word doesn’t count as named in the consent', () => {
  const codesFor = (text: string) => {
    const base = flow([
      {
        questions: [
          { type: 'container', widget: 'consent', question_key: 'agree', answer_id: 'yes' },
          submit,
        ],
        execute_actions: [{ name: 'send_lead', buyers: ['art', 'law'] }],
      },
    ])
    base.constants_config.questions['agree'] = {
      label: 'Agree',
      answers: { yes: { backend_field_name: 'agree_tcpa', backend_field_value: text } },
    }
    base.ui_config.buyers = {
      art: { name: 'Art', required_fields: [] },
      law: { name: 'Smith Law', required_fields: [] },
    }
    base.ui_config.entrypoint.tracking_scripts = { jornaya: { campaign_id: 'A1' } }
    return codes(base).filter((code) => code.startsWith('brand_in_text'))
  }
  expect(codesFor('Artists and their Smith Lawyers named below may call me.')).toEqual([])
  expect(codesFor('The Artists, Art, and others may call me.')).not.toEqual([])
  expect(codesFor('“Smith Law” may call me.')).not.toEqual([])
})

test('a partner card names an existing buyer', () => {
  const card: Element = {
    type: 'container',
    widget: 'partner_card',
    title: 'Acme',
    body: 'An offer.',
    text: 'See it',
    link: 'https://partners.example/offer',
    campaign_id: '1',
    buyer: 'acme',
  }
  const document = flow([{ title: 'Thank you', questions: [card] }])
  document.ui_config.partner_hosts = ['partners.example']
  expect(codes(document)).toEqual(['unknown_buyer 0/questions/0/buyer'])
})

test('an email has a text and goes to a checked address, and a step sends only one', () => {
  const send = (email?: object) => ({ name: 'send_email', ...(email && { email }) }) as never
  const email = { to: 'injured', subject: 'Hello {{field:injured}}', text: 'Hello {{buyers}}' }
  const document = flow([
    { questions: [choice('yes'), choice('no')], execute_actions: [send(email), send()] },
    { title: 'x', questions: [], execute_actions: [{ name: 'send_lead', buyers: [], email } as never] },
  ])
  expect(codes(document)).toEqual([
    'unknown_placeholder 0/execute_actions/0/email/text',
    'unknown_placeholder 1/execute_actions/0/email/text',
    'no_email 0/execute_actions/1',
    'email_twice 0/execute_actions/1',
    'email_unchecked 0/execute_actions/0/email/to',
    'unused_email 1/execute_actions/0/email',
  ])
})
