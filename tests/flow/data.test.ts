import { describe, expect, test } from 'vitest'
import type { AnswerRecord } from '../../schemas/visitor/answer.ts'
import { complete, decode, encode, flatten, withFills } from '../../src/flow/answers/data.ts'
import type { StepData } from '../../src/flow/answers/stepData.ts'
import { choices, composite, consent, flow, input, select, step, SUBMIT, type Part } from './flows.ts'

/** A flow with one step of these elements, and that step. */
function one(...parts: Part[]) {
  const only = flow({ offer: [step('step', parts)] })
  return { flow: only, step: only.ui_config.offers['offer']!.steps[0]! }
}

/** A record, in the words of a trace: `question/answer_key raw data`. */
function record(line: string): AnswerRecord {
  const [, question_key = '', answer_key = '', raw_data = ''] = /^(\w+)\/(\S+) (.*)$/s.exec(line) ?? []
  return { question_key, answer_key, raw_data }
}

function written({ question_key, answer_key, raw_data }: AnswerRecord): string {
  return `${question_key}/${answer_key} ${raw_data}`
}

const PARTS = ['neck', 'back', 'other']

test('typed text is kept without surrounding spaces, and values from the flow stay as they are', () => {
  const spaced = { backend_field_name: 'injured', backend_field_value: ' yes ' }
  const [choice] = choices('injured', 'yes')
  const part = { ...choice!, questions: { injured: { label: 'Injured?', answers: { a0: spaced } } } }
  const only = one(input('text', 'zip'), input('textarea', 'story'), part)
  expect(complete(only.flow, only.step, { zip: ' 78701 ', story: '\na\n b\n', injured: ' yes ' })).toEqual({
    zip: '78701',
    story: 'a\n b',
    injured: ' yes ',
  })
})

describe('a step’s form has the values that its records mean', () => {
  test.each<[string, Part[], StepData, string[]]>([
    ['text', [input('text', 'city')], { city: 'New York' }, ['city/value New York']],
    ['textarea', [input('textarea', 'story')], { story: 'a\nb' }, ['story/value a\nb']],
    ['date_of_birth', [input('date_of_birth', 'dob')], { dob: '1985-03-09' }, ['dob/value 1985-03-09']],
    ['dropdown', [select('dropdown', 'state', ['NY', 'TX'])], { state: 'TX' }, ['state/value.1 TX']],
    ['radio', [select('radio', 'age', ['old', 'new'])], { age: 'old' }, ['age/value.0 old']],
    [
      'multi_select',
      [select('multi_select', 'hurt', PARTS)],
      { hurt: ['neck', 'other'] },
      ['hurt/value.0 neck', 'hurt/value.2 other'],
    ],
    ['choice', choices('injured', 'yes', 'no'), { injured: 'no' }, ['injured/a1 no']],
    ['consent', [consent('tcpa', 'I agree.')], { tcpa: 'I agree.' }, ['tcpa/value I agree.']],
    [
      'vehicle',
      [composite('vehicle', 'car')],
      { car: { car_year: '2016', car_make: 'Kia', car_model: 'Rio' } },
      ['car/year 2016', 'car/make Kia', 'car/model Rio'],
    ],
    [
      'injury_date',
      [composite('injury_date', 'injury')],
      { injury: { injury_year: '2026', injury_month: '04' } },
      ['injury/year 2026', 'injury/month 04'],
    ],
    [
      'several elements, in a group or not, in the order in which they are shown',
      [
        { element: { type: 'container', widget: 'group', elements: [input('text', 'first').element] } },
        {
          ...input('text', 'last'),
          questions: { ...input('text', 'first').questions, ...input('text', 'last').questions },
        },
        SUBMIT,
      ],
      { last: 'Castillo', first: 'Maria' },
      ['first/value Maria', 'last/value Castillo'],
    ],
    [
      'a field named like what every object inherits',
      [input('text', 'valueOf')],
      { valueOf: 'x' },
      ['valueOf/value x'],
    ],
    ['and one that is not answered', [input('text', 'valueOf')], {}, []],
  ])('%s', (_, parts, data, records) => {
    const { flow, step } = one(...parts)
    expect(encode(flow, step, data).map(written)).toEqual(records)
    expect(decode(flow, step, records.map(record))).toEqual({ data })
  })
})

describe('values that aren’t answers of the step aren’t recorded', () => {
  test.each<[string, Part[], StepData, string[]]>([
    ['empty text', [input('text', 'city')], { city: '' }, []],
    ['what was emptied again', [input('text', 'city')], { city: undefined }, []],
    ['an empty list', [select('multi_select', 'hurt', PARTS)], { hurt: [] }, []],
    [
      'a field that it does not ask for',
      [input('text', 'city')],
      { city: 'Rome', zip: '1' },
      ['city/value Rome'],
    ],
    ['a value that is no option', [select('dropdown', 'state', ['NY'])], { state: 'ZZ' }, []],
    ['a value that no button gives', choices('injured', 'yes', 'no'), { injured: 'maybe' }, []],
    ['a consent of other words', [consent('tcpa', 'I agree.')], { tcpa: 'I agree' }, []],
    ['a list where there is one value', [input('text', 'city')], { city: ['Rome'] }, []],
    [
      'one value twice, where two buttons give it',
      choices('injured', 'yes', 'yes'),
      { injured: 'yes' },
      ['injured/a0 yes'],
    ],
  ])('%s', (_, parts, data, records) => {
    const { flow, step } = one(...parts)
    expect(encode(flow, step, data).map(written)).toEqual(records)
  })
})

describe('refuses a record that the step couldn’t have produced', () => {
  test.each<[string, Part[], string[], string]>([
    ['of another question', [input('text', 'city')], ['zip/value 1'], "the step doesn't ask for it"],
    ['of another answer', [input('text', 'city')], ['city/other 1'], "the step doesn't ask for it"],
    [
      'of an index that there is not',
      [select('radio', 'age', ['old'])],
      ['age/value.1 old'],
      'there is no such option',
    ],
    [
      'of another option’s value',
      [select('radio', 'age', ['old', 'new'])],
      ['age/value.1 old'],
      'there is no such option',
    ],
    ['without an index', [select('radio', 'age', ['old'])], ['age/value old'], 'there is no such option'],
    [
      'of an index written otherwise',
      [select('radio', 'age', ['old'])],
      ['age/value.00 old'],
      'there is no such option',
    ],
    [
      'of an option where there are none',
      [input('text', 'city')],
      ['city/value.0 x'],
      'it is empty or has options',
    ],
    ['without a value', [input('text', 'city')], ['city/value '], 'it is empty or has options'],
    [
      'of another button’s value',
      choices('hurt', 'yes', 'no'),
      ['hurt/a0 no'],
      "the value isn't the one the flow sets",
    ],
    [
      'of a consent in other words',
      [consent('tcpa', 'I agree.')],
      ['tcpa/value yes'],
      "the value isn't the one the flow sets",
    ],
    [
      'of a text given twice',
      [input('text', 'city')],
      ['city/value a', 'city/value b'],
      'it is answered twice',
    ],
    ['of both buttons', choices('hurt', 'yes', 'no'), ['hurt/a0 yes', 'hurt/a1 no'], 'it is answered twice'],
    [
      'of two options of a list of one',
      [select('radio', 'age', ['old', 'new'])],
      ['age/value.0 old', 'age/value.1 new'],
      'it is answered twice',
    ],
    [
      'of one tick given twice',
      [select('multi_select', 'hurt', PARTS)],
      ['hurt/value.0 neck', 'hurt/value.0 neck'],
      'it is answered twice',
    ],
    [
      'of half a vehicle given twice',
      [composite('vehicle', 'car')],
      ['car/year 2016', 'car/year 2016'],
      'it is answered twice',
    ],
  ])('%s', (_, parts, records, reason) => {
    const { flow, step } = one(...parts)
    const refused = record(records.at(-1)!)
    expect(decode(flow, step, records.map(record))).toEqual({ refused, reason })
  })
})

test('a step’s data as plain fields has separate parts, without empty ones', () => {
  const data = { car: { car_year: '2016', car_make: '' }, hurt: ['neck'], none: [], city: '', zip: undefined }
  expect(flatten(data)).toEqual({ car_year: '2016', hurt: ['neck'] })
})

test('the step provides its consent text, and yes or no for each option with its own field', () => {
  const hurt = select('multi_select', 'hurt', PARTS)
  const options = PARTS.map((value) => ({
    text: value,
    backend_field_value: value,
    ...(value !== 'other' && { field: `hurt_${value}`, save_to_state: value === 'neck' || value === 'back' }),
  }))
  hurt.questions!['hurt']!.answers['value']!.options = options
  const { flow, step } = one(hurt, consent('tcpa', 'I agree.'), SUBMIT)

  expect(complete(flow, step, { hurt: ['back'] })).toEqual({
    hurt: ['back'],
    hurt_neck: 'no',
    hurt_back: 'yes',
    tcpa: 'I agree.',
  })
  expect(complete(flow, step, { tcpa: 'no' })).toMatchObject({ hurt_neck: 'no', tcpa: 'I agree.' })
  options[0]!.save_to_state = false
  expect(complete(flow, step, {})).toEqual({ hurt_back: 'no', tcpa: 'I agree.' })
})

describe('the values that a ZIP code check fills in', () => {
  const zip = input('text', 'zip')
  zip.element = {
    ...zip.element,
    validations: { local: [], external: ['zip'] },
  } as typeof zip.element
  const question = zip.questions!['zip']!
  const filling: Part = {
    ...zip,
    questions: {
      zip: {
        ...question,
        answers: {
          ...question.answers,
          city: { backend_field_name: 'home_city' },
          state: { backend_field_name: 'home_state' },
        },
      },
    },
  }

  test('is recorded under the question’s answers named city and state', () => {
    const only = one(filling)
    const fills = { zip: { city: 'Austin', state: 'TX', county: 'Travis' } }
    const data = withFills(only.flow, only.step, { data: { zip: '78701' }, fills })
    expect(data).toEqual({ zip: '78701', home_city: 'Austin', home_state: 'TX' })
    const records = encode(only.flow, only.step, data)
    expect(records.map(written)).toEqual(['zip/value 78701', 'zip/city Austin', 'zip/state TX'])
    expect(decode(only.flow, only.step, records)).toEqual({ data })
  })

  test('is empty if the question has no such answers, or the check returned nothing', () => {
    const plain = one(zip)
    const data = { zip: '78701' }
    expect(withFills(plain.flow, plain.step, { data, fills: { zip: { city: 'Austin' } } })).toEqual(data)
    const only = one(filling)
    expect(withFills(only.flow, only.step, { data, fills: {} })).toEqual(data)
    expect(withFills(only.flow, only.step, { data, fills: { work_zip: { city: 'Austin' } } })).toEqual(data)
  })
})
