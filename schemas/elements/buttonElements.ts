import { Type } from 'typebox'
import { closed, explained } from '../shape.ts'
import {
  agrees,
  answer_id,
  hint,
  is,
  PICTURES,
  question_key,
  TYPES,
  WIDGET_MEANINGS,
  words,
} from './elementParts.ts'

/** The buttons that leave a step. */

export const Submit = closed(
  {
    type: Type.Literal('submit', { description: TYPES.submit }),
    text: words('What the button says.', 'Continue'),
    agrees,
  },
  { description: TYPES.submit },
)

export const Choice = closed(
  {
    ...is('container', 'choice'),
    submit: Type.Literal(true, {
      description: 'A press gives this answer and leaves the step. Always true.',
    }),
    question_key,
    answer_id,
    text: words('What the card says.', 'Yes'),
    agrees,
    hint,
    icon: Type.Optional(explained('The picture on the card.', { yes: 'a tick', no: 'a cross', ...PICTURES })),
  },
  { description: WIDGET_MEANINGS.choice },
)
