import { Type, type Static } from 'typebox'
import { AT_MOST, closed, explained, Key } from '../kernel/shape.ts'

/** Checks in the browser and again on the server, by the same code. Source: spec, section 5. */
export const LOCAL_MEANINGS = {
  required: 'the visitor must answer',
  email: 'must look like an email address',
  email_format: 'the same, with a message that doesn’t name the field',
  phone: 'ten digits, with or without +1',
  zip: 'five digits, without the optional four that follow',
  date_of_birth: 'a real date from 1900 to 2022',
  age: 'a date of birth that makes the visitor at least min and at most max years old on the day of the visit',
  description: 'at least 20 characters',
  min: 'a number of at least arg',
  max: 'a number of at most arg',
  same_as: 'the same as the answer in field',
  not_before: 'a number or date that isn’t before the one in field',
  not_after: 'a number or date that isn’t after the one in field',
}

const years = Type.Integer({ minimum: 0, maximum: 130 })

export const LocalValidation = closed({
  name: explained('The check to run when the visitor continues.', LOCAL_MEANINGS),
  arg: Type.Optional(
    Type.Number({ description: 'For min and max only: the number allowed.', examples: [18] }),
  ),
  min: Type.Optional({
    ...years,
    description: 'For age only: the youngest age allowed, in whole years.',
    examples: [18],
  }),
  max: Type.Optional({
    ...years,
    description: 'For age only: the oldest age allowed, in whole years.',
    examples: [64],
  }),
  field: Type.Optional(
    Type.String({
      ...Key,
      description:
        'For same_as, not_before, and not_after: the backend field of another answer on this step or an earlier one. If it has no answer, nothing is compared.',
      examples: ['email'],
    }),
  ),
})
export type LocalValidation = Static<typeof LocalValidation>

/** Checks on the server before the step is left. Source: spec, section 5 "Server checks". */
export const EXTERNAL_MEANINGS = {
  email:
    'a valid address whose domain isn’t disposable or reserved; with EMAIL_DNS, the domain must accept email',
  phone:
    'a number that a person in the US can have, so no 555 or N11 exchange and no premium, toll-free, or personal number',
  zip: 'a real ZIP code, including military ones; it also fills in the answers city and state if the question has them',
}

export const ExternalValidation = explained(
  'The server check to run before the visitor continues.',
  EXTERNAL_MEANINGS,
)
export type ExternalValidation = Static<typeof ExternalValidation>

/** Checks of one answer. */
export const Validations = closed(
  {
    local: Type.Array(LocalValidation, {
      maxItems: AT_MOST.validations,
      description:
        'Checks in the browser and again on the server, in this order. Errors are shown at the field. [] checks nothing.',
      examples: [[{ name: 'required' }], [{ name: 'required' }, { name: 'min', arg: 18 }]],
    }),
    external: Type.Optional(
      Type.Array(ExternalValidation, {
        default: [],
        maxItems: AT_MOST.validations,
        description:
          'Server checks that run after the local ones pass, for the widget text only. If the server can’t be reached, visitors can continue.',
        examples: [['zip']],
      }),
    ),
  },
  {
    description: 'The checks an answer must pass before the visitor can continue.',
    examples: [{ local: [{ name: 'required' }, { name: 'zip' }], external: ['zip'] }],
  },
)
