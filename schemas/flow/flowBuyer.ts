import { Type, type Static } from 'typebox'
import { AT_MOST, closed, VISIBLE } from '../kernel/shape.ts'
import { field } from '../elements/question.ts'

/** Possible buyers of leads. */
export const Buyer = closed({
  name: Type.String({
    pattern: VISIBLE,
    maxLength: AT_MOST.line,
    description: 'The name that consent texts use to tell visitors who may call.',
    examples: ['Auto Accident Team'],
  }),
  required_fields: Type.Array(field, {
    maxItems: AT_MOST.fields,
    description: 'The fields that a lead for this buyer must have.',
    examples: [['first_name', 'last_name', 'phone']],
  }),
  next: Type.Optional(
    Type.String({
      pattern: VISIBLE,
      maxLength: 400,
      default: 'They may contact you at the phone number or email you gave.',
      description:
        'What this buyer does with a first request, shown to visitors once it has their details. Someone who asked this buyer before reads it too, so the page says that it’s for a first request.',
      examples: ['Auto Accident Team calls you within one business day.'],
    }),
  ),
})
export type Buyer = Static<typeof Buyer>
