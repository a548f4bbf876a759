import { Type } from 'typebox'
import { AT_MOST, closed, explained, VISIBLE } from '../shape.ts'
import { Validations } from './answerChecks.ts'
import { answer_id, hint, is, question_key, WIDGET_MEANINGS } from './elementParts.ts'

/** The elements that take an answer: what is typed, and what is chosen from options. */

export const TextInput = closed(
  {
    ...is('input', 'text'),
    question_key,
    answer_id,
    validations: Validations,
    hint,
    autocomplete: Type.Optional(
      explained('What the browser may fill in for the visitor.', {
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
  { description: WIDGET_MEANINGS.text },
)

export const TextareaInput = closed(
  {
    ...is('input', 'textarea'),
    question_key,
    answer_id,
    validations: Validations,
    hint,
  },
  { description: WIDGET_MEANINGS.textarea },
)

export const DateOfBirthInput = closed(
  {
    ...is('input', 'date_of_birth'),
    question_key,
    answer_id,
    validations: Validations,
    hint,
  },
  { description: WIDGET_MEANINGS.date_of_birth },
)

export const VehicleInput = closed(
  {
    ...is('input', 'vehicle'),
    question_key,
    validations: Validations,
    hint,
  },
  { description: WIDGET_MEANINGS.vehicle },
)

export const InjuryDateInput = closed(
  {
    ...is('input', 'injury_date'),
    question_key,
    validations: Validations,
    hint,
  },
  { description: WIDGET_MEANINGS.injury_date },
)

const select = <const W extends 'dropdown' | 'radio' | 'multi_select'>(widget: W) => ({
  ...is('select', widget),
  question_key,
  answer_id,
  validations: Validations,
  hint,
})

export const Dropdown = closed(
  {
    ...select('dropdown'),
    autocomplete: Type.Optional(
      explained('What the browser may fill in for the visitor.', {
        'address-level1': 'the state they live in',
      }),
    ),
  },
  { description: WIDGET_MEANINGS.dropdown },
)

export const MultiSelect = closed(select('multi_select'), { description: WIDGET_MEANINGS.multi_select })

export const Radio = closed(
  {
    ...select('radio'),
    title: Type.Optional(
      Type.String({
        pattern: VISIBLE,
        maxLength: AT_MOST.hint,
        description: 'Stands over the list in place of its label.',
        examples: ['How long ago was it?'],
      }),
    ),
  },
  { description: WIDGET_MEANINGS.radio },
)
