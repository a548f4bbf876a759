import { Type } from 'typebox'
import { AT_MOST, explained, VISIBLE } from '../shape.ts'
import { Validations } from './answerChecks.ts'
import { answer_id, element, hint, question_key } from './elementParts.ts'

/** Elements that take an answer: typed, or chosen from options. */

export const TextInput = element(
  'input',
  'text',
  'One line to type in, with a mask when its shape is known.',
  {
    question_key,
    answer_id,
    validations: Validations,
    hint,
    autocomplete: Type.Optional(
      explained('What the browser may fill in for the visitor.', {
        name: 'the whole name',
        'given-name': 'the first name',
        'family-name': 'the last name',
        email: 'the email address',
        'tel-national': 'the phone number, without a country code',
        'postal-code': 'the ZIP code',
        'street-address': 'street and number',
        'address-level2': 'the city',
      }),
    ),
    inputmode: Type.Optional(
      explained(
        'Which keyboard a phone shows.',
        { text: 'letters', numeric: 'digits', tel: 'a telephone’s keys', email: 'letters with @ at hand' },
        { default: 'text' },
      ),
    ),
    mask: Type.Optional(
      Type.String({
        maxLength: 40,
        description: 'A pattern in which 9 stands for a digit; everything else is typed for the visitor.',
        examples: ['(999) 999-9999', '99999'],
      }),
    ),
  },
)

export const TextareaInput = element(
  'input',
  'textarea',
  'Several lines to type in; with the validation description it counts the characters that are missing.',
  { question_key, answer_id, validations: Validations, hint },
)

export const DateOfBirthInput = element(
  'input',
  'date_of_birth',
  'Month from a list, day and year typed; days and years that cannot be are refused at once.',
  { question_key, answer_id, validations: Validations, hint },
)

export const VehicleInput = element(
  'input',
  'vehicle',
  'Year, make and model, each list opened by the choice before it. Its question has the answers year, make and model.',
  { question_key, validations: Validations, hint },
)

export const InjuryDateInput = element(
  'input',
  'injury_date',
  'Year and month, from 2015 ("Earlier than 2015"). Its question has the answers year and month.',
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
  'A number between two bounds, moved along a line or typed beside it. Recorded in plain digits, which rules compare as a number.',
  {
    question_key,
    answer_id,
    validations: Validations,
    hint,
    min: number('The number at the left end.', 1000),
    max: number('The number at the right end, some whole steps further.', 50_000),
    step: Type.Optional({
      ...number('How far two neighbouring numbers are apart.', 500, { minimum: 0.01, maximum: LARGEST }),
      default: 1,
    }),
    start: Type.Optional(
      number(
        'The number that it begins with, which counts as answered. Without it nothing is answered until the visitor moves it.',
        10_000,
      ),
    ),
    before: unit('What stands before the number.', '$'),
    after: unit('What stands after the number.', 'per month'),
  },
)

const select = { question_key, answer_id, validations: Validations, hint }

export const Dropdown = element('select', 'dropdown', 'One of the options, from a list that opens.', {
  ...select,
  autocomplete: Type.Optional(
    explained('What the browser may fill in for the visitor.', {
      'address-level1': 'the state they live in',
    }),
  ),
})

export const MultiSelect = element(
  'select',
  'multi_select',
  'Any of the options; the field holds the list of those ticked.',
  select,
)

export const Radio = element('select', 'radio', 'One of the options, all in sight.', {
  ...select,
  title: Type.Optional(
    Type.String({
      pattern: VISIBLE,
      maxLength: AT_MOST.hint,
      description: 'Stands over the list in place of its label.',
      examples: ['How long ago was it?'],
    }),
  ),
})
