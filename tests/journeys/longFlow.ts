import type { Element } from '../../schemas/elements/element.ts'
import type { FlowDocument, Question, Step } from '../../schemas/flow/flow.ts'
import { plainFlow } from './plainFlow.ts'

/** A funnel with `count` steps, of four kinds in turn: choices, a text, a list, radio buttons. */
export function longFlow(count: number): FlowDocument {
  const questions: Record<string, Question> = {}
  const steps: Step[] = []
  for (let n = 0; n < count; n += 1) {
    const field = { backend_field_name: `field_${n}`, label: `Answer ${n}` }
    const shape = SHAPES[n % SHAPES.length]!
    questions[`question_${n}`] = { label: `What about number ${n}?`, answers: shape.answers(field) }
    steps.push({ name: `step_${n}`, questions: shape.elements(`question_${n}`) })
  }
  return plainFlow(questions, steps)
}

/** Answer to step `n`, counted from 0, by field. */
export function answerOf(n: number): Record<string, string> {
  return { [`field_${n}`]: ANSWERS[n % ANSWERS.length]! }
}

const ANSWERS = ['yes', 'Some words that answer it.', 'two', 'three']
const validations = { local: [{ name: 'required' as const }] }
const submit: Element = { type: 'submit', text: 'Continue' }
const options = ['One', 'Two', 'Three'].map((text) => ({ text, backend_field_value: text.toLowerCase() }))

type Field = { backend_field_name: string; label: string }
const value = (more: object) => (field: Field) => ({ value: { ...field, ...more } })
const select = (widget: 'dropdown' | 'radio') => (question_key: string) => [
  { type: 'select', widget, question_key, answer_id: 'value', validations } as Element,
  submit,
]
const SHAPES: {
  answers: (field: Field) => Question['answers']
  elements: (question_key: string) => Element[]
}[] = [
  {
    answers: ({ backend_field_name }) => ({
      yes: { backend_field_name, backend_field_value: 'yes' },
      no: { backend_field_name, backend_field_value: 'no' },
    }),
    elements: (question_key) =>
      (['yes', 'no'] as const).map((answer_id) => ({
        type: 'container',
        widget: 'choice',
        submit: true,
        question_key,
        answer_id,
        text: answer_id,
      })),
  },
  {
    answers: value({}),
    elements: (question_key) => [
      { type: 'input', widget: 'text', question_key, answer_id: 'value', validations },
      submit,
    ],
  },
  { answers: value({ options }), elements: select('dropdown') },
  { answers: value({ options }), elements: select('radio') },
]
