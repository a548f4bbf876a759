import { Type, type Static } from 'typebox'
import { AT_MOST, closed, VISIBLE } from '../shape.ts'
import { field } from './question.ts'

/** Possible buyers of leads. */
export const Buyer = closed({
  name: Type.String({
    pattern: VISIBLE,
    maxLength: AT_MOST.line,
    description: 'The name by which a consent text tells the visitor who may call.',
    examples: ['Auto Accident Team'],
  }),
  required_fields: Type.Array(field, {
    maxItems: AT_MOST.fields,
    description: 'What a lead must hold for this buyer.',
    examples: [['first_name', 'last_name', 'phone']],
  }),
  next: Type.Optional(
    Type.String({
      pattern: VISIBLE,
      maxLength: 400,
      default: 'They may contact you at the phone number or email you gave.',
      description:
        'What comes next for a visitor once this buyer has taken their details. It is shown only then, so it may promise what the buyer keeps.',
      examples: ['Auto Accident Team calls you within one business day.'],
    }),
  ),
})
export type Buyer = Static<typeof Buyer>
