import { Type, type Static } from 'typebox'
import { icon } from './elementParts.ts'
import { cardPicture } from './pictureElements.ts'
import { AT_MOST, closed, Key, keyed, VISIBLE } from '../kernel/shape.ts'

/** Questions and their possible answers. */

/** Name of a field. */
export const field = Type.String({
  ...Key,
  description: 'The name a value is recorded as, used by rules and sent to buyers.',
  examples: ['injured', 'zip_code'],
})

export const SelectOption = closed({
  text: Type.String({
    pattern: VISIBLE,
    maxLength: AT_MOST.line,
    description: 'The text visitors read.',
    examples: ['Texas'],
  }),
  backend_field_value: Type.String({
    pattern: VISIBLE,
    maxLength: AT_MOST.value,
    description: 'The value that’s recorded when the visitor chooses this option, and that rules compare.',
    examples: ['TX'],
  }),
  field: Type.Optional({
    ...field,
    description:
      'For multi-select only: the option’s own field, recorded as yes when the option is checked and no when it isn’t.',
    examples: ['hurt_neck'],
  }),
  save_to_state: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'For multi-select only: whether the option’s own field is recorded.',
    }),
  ),
  picture: cardPicture,
  icon,
  exclusive: Type.Optional(
    Type.Boolean({
      default: false,
      description:
        'For multi-select only: whether the option excludes all others, like "None of these". Checking it clears the others, and the other way around.',
      examples: [true],
    }),
  ),
})
export type SelectOption = Static<typeof SelectOption>

export const Answer = closed({
  backend_field_name: field,
  backend_field_value: Type.Optional(
    Type.String({
      pattern: VISIBLE,
      maxLength: AT_MOST.consent,
      description:
        'For a choice, the value a press records. For a consent, its text, shown and recorded word for word. {{product}} is replaced with the product’s name.',
      examples: ['yes'],
    }),
  ),
  label: Type.Optional(
    Type.String({
      pattern: VISIBLE,
      maxLength: AT_MOST.line,
      description:
        'The field’s label on screen and in messages such as "ZIP code is required". If omitted, it’s the question’s label.',
      examples: ['ZIP code'],
    }),
  ),
  error: Type.Optional(
    Type.String({
      pattern: VISIBLE,
      maxLength: AT_MOST.line,
      description:
        'What to do when the answer is missing or not of its kind, instead of the standard error for required, email, phone, zip, and date_of_birth.',
      examples: ['Enter your ZIP code'],
    }),
  ),
  options: Type.Optional(
    Type.Array(SelectOption, {
      minItems: 1,
      maxItems: AT_MOST.options,
      description: 'The options of a dropdown, radio list, or multi-select, from top to bottom.',
      examples: [
        [
          { text: 'California', backend_field_value: 'CA' },
          { text: 'Texas', backend_field_value: 'TX' },
        ],
      ],
    }),
  ),
})
export type Answer = Static<typeof Answer>

export const Question = closed({
  label: Type.String({
    pattern: VISIBLE,
    maxLength: AT_MOST.line,
    description:
      'The question that visitors read. It’s the heading of its step, unless the step has a title.',
    examples: ['Were you injured?'],
  }),
  answers: keyed(Answer, {
    minProperties: 1,
    maxProperties: AT_MOST.answers,
    description:
      'The possible answers, each with its own id. A choice shows one of them. The widget vehicle needs year, make, and model, and injury_date needs year and month.',
    examples: [
      {
        yes: { backend_field_name: 'injured', backend_field_value: 'yes' },
        no: { backend_field_name: 'injured', backend_field_value: 'no' },
      },
    ],
  }),
})
export type Question = Static<typeof Question>
