import { Type, type Static } from 'typebox'
import { AT_MOST, closed, explained, Key } from '../shape.ts'

/** Checks in the browser and again on the server, by the same code. Source: spec, section 5. */
export const LOCAL_MEANINGS = {
  required: 'something is answered',
  email: 'it looks like an email address',
  email_format: 'the same, with a message that does not name the field',
  phone: 'ten digits, with or without +1',
  zip: 'five digits, without the four that may follow them',
  date_of_birth: 'a real day from 1900 to 2022',
  age: 'a date of birth at which, on the day of the visit, whoever was born then is at least min and at most max years old',
  description: 'at least 20 characters',
  min: 'a number that is arg or more',
  max: 'a number that is arg or less',
  same_as: 'the same as the answer under field',
  not_before: 'a number or a date that is not before the one under field',
  not_after: 'a number or a date that is not after the one under field',
}

const years = Type.Integer({ minimum: 0, maximum: 130 })

export const LocalValidation = closed({
  name: explained('What is checked when the visitor leaves the step.', LOCAL_MEANINGS),
  arg: Type.Optional(
    Type.Number({ description: 'The number allowed: for min and max only.', examples: [18] }),
  ),
  min: Type.Optional({
    ...years,
    description: 'For age only: the youngest allowed, in whole years.',
    examples: [18],
  }),
  max: Type.Optional({
    ...years,
    description: 'For age only: the oldest allowed, in whole years.',
    examples: [64],
  }),
  field: Type.Optional(
    Type.String({
      ...Key,
      description:
        'For same_as, not_before and not_after: the backend field of another answer, of this step or an earlier one. Nothing is compared while it has none.',
      examples: ['email'],
    }),
  ),
})
export type LocalValidation = Static<typeof LocalValidation>

/** Checks on the server before the step is left. Source: spec, section 5 "Server checks". */
export const EXTERNAL_MEANINGS = {
  email:
    'a well-formed address, on a domain that does not throw mail away and is not reserved; with EMAIL_DNS, one that takes mail',
  phone:
    'a number that a person in the US can have: no 555 or N11 exchange, no pay, toll-free or personal number',
  zip: 'a ZIP code that exists, those of the armed forces among them; it also fills the answers city and state, where the question has answers of these ids',
}

export const ExternalValidation = explained(
  'What the server is asked before the step is left.',
  EXTERNAL_MEANINGS,
)
export type ExternalValidation = Static<typeof ExternalValidation>

/** Checks of one answer. */
export const Validations = closed(
  {
    local: Type.Array(LocalValidation, {
      maxItems: AT_MOST.validations,
      description:
        'Checked in the browser and again on the server, in this order; the visitor reads what is wrong at the field. [] checks nothing.',
      examples: [[{ name: 'required' }], [{ name: 'required' }, { name: 'min', arg: 18 }]],
    }),
    external: Type.Optional(
      Type.Array(ExternalValidation, {
        default: [],
        maxItems: AT_MOST.validations,
        description:
          'Asked of the server once the local ones pass, for the widget text only. While the server cannot be reached, the visitor goes on.',
        examples: [['zip']],
      }),
    ),
  },
  {
    description: 'What an answer must be, before the visitor can leave the step.',
    examples: [{ local: [{ name: 'required' }, { name: 'zip' }], external: ['zip'] }],
  },
)
