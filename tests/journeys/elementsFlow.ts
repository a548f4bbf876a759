import type { Element } from '../../schemas/elements/element.ts'
import type { FlowDocument, Question, Step, UiConfig } from '../../schemas/flow/flow.ts'
import { brandOf } from '../brands.ts'

/** A flow that shows every element, in the style of one site. */
export function elementsFlow(site: UiConfig['template']): FlowDocument {
  return {
    $schema: './flow.schema.json',
    constants_config: { questions: QUESTIONS },
    ui_config: {
      template: site,
      site: brandOf(site),
      style: site,
      title: 'Every element',
      favicon: site,
      basic_fields: ['email'],
      fields: {},
      buyers: {
        claims: { name: 'Claims & Partner', required_fields: ['first_name', 'phone'] },
        injury: { name: 'Injury Helpers', required_fields: ['phone'] },
      },
      partner_hosts: ['boost.example', 'partner.example', 'tracker.example'],
      entrypoint: { tracking_scripts: {} },
      offers: {
        all: { name: 'All', real: true, design: 'plain', steps: STEPS },
        end: { name: 'End', real: false, design: 'thank_you', steps: [END] },
      },
    },
    offer_order: ['all', 'end'],
  }
}

const field = (backend_field_name: string, label?: string) => ({
  backend_field_name,
  ...(label !== undefined && { label }),
})
const options = (...texts: string[]) =>
  texts.map((text) => ({ text, backend_field_value: text.toLowerCase().replaceAll(' ', '_') }))

const QUESTIONS: Record<string, Question> = {
  hurt: {
    label: 'Were you hurt?',
    answers: {
      yes: { ...field('hurt'), backend_field_value: 'yes' },
      no: { ...field('hurt'), backend_field_value: 'no' },
    },
  },
  who: {
    label: 'How can we reach you?',
    answers: {
      name: field('first_name', 'First name'),
      phone: field('phone', 'Phone'),
      email: field('email', 'Email'),
      story: field('incident_description', 'What happened'),
    },
  },
  born: { label: 'When were you born?', answers: { value: field('dob', 'Birthdate') } },
  car: {
    label: 'Which car was it?',
    answers: {
      year: field('car_year', 'Car Year'),
      make: field('car_make', 'Car Make'),
      model: field('car_model', 'Car Model'),
    },
  },
  when: {
    label: 'When did it happen?',
    answers: { year: field('injury_year', 'Year'), month: field('injury_month', 'Month') },
  },
  where: {
    label: 'Where did it happen?',
    answers: { value: { ...field('state', 'State'), options: options('New York', 'Texas', 'Ohio') } },
  },
  side: {
    label: 'Which side was it?',
    answers: { value: { ...field('side', 'Side'), options: options('Left', 'Right', 'Not sure') } },
  },
  parts: {
    label: 'What hurts?',
    answers: {
      value: {
        ...field('parts', 'Body parts'),
        options: [
          { text: 'Neck', backend_field_value: 'neck', field: 'has_neck_pain', save_to_state: true },
          { text: 'Back', backend_field_value: 'back', field: 'has_back_pain', save_to_state: true },
          { text: 'Something else', backend_field_value: 'else' },
          { text: 'None of these', backend_field_value: 'none', exclusive: true },
        ],
      },
    },
  },
  cost: { label: 'What did it cost?', answers: { value: field('cost', 'Cost') } },
  agree: {
    label: 'May we call you?',
    answers: {
      all: {
        ...field('all_tcpa'),
        backend_field_value:
          'By pressing Continue I agree that Claims & Partner and Injury Helpers may call me at the number above. This is no condition of a purchase.',
      },
      declined: { ...field('declined'), backend_field_value: 'yes' },
    },
  },
}

const required = { local: [{ name: 'required' as const }] }
const submit: Element = { type: 'submit', text: 'Continue' }
const text = (answer_id: string, more: object = {}) =>
  ({
    type: 'input',
    widget: 'text',
    question_key: 'who',
    answer_id,
    validations: required,
    ...more,
  }) as Element
const choice = (answer_id: 'yes' | 'no', words: string): Element => ({
  type: 'container',
  widget: 'choice',
  submit: true,
  question_key: 'hurt',
  answer_id,
  text: words,
  icon: answer_id,
})
const select = (widget: 'dropdown' | 'radio' | 'multi_select', question_key: string, more: object = {}) =>
  ({
    type: 'select',
    widget,
    question_key,
    answer_id: 'value',
    validations: required,
    ...more,
  }) as Element

const STEPS: Step[] = [
  {
    name: 'hurt',
    hint: 'So that we ask only what concerns you.',
    questions: [
      { type: 'container', widget: 'progress' },
      {
        type: 'container',
        widget: 'group',
        columns: 2,
        elements: [choice('yes', 'Yes'), choice('no', 'No')],
      },
      { type: 'container', widget: 'group', elements: [choice('no', 'I would rather not say')] },
    ],
  },
  {
    name: 'who',
    questions: [
      text('name', { autocomplete: 'given-name', hint: 'As your friends call you.' }),
      text('phone', {
        mask: '(999) 999-9999',
        validations: { local: [{ name: 'required' }, { name: 'phone' }], external: ['phone'] },
      }),
      text('email', {
        inputmode: 'email',
        validations: { local: [{ name: 'required' }, { name: 'email' }] },
      }),
      {
        type: 'input',
        widget: 'textarea',
        question_key: 'who',
        answer_id: 'story',
        validations: { local: [{ name: 'required' }, { name: 'description' }] },
      },
      submit,
    ],
  },
  {
    name: 'born',
    questions: [
      {
        type: 'input',
        widget: 'date_of_birth',
        question_key: 'born',
        answer_id: 'value',
        validations: { local: [{ name: 'required' }, { name: 'date_of_birth' }, { name: 'age', min: 18 }] },
      },
      submit,
    ],
  },
  {
    name: 'car',
    questions: [{ type: 'input', widget: 'vehicle', question_key: 'car', validations: required }, submit],
  },
  {
    name: 'when',
    questions: [
      { type: 'input', widget: 'injury_date', question_key: 'when', validations: required },
      submit,
    ],
  },
  {
    name: 'which',
    title: 'A few more details',
    questions: [
      select('dropdown', 'where'),
      select('radio', 'side', { title: 'Which side was it on?' }),
      select('multi_select', 'parts', { hint: 'Tick all that apply.' }),
      submit,
    ],
  },
  {
    name: 'cost',
    hint: 'A guess is fine.',
    questions: [
      {
        type: 'input',
        widget: 'slider',
        question_key: 'cost',
        answer_id: 'value',
        min: 0,
        max: 20_000,
        step: 250,
        before: '$',
        after: 'in all',
        validations: required,
      },
      submit,
    ],
  },
  {
    name: 'agree',
    execute_actions: [
      {
        name: 'send_lead',
        buyers: ['claims', 'injury'],
        rules: [{ operator: 'and', conditions: [{ field: 'all_tcpa', condition: 'neq', arg: null }] }],
      },
    ],
    questions: [
      {
        type: 'container',
        widget: 'html',
        html: '<p>Thank you, <strong>{{field:first_name}}</strong>. We have your number as {{field:phone}}. You may hear from {{buyers}}.</p>',
      },
      { type: 'container', widget: 'consent', question_key: 'agree', answer_id: 'all' },
      { type: 'submit', text: 'Continue', agrees: true },
      {
        type: 'container',
        widget: 'choice',
        submit: true,
        question_key: 'agree',
        answer_id: 'declined',
        text: 'No, thanks',
        agrees: false,
      },
    ],
  },
  {
    name: 'boost',
    title: 'One thing more while you wait',
    questions: [
      {
        type: 'container',
        widget: 'boost_link_out',
        title: 'Check your credit for free',
        body: 'It takes two minutes and opens beside this page.',
        text: 'Check it now',
        link: 'https://boost.example/credit',
      },
      { type: 'submit', text: 'No, thank you' },
    ],
  },
]

const partner = {
  type: 'container',
  widget: 'partner_link_out',
  link: 'https://partner.example/go',
} as const

const END: Step = {
  name: 'thanks',
  title: 'Here is more for you',
  questions: [
    { type: 'container', widget: 'phone_link', text: 'Questions? Call {{phone}}' },
    {
      type: 'container',
      widget: 'partner_card',
      title: 'Auto Accident Team',
      body: 'Talk to somebody who knows the law of your state.',
      text: 'Get my free claim review',
      link: 'https://partner.example/auto',
      campaign_id: '1',
      icon: 'car',
    },
    {
      type: 'container',
      widget: 'link_out',
      text: 'Read how it works',
      link: 'https://tracker.example/go',
      tracker: true,
    },
    { ...partner, campaign_id: '2', size: 'sm', text: 'See solar plans' },
    { ...partner, campaign_id: '3' },
    { ...partner, campaign_id: '4', size: 'lg', text: 'Get covered' },
    { ...partner, campaign_id: '5', size: 'xl', text: 'Save now', affiliate_reference: 'ref' },
  ],
}
