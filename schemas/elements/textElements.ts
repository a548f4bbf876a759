import { Type } from 'typebox'
import { AT_MOST, Key, VISIBLE } from '../kernel/shape.ts'
import { answer_id, element, question_key, shown_when } from './elementParts.ts'

/** Elements that the visitor only reads. */

export const Html = element(
  'container',
  'html',
  'A block of text. {{buyers}} and {{field:NAME}} are replaced.',
  {
    html: Type.String({
      pattern: VISIBLE,
      maxLength: AT_MOST.html,
      description:
        'Text with simple markup. Anything that could run or load something is refused when you publish. Outside of tags, {{buyers}} is replaced with the names of the buyers that the offer’s lead actions can send to, and {{field:NAME}} with the visitor’s answer, if any.',
      examples: ['<p>Thank you, {{field:first_name}}. You may hear from {{buyers}}.</p>'],
    }),
    ...shown_when,
  },
)

export const Consent = element(
  'container',
  'consent',
  'A consent text. The answer’s backend_field_value is shown word for word and recorded with the step.',
  {
    question_key,
    answer_id,
    seller: Type.Optional(
      Type.String({
        ...Key,
        description:
          'A buyer’s key, for a consent to that buyer only. It’s shown with an unchecked box, and given when the box is checked and the button gives consent. In an offer with such consents, each buyer has its own consent that names it, and leads go only to the buyers that the visitor checked.',
        examples: ['auto_accident_team'],
      }),
    ),
  },
)

export const Outcome = element(
  'container',
  'outcome',
  'What happened to the visitor’s information: who received it and what’s next, or that it wasn’t shared and why.',
  {
    nothing: Type.Optional(
      Type.String({
        pattern: VISIBLE,
        maxLength: 400,
        default: 'We didn’t share anything. You didn’t ask us to, so you won’t get a call.',
        description: 'The text for visitors without a lead.',
        examples: ['We didn’t share anything, so you won’t get a call.'],
      }),
    ),
  },
)

export const Progress = element(
  'container',
  'progress',
  'The visitor’s progress. It replaces the progress bar at the top of the page.',
  {},
)
