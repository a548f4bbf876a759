import { Type } from 'typebox'
import { AT_MOST, closed, VISIBLE } from '../shape.ts'
import { answer_id, is, question_key, WIDGET_MEANINGS } from './elementParts.ts'

/** The elements that the visitor only reads. */

export const Html = closed(
  {
    ...is('container', 'html'),
    html: Type.String({
      pattern: VISIBLE,
      maxLength: AT_MOST.html,
      description:
        'Text with simple markup. What could run or load something is refused at publish. In its text, never within a tag, {{buyers}} stands for the names of the buyers to whom the offer’s lead actions may send, and {{field:NAME}} for what the visitor answered, empty when they did not.',
      examples: ['<p>Thank you, {{field:first_name}}. You may hear from {{buyers}}.</p>'],
    }),
  },
  { description: WIDGET_MEANINGS.html },
)

export const Consent = closed(
  {
    ...is('container', 'consent'),
    question_key,
    answer_id,
  },
  { description: WIDGET_MEANINGS.consent },
)

export const Outcome = closed(
  {
    ...is('container', 'outcome'),
    nothing: Type.Optional(
      Type.String({
        pattern: VISIBLE,
        maxLength: 400,
        default: 'We passed nothing on. You did not ask for it, so expect no call.',
        description: 'What it says to a visitor of whom no lead was to be sent.',
        examples: ['We passed nothing on, so expect no call.'],
      }),
    ),
  },
  { description: WIDGET_MEANINGS.outcome },
)

export const Progress = closed({ ...is('container', 'progress') }, { description: WIDGET_MEANINGS.progress })
