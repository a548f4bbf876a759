import type { Element } from '../../../schemas/elements/element.ts'
import type { Question, Step } from '../../../schemas/flow/flow.ts'
import { STATES } from '../kernel/stateOptions.ts'
import { READY_WORDS as WORDS } from './readyStepWords.ts'

/** A step that can be added to a flow as is, with its question. */
export interface ReadyStep {
  step: Step
  /** Question with its key, which the step's elements name; missing if the step asks nothing. */
  question?: { key: string; asks: Question }
}

const CONTINUE: Element = { type: 'submit', text: WORDS.next }
const OPTIONS = ['option_1', 'option_2', 'option_3']
const REQUIRED = { name: 'required' } as const

/** Placeholder in a consent for the parties that it is given to, who are known once the step is in a flow. */
export const PARTIES = '{{parties}}'

/** Key of a ready step in the gallery. */
export type ReadyKey = keyof typeof WORDS.about

/** Ready steps that ask something. */
type QuestionKey = Exclude<ReadyKey, 'end'>

/** One step for each thing that sites often ask, as a starting point for authors. */
export const READY_STEPS: Readonly<Record<ReadyKey, ReadyStep>> = {
  yes_no: asking('yes_no', {
    asks: {
      label: WORDS.asks.yes_no,
      answers: {
        yes: { backend_field_name: 'yes_no', backend_field_value: 'yes' },
        no: { backend_field_name: 'yes_no', backend_field_value: 'no' },
      },
    },
    elements: [
      {
        type: 'container',
        widget: 'group',
        columns: 2,
        elements: (['yes', 'no'] as const).map((answer_id) => ({
          type: 'container',
          widget: 'choice',
          submit: true,
          question_key: 'yes_no',
          answer_id,
          text: WORDS[answer_id],
          icon: answer_id,
        })),
      },
    ],
  }),
  choice: asking('choice', {
    asks: {
      label: WORDS.asks.choice,
      answers: {
        value: {
          backend_field_name: 'choice',
          label: WORDS.thisAnswer,
          options: WORDS.options.map((text, index) => ({ text, backend_field_value: `option_${index + 1}` })),
        },
      },
    },
    elements: [
      { type: 'select', widget: 'radio', ...answering('choice'), validations: { local: [REQUIRED] } },
      CONTINUE,
    ],
  }),
  pictures: asking('pictures', {
    asks: {
      label: WORDS.asks.pictures,
      answers: Object.fromEntries(
        OPTIONS.map((value) => [value, { backend_field_name: 'kind', backend_field_value: value }]),
      ),
    },
    elements: [
      {
        type: 'container',
        widget: 'group',
        columns: 2,
        elements: OPTIONS.map((answer_id, index) => ({
          type: 'container',
          widget: 'choice',
          submit: true,
          question_key: 'pictures',
          answer_id,
          text: WORDS.options[index]!,
          icon: (['home', 'car', 'work'] as const)[index]!,
        })),
      },
    ],
  }),
  slider: asking('slider', {
    asks: {
      label: WORDS.asks.slider,
      answers: { value: { backend_field_name: 'amount', label: WORDS.labels.slider } },
    },
    elements: [
      {
        type: 'input',
        widget: 'slider',
        ...answering('slider'),
        min: 0,
        max: 1000,
        step: 50,
        before: '$',
        validations: { local: [REQUIRED] },
      },
      CONTINUE,
    ],
  }),
  several: asking('several', {
    asks: {
      label: WORDS.asks.several,
      answers: {
        value: {
          backend_field_name: 'several',
          label: WORDS.thisAnswer,
          options: [
            ...WORDS.options.map((text, index) => ({ text, backend_field_value: `option_${index + 1}` })),
            { text: WORDS.none, backend_field_value: 'none', exclusive: true },
          ],
        },
      },
    },
    elements: [
      { type: 'select', widget: 'multi_select', ...answering('several'), validations: { local: [REQUIRED] } },
      CONTINUE,
    ],
  }),
  state: asking('state', {
    asks: {
      label: WORDS.asks.state,
      answers: { value: { backend_field_name: 'state', label: WORDS.labels.state, options: STATES } },
    },
    elements: [
      {
        type: 'select',
        widget: 'dropdown',
        ...answering('state'),
        autocomplete: 'address-level1',
        validations: { local: [REQUIRED] },
      },
      CONTINUE,
    ],
  }),
  zip: typed('zip', 'zip_code', {
    mask: '99999',
    autocomplete: 'postal-code',
    inputmode: 'numeric',
    validations: { local: [REQUIRED, { name: 'zip' }], external: ['zip'] },
  }),
  injury_date: asking('injury_date', {
    asks: {
      label: WORDS.asks.injury_date,
      answers: {
        year: { backend_field_name: 'injury_year', label: WORDS.labels.year },
        month: { backend_field_name: 'injury_month', label: WORDS.labels.month },
      },
    },
    elements: [
      {
        type: 'input',
        widget: 'injury_date',
        question_key: 'injury_date',
        validations: { local: [REQUIRED] },
      },
      CONTINUE,
    ],
  }),
  birthday: asking('birthday', {
    asks: {
      label: WORDS.asks.birthday,
      answers: { value: { backend_field_name: 'dob', label: WORDS.labels.birthday } },
    },
    elements: [
      {
        type: 'input',
        widget: 'date_of_birth',
        ...answering('birthday'),
        validations: { local: [REQUIRED, { name: 'date_of_birth' }, { name: 'age', min: 18 }] },
      },
      CONTINUE,
    ],
  }),
  vehicle: asking('vehicle', {
    asks: {
      label: WORDS.asks.vehicle,
      answers: {
        year: { backend_field_name: 'car_year', label: WORDS.labels.year },
        make: { backend_field_name: 'car_make', label: WORDS.labels.make },
        model: { backend_field_name: 'car_model', label: WORDS.labels.model },
      },
    },
    elements: [
      { type: 'input', widget: 'vehicle', question_key: 'vehicle', validations: { local: [REQUIRED] } },
      CONTINUE,
    ],
  }),
  story: asking('story', {
    asks: {
      label: WORDS.asks.story,
      answers: { value: { backend_field_name: 'story', label: WORDS.labels.story } },
    },
    elements: [
      {
        type: 'input',
        widget: 'textarea',
        ...answering('story'),
        validations: { local: [REQUIRED, { name: 'description' }] },
      },
      CONTINUE,
    ],
  }),
  name: asking('name', {
    asks: {
      label: WORDS.asks.name,
      answers: {
        first: { backend_field_name: 'first_name', label: WORDS.labels.first },
        last: { backend_field_name: 'last_name', label: WORDS.labels.last },
      },
    },
    elements: [
      {
        type: 'input',
        widget: 'text',
        question_key: 'name',
        answer_id: 'first',
        autocomplete: 'given-name',
        validations: { local: [REQUIRED] },
      },
      {
        type: 'input',
        widget: 'text',
        question_key: 'name',
        answer_id: 'last',
        autocomplete: 'family-name',
        validations: { local: [REQUIRED] },
      },
      CONTINUE,
    ],
  }),
  email: typed('email', 'email', {
    autocomplete: 'email',
    inputmode: 'email',
    validations: { local: [REQUIRED, { name: 'email' }], external: ['email'] },
  }),
  phone: asking('phone', {
    asks: {
      label: WORDS.asks.phone,
      answers: {
        value: { backend_field_name: 'phone', label: WORDS.labels.phone },
        consent: { backend_field_name: 'call_consent', backend_field_value: WORDS.consent },
      },
    },
    elements: [
      {
        type: 'input',
        widget: 'text',
        ...answering('phone'),
        mask: '(999) 999-9999',
        autocomplete: 'tel-national',
        inputmode: 'tel',
        validations: { local: [REQUIRED, { name: 'phone' }], external: ['phone'] },
      },
      { type: 'container', widget: 'consent', question_key: 'phone', answer_id: 'consent' },
      { type: 'submit', text: WORDS.agree },
    ],
  }),
  end: {
    step: {
      name: 'thanks',
      title: WORDS.thanks,
      questions: [{ type: 'container', widget: 'html', html: `<p>${WORDS.close}</p>` }],
    },
  },
}

/** A step that asks one question. */
function asking(key: QuestionKey, { asks, elements }: { asks: Question; elements: Element[] }): ReadyStep {
  return { step: { name: key, hint: WORDS.hints[key], questions: elements }, question: { key, asks } }
}

function answering(question_key: QuestionKey) {
  return { question_key, answer_id: 'value' }
}

type Typing = Pick<
  Extract<Element, { widget: 'text' }>,
  'mask' | 'autocomplete' | 'inputmode' | 'validations'
>

/** A step with one text field. */
function typed(key: 'zip' | 'email', field: string, typing: Typing): ReadyStep {
  return asking(key, {
    asks: {
      label: WORDS.asks[key],
      answers: { value: { backend_field_name: field, label: WORDS.labels[key] } },
    },
    elements: [{ type: 'input', widget: 'text', ...answering(key), ...typing }, CONTINUE],
  })
}
