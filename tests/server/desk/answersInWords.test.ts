import { expect, test } from 'vitest'
import type { Flow } from '../../../schemas/flow/flow.ts'
import { answersInWords } from '../../../src/server/desk/answersInWords.ts'
import { SMALL_FLOW } from '../smallFlow.ts'

/** The small flow, which also asks for a name in two fields, for checkboxes with fields of their own, and for a consent. */
const FLOW: Flow = structuredClone(SMALL_FLOW)
Object.assign(FLOW.constants_config.questions, {
  name: {
    label: 'Who are you?',
    answers: {
      first: { backend_field_name: 'first_name', label: 'First name' },
      last: { backend_field_name: 'last_name', label: 'Last name' },
    },
  },
  bills: {
    label: 'Which bills?',
    answers: {
      value: {
        backend_field_name: 'bills',
        options: [
          { text: 'The car', backend_field_value: 'car', field: 'has_car', save_to_state: true },
          { text: 'The house', backend_field_value: 'house' },
        ],
      },
    },
  },
  agree: {
    label: 'Consent',
    answers: { yes: { backend_field_name: 'tcpa', backend_field_value: 'I agree.' } },
  },
})
FLOW.ui_config.offers['claim']!.steps[2]!.questions.push({
  type: 'container',
  widget: 'consent',
  question_key: 'agree',
  answer_id: 'yes',
})

test.each([
  ['a choice by what its button says', { hurt: 'no' }, ['Were you hurt?', 'No']],
  ['an option by its text', { state: 'NY' }, ['Where?', 'New York']],
  ['several options by theirs', { bills: ['car', 'house'] }, ['Which bills?', 'The car', 'The house']],
  [
    'a tick with a field of its own by question and option',
    { has_car: 'yes' },
    ['Which bills? The car', 'yes'],
  ],
  ['one of two fields of a question by its own label', { last_name: 'Lee' }, ['Last name', 'Lee']],
  ['what no option is as it was typed', { state: 'Ohio' }, ['Where?', 'Ohio']],
  ['what was computed without a question', { is_old: 'yes' }, [null, 'yes']],
])('says %s', (_, fields, [question, ...words]) => {
  expect(answersInWords(FLOW, fields as Record<string, string>)).toMatchObject([{ question, words }])
})

test('leaves consents out: their texts are evidence', () => {
  expect(answersInWords(FLOW, { tcpa: 'I agree.' })).toEqual([])
})
