import { Type, type Static } from 'typebox'
import { cardPicture } from '../elements/pictureElements.ts'
import { AT_MOST, closed, Key, keyed, VISIBLE } from '../shape.ts'

/** Questions and their possible answers. */

/** Name of a field. */
export const field = Type.String({
  ...Key,
  description: 'The name under which a value is recorded, looked at by rules and sent to buyers.',
  examples: ['injured', 'zip_code'],
})

export const SelectOption = closed({
  text: Type.String({
    pattern: VISIBLE,
    maxLength: AT_MOST.line,
    description: 'What the visitor reads.',
    examples: ['Texas'],
  }),
  backend_field_value: Type.String({
    pattern: VISIBLE,
    maxLength: AT_MOST.value,
    description: 'What is recorded when the visitor chooses this option, and what rules compare with.',
    examples: ['TX'],
  }),
  field: Type.Optional({
    ...field,
    description:
      'Multi-select only: a field of this option’s own. It becomes yes when the option is ticked and no when it is not.',
    examples: ['hurt_neck'],
  }),
  save_to_state: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'Multi-select only: whether the option’s own field is recorded.',
    }),
  ),
  picture: cardPicture,
  exclusive: Type.Optional(
    Type.Boolean({
      default: false,
      description:
        'Multi-select only: whether it excludes all others, as "None of these" does. Ticking it takes back the others, and the reverse.',
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
        'For a choice, what a press records. For a consent, its text, in which {{product}} stands for the product’s name: shown and recorded word for word.',
      examples: ['yes'],
    }),
  ),
  label: Type.Optional(
    Type.String({
      pattern: VISIBLE,
      maxLength: AT_MOST.line,
      description:
        'What the field is called, on screen and in messages such as "ZIP code is required". Without it: the question’s label.',
      examples: ['ZIP code'],
    }),
  ),
  options: Type.Optional(
    Type.Array(SelectOption, {
      minItems: 1,
      maxItems: AT_MOST.options,
      description: 'What a dropdown, a radio list or a multi-select offers, top to bottom.',
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
      'The question, as the visitor reads it: the heading of its step, unless the step has a title.',
    examples: ['Were you injured?'],
  }),
  answers: keyed(Answer, {
    minProperties: 1,
    maxProperties: AT_MOST.answers,
    description:
      'What can be answered, by ids of yours. A choice shows one of them; vehicle needs year, make and model, injury_date year and month.',
    examples: [
      {
        yes: { backend_field_name: 'injured', backend_field_value: 'yes' },
        no: { backend_field_name: 'injured', backend_field_value: 'no' },
      },
    ],
  }),
})
export type Question = Static<typeof Question>
