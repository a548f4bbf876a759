import { Type } from 'typebox'
import { AT_MOST, closed, explained, VISIBLE } from '../kernel/shape.ts'
import { element } from './elementParts.ts'

/** Pictures of a step: files beside the flow file. Publishing makes the sizes that browsers request. */

/** Pattern of such a file. No SVG, which is a document that can run and load things; save it as a PNG instead. */
export const STEP_PICTURE_FILE = '^[a-z0-9-]+\\.(png|jpg|webp)$'

const file = Type.String({
  pattern: STEP_PICTURE_FILE,
  maxLength: 60,
  description: 'The picture, a file next to the flow file. Its sizes are created when the flow is published.',
  examples: ['roof.png'],
})

export const Picture = element('container', 'picture', 'A picture, with an optional caption.', {
  file,
  alt: Type.String({
    maxLength: AT_MOST.hint,
    description:
      'A description for people who can’t see the picture. Leave it empty only with "decoration": true, if the picture adds nothing to the texts.',
    examples: ['A roof with solar panels facing the sun'],
  }),
  decoration: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'true if the picture is only decoration. It isn’t read aloud.',
    }),
  ),
  caption: Type.Optional(
    Type.String({
      pattern: VISIBLE,
      maxLength: AT_MOST.hint,
      description: 'A line under the picture.',
      examples: ['Panels on the south side get the most sun.'],
    }),
  ),
  width: Type.Optional(
    explained(
      'The width of the picture.',
      { full: 'as wide as the text', half: 'half as wide' },
      { default: 'full' },
    ),
  ),
})

const besideWords = (words: string, description: string, example: string, alt: string) =>
  Type.Optional(
    closed(
      {
        file,
        alt: Type.Optional(
          Type.String({
            pattern: VISIBLE,
            maxLength: AT_MOST.hint,
            description: `A description of the picture, if ${words} don’t cover it. If omitted, the picture isn’t read aloud.`,
            examples: [alt],
          }),
        ),
      },
      { description, examples: [{ file: example }] },
    ),
  )

/** Picture on a card that answers. */
export const cardPicture = besideWords(
  'the texts of the card',
  'A picture on the card, cropped to 4 by 3. It’s above the text if cards are side by side, otherwise to the left of it.',
  'roof-shade.png',
  'A roof under tall trees',
)

/** Picture of the quoted person. */
export const facePicture = besideWords(
  'the name and the place',
  'A picture of the person or of what they talk about, cropped to a circle. Never use a picture of someone else.',
  'maria.jpg',
  'A woman in front of her house',
)

/** Result of publishing a picture. */
export const MadePicture = closed({
  id: Type.String({
    pattern: '^[0-9a-f]{32}$',
    description: 'The beginning of its addresses, which changes with its content.',
  }),
  width: Type.Integer({ minimum: 1, description: 'The largest size in pixels.' }),
  height: Type.Integer({ minimum: 1, description: 'The largest size in pixels.' }),
  widths: Type.Array(Type.Integer({ minimum: 1 }), {
    minItems: 1,
    description: 'The available sizes, by width.',
  }),
})

/** Pictures by the name of the file beside the flow file. */
export const MadePictures = Type.Record(Type.String({ pattern: STEP_PICTURE_FILE }), MadePicture, {
  additionalProperties: false,
  description: 'The pictures of the steps, as prepared by publishing.',
})
