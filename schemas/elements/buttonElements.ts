import { Type } from 'typebox'
import { closed, explained } from '../shape.ts'
import { cardPicture } from './pictureElements.ts'
import { PICTURES, TYPES, agrees, answer_id, element, hint, question_key, words } from './elementParts.ts'

/** Buttons that leave a step. */

export const Submit = closed(
  {
    type: Type.Literal('submit', { description: TYPES.submit }),
    text: words('What the button says.', 'Continue'),
    agrees,
  },
  { description: TYPES.submit },
)

export const Choice = element(
  'container',
  'choice',
  'A card or button: a press gives its answer and leaves the step.',
  {
    submit: Type.Literal(true, {
      description: 'A press gives this answer and leaves the step. Always true.',
    }),
    question_key,
    answer_id,
    text: words('What the card says.', 'Yes'),
    agrees,
    hint,
    icon: Type.Optional(explained('The picture on the card.', { yes: 'a tick', no: 'a cross', ...PICTURES })),
    picture: cardPicture,
  },
)
