import { Type } from 'typebox'
import { closed } from '../kernel/shape.ts'
import { cardPicture } from './pictureElements.ts'
import { TYPES, agrees, answer_id, element, hint, icon, question_key, words } from './elementParts.ts'

/** Buttons that leave a step. */

export const Submit = closed(
  {
    type: Type.Literal('submit', { description: TYPES.submit }),
    text: words('The button text.', 'Continue'),
    agrees,
  },
  { description: TYPES.submit },
)

export const Choice = element(
  'container',
  'choice',
  'A card or button that records its answer and continues when pressed.',
  {
    submit: Type.Literal(true, {
      description: 'Pressing it records this answer and continues. Always true.',
    }),
    question_key,
    answer_id,
    text: words('The card text.', 'Yes'),
    agrees,
    hint,
    icon,
    picture: cardPicture,
  },
)
