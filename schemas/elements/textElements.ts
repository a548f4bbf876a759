import { Type } from 'typebox'
import { AT_MOST, Key, VISIBLE } from '../shape.ts'
import { answer_id, element, question_key, shown_when } from './elementParts.ts'

/** Elements that the visitor only reads. */

export const Html = element(
  'container',
  'html',
  'A block of text, with {{buyers}} and {{field:NAME}} filled in.',
  {
    html: Type.String({
      pattern: VISIBLE,
      maxLength: AT_MOST.html,
      description:
        'Text with simple markup. What could run or load something is refused at publish. In its text, never within a tag, {{buyers}} stands for the names of the buyers to whom the offer’s lead actions may send, and {{field:NAME}} for what the visitor answered, empty when they did not.',
      examples: ['<p>Thank you, {{field:first_name}}. You may hear from {{buyers}}.</p>'],
    }),
    ...shown_when,
  },
)

export const Consent = element(
  'container',
  'consent',
  'A consent text, shown word for word as the answer’s backend_field_value and recorded with its step.',
  {
    question_key,
    answer_id,
    seller: Type.Optional(
      Type.String({
        ...Key,
        description:
          'A buyer’s key, for a consent to that buyer alone: it stands beside a box that nobody has ticked before the visitor, and is given when the box is ticked and the button gives the consent. Of an offer with such consents each buyer has one, which names it, and a lead goes only to the buyers that the visitor ticked.',
        examples: ['auto_accident_team'],
      }),
    ),
  },
)

export const Outcome = element(
  'container',
  'outcome',
  'What became of the visitor’s details: to whom they went and what comes next, or that they are kept and why.',
  {
    nothing: Type.Optional(
      Type.String({
        pattern: VISIBLE,
        maxLength: 400,
        default: 'We didn’t share anything. You didn’t ask us to, so you won’t get a call.',
        description: 'What it says to a visitor of whom no lead was to be sent.',
        examples: ['We didn’t share anything, so you won’t get a call.'],
      }),
    ),
  },
)

export const Progress = element(
  'container',
  'progress',
  'How far the visitor has come. The bar at the top of the page is then not shown.',
  {},
)
