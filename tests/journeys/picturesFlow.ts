import type { FlowDocument, Question, Step } from '../../schemas/flow/flow.ts'
import { plainFlow } from './plainFlow.ts'

const SUN = ['full', 'some', 'shade'] as const
const SAYS = { full: 'Sun most of the day', some: 'Some shade', shade: 'Mostly shade' }

/** A flow that shows the pictures of the site leadloom in every way: a wide one over cards side by side, below cards in a column, and on
 *  options. */
export function picturesFlow(): FlowDocument {
  return plainFlow(QUESTIONS, [
    step('roof', [wide('full', false), { ...GROUP, elements: SUN.map((sun) => choice('roof', sun)) }]),
    step('street', [...SUN.map((sun) => choice('street', sun)), wide('half', true)]),
    step('walls', [ticks, { type: 'submit', text: 'Continue' }]),
    step('door', [list, { type: 'submit', text: 'Continue' }]),
  ])
}

const pictured = (sun: (typeof SUN)[number]) => ({
  text: SAYS[sun],
  backend_field_value: sun,
  picture: { file: `roof-${sun}.png` },
})

const QUESTIONS: Record<string, Question> = {
  ...Object.fromEntries(
    (['roof', 'street'] as const).map((name): [string, Question] => [
      name,
      {
        label: `How much sun does your ${name} get?`,
        answers: Object.fromEntries(
          SUN.map((sun) => [sun, { backend_field_name: name, backend_field_value: sun }]),
        ),
      },
    ]),
  ),
  walls: {
    label: 'Which of these stands near your house?',
    answers: {
      value: {
        backend_field_name: 'walls',
        options: [...SUN.map(pictured), { ...pictured('some'), text: 'A tree', backend_field_value: 'tree' }],
      },
    },
  },
  door: {
    label: 'Which one is most like yours?',
    answers: { value: { backend_field_name: 'door', options: SUN.map(pictured) } },
  },
}

const GROUP = { type: 'container', widget: 'group', columns: 2 } as const
const required = { local: [{ name: 'required' as const }] }
const ticks = {
  type: 'select',
  widget: 'multi_select',
  question_key: 'walls',
  answer_id: 'value',
  validations: required,
} as const
const list = { ...ticks, widget: 'radio', question_key: 'door' } as const

function step(name: string, questions: Step['questions']): Step {
  return { name, questions }
}

function choice(question_key: string, sun: (typeof SUN)[number]) {
  return {
    type: 'container',
    widget: 'choice',
    submit: true,
    question_key,
    answer_id: sun,
    text: SAYS[sun],
    picture: { file: `roof-${sun}.png` },
  } as const
}

function wide(width: 'full' | 'half', hasCaption: boolean) {
  return {
    type: 'container',
    widget: 'picture',
    file: 'roof-full.png',
    alt: 'A house with nothing near it',
    width,
    ...(hasCaption && { caption: 'Nothing shades this one.' }),
  } as const
}
