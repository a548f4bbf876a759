import { Type } from 'typebox'
import { AT_MOST, explained, VISIBLE } from '../kernel/shape.ts'
import { Validations } from './answerChecks.ts'
import { answer_id, element, hint, question_key } from './elementParts.ts'

/** Elements that take an answer: typed, or chosen from options. */

export const TextInput = element('input', 'text', 'A one-line text field, with an optional mask.', {
  question_key,
  answer_id,
  validations: Validations,
  hint,
  autocomplete: Type.Optional(
    explained('What the browser can fill in for the visitor.', {
      name: 'full name',
      'given-name': 'first name',
      'family-name': 'last name',
      email: 'email address',
      'tel-national': 'phone number without a country code',
      'postal-code': 'ZIP code',
      'street-address': 'street address',
      'address-level2': 'city',
    }),
  ),
  inputmode: Type.Optional(
    explained(
      'The keyboard that phones show.',
      { text: 'letters', numeric: 'digits', tel: 'a phone keypad', email: 'letters with an @ key' },
      { default: 'text' },
    ),
  ),
  mask: Type.Optional(
    Type.String({
      maxLength: 40,
      description: 'A pattern where 9 is a digit. Everything else is filled in for the visitor.',
      examples: ['(999) 999-9999', '99999'],
    }),
  ),
})

export const TextareaInput = element(
  'input',
  'textarea',
  'A text field of several lines. With the validation description, it counts the missing characters.',
  { question_key, answer_id, validations: Validations, hint },
)

export const DateOfBirthInput = element(
  'input',
  'date_of_birth',
  'A month list, with fields for day and year. Impossible dates are refused right away.',
  { question_key, answer_id, validations: Validations, hint },
)

export const VehicleInput = element(
  'input',
  'vehicle',
  'Lists for year, make, and model, each depending on the choice before it. The question needs the answers year, make, and model.',
  { question_key, validations: Validations, hint },
)

export const InjuryDateInput = element(
  'input',
  'injury_date',
  'Lists for year and month, from 2015 ("2015 or earlier"). The question needs the answers year and month.',
  { question_key, validations: Validations, hint },
)

const number = (description: string, example: number, bounds = { minimum: -LARGEST, maximum: LARGEST }) =>
  Type.Number({ ...bounds, description, examples: [example] })
/** Larger numbers are not written in plain digits. */
const LARGEST = 1_000_000_000

const unit = (description: string, example: string) =>
  Type.Optional(Type.String({ pattern: VISIBLE, maxLength: 30, description, examples: [example] }))

export const SliderInput = element(
  'input',
  'slider',
  'A slider for a number between two limits, which can also be typed. It’s recorded in plain digits, which rules compare as a number.',
  {
    question_key,
    answer_id,
    validations: Validations,
    hint,
    min: number('The smallest number, at the left end.', 1000),
    max: number('The largest number, at the right end. The steps from min must reach it exactly.', 50_000),
    step: Type.Optional({
      ...number('The distance between two adjacent numbers.', 500, { minimum: 0.01, maximum: LARGEST }),
      default: 1,
    }),
    start: Type.Optional(
      number(
        'The number it starts at, which counts as an answer. If omitted, there’s no answer until the visitor moves the slider.',
        10_000,
      ),
    ),
    before: unit('The text before the number.', '$'),
    after: unit('The text after the number.', 'per month'),
  },
)

const select = { question_key, answer_id, validations: Validations, hint }

export const Dropdown = element('select', 'dropdown', 'One of the options, from a dropdown list.', {
  ...select,
  autocomplete: Type.Optional(
    explained('What the browser can fill in for the visitor.', {
      'address-level1': 'state of residence',
    }),
  ),
})

export const MultiSelect = element(
  'select',
  'multi_select',
  'Any of the options. The field records the list of checked ones.',
  select,
)

export const Radio = element('select', 'radio', 'One of the options, all visible.', {
  ...select,
  title: Type.Optional(
    Type.String({
      pattern: VISIBLE,
      maxLength: AT_MOST.hint,
      description: 'The heading over the list, instead of its label.',
      examples: ['How long ago was it?'],
    }),
  ),
})
