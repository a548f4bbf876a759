import type { AnswerRecord } from '../../schemas/visitor/answer.ts'
import type { Element } from '../../schemas/elements/element.ts'
import type { FlowDocument, Question, Step } from '../../schemas/flow/flow.ts'
import { plainFlow } from '../journeys/plainFlow.ts'

/** First steps of every kind, each in its own flow: what a hasty visitor does there, and what must be recorded. */

export interface FirstStep {
  path: string
  flow: FlowDocument
  /** Keys to press one after the other from its first field on; none if a choice is pressed. `\t` is Tab. */
  keys: string
  /** Answers that must be recorded, with phone numbers as digits alone, as the mask may come too late to format them. */
  answers: AnswerRecord[]
}

export const SECOND: AnswerRecord = { question_key: 'more', answer_key: 'text', raw_data: 'Nothing else.' }

const STORY =
  'A pickup ran the red light at Fifth and Main, hit my door and pushed me into the pole; the driver never stopped. '

const required = { local: [{ name: 'required' as const }] }
const submit: Element = { type: 'submit', text: 'Continue' }
const named = (backend_field_name: string, label: string) => ({ backend_field_name, label })
const options = ['Ohio', 'Oregon', 'Texas', 'Utah'].map((text) => ({
  text,
  backend_field_value: text.toLowerCase(),
}))

const QUESTIONS: Record<string, Question> = {
  hurt: {
    label: 'Were you hurt?',
    answers: {
      yes: { backend_field_name: 'hurt', backend_field_value: 'yes' },
      no: { backend_field_name: 'hurt', backend_field_value: 'no' },
    },
  },
  story: { label: 'What happened?', answers: { text: named('incident_description', 'What happened') } },
  where: { label: 'Where was it?', answers: { state: { ...named('state', 'State'), options } } },
  who: {
    label: 'Who are you?',
    answers: {
      first: named('first_name', 'First name'),
      phone: named('phone', 'Phone'),
      born: named('dob', 'Birthdate'),
      state: { ...named('home_state', 'State'), options },
      last: named('last_name', 'Last name'),
    },
  },
  more: { label: 'Is there anything else?', answers: { text: named('more', 'Anything else') } },
}

const text = (question_key: string, answer_id: string, more: object = {}) =>
  ({ type: 'input', widget: 'text', question_key, answer_id, validations: required, ...more }) as Element
const dropdown = (question_key: string): Element => ({
  type: 'select',
  widget: 'dropdown',
  question_key,
  answer_id: 'state',
  validations: required,
})
const choice = (answer_id: 'yes' | 'no'): Element => ({
  type: 'container',
  widget: 'choice',
  submit: true,
  question_key: 'hurt',
  answer_id,
  text: answer_id,
})

const record = (question_key: string, answer_key: string, raw_data: string): AnswerRecord => ({
  question_key,
  answer_key,
  raw_data,
})

export const FIRST_STEPS: FirstStep[] = [
  first('choice', [choice('yes'), choice('no')], '', [record('hurt', 'yes', 'yes')]),
  first(
    'story',
    [
      { type: 'input', widget: 'textarea', question_key: 'story', answer_id: 'text', validations: required },
      submit,
    ],
    STORY.repeat(2) + 'That is all.',
    [record('story', 'text', STORY.repeat(2) + 'That is all.')],
  ),
  first('where', [dropdown('where'), submit], 'tex', [record('where', 'state.2', 'texas')]),
  first(
    'who',
    [
      text('who', 'first'),
      text('who', 'phone', { mask: '(999) 999-9999', inputmode: 'tel' }),
      {
        type: 'input',
        widget: 'date_of_birth',
        question_key: 'who',
        answer_id: 'born',
        validations: { local: [{ name: 'required' }, { name: 'date_of_birth' }] },
      },
      dropdown('who'),
      text('who', 'last'),
      submit,
    ],
    'Maximiliana\t5129592368\tmar\t9\t1985\tore\tvan der Castillo-Montgomery',
    [
      record('who', 'first', 'Maximiliana'),
      record('who', 'phone', '5129592368'),
      record('who', 'born', '1985-03-09'),
      record('who', 'state.1', 'oregon'),
      record('who', 'last', 'van der Castillo-Montgomery'),
    ],
  ),
]

function first(name: string, questions: Element[], keys: string, answers: AnswerRecord[]): FirstStep {
  const second: Step = { name: 'more', questions: [text('more', 'text'), submit] }
  const asked = Object.fromEntries(
    Object.entries(QUESTIONS).filter(([key]) => key === 'more' || answers[0]?.question_key === key),
  )
  const flow = plainFlow(asked, [{ name: 'first', questions }, second])
  return { path: `first-${name}`, flow, keys, answers }
}
