import { Type } from 'typebox'
import { AT_MOST, closed, explained, VISIBLE } from '../shape.ts'
import { element } from './elementParts.ts'

/** Pictures of a step: files beside the flow file. Publishing makes the sizes that browsers request. */

/** Pattern of such a file. No SVG, which is a document that can run and load things; save it as a PNG instead. */
export const STEP_PICTURE_FILE = '^[a-z0-9-]+\\.(png|jpg|webp)$'

const file = Type.String({
  pattern: STEP_PICTURE_FILE,
  maxLength: 60,
  description: 'The picture, a file beside the flow file. Its sizes are made when the flow is published.',
  examples: ['roof.png'],
})

export const Picture = element(
  'container',
  'picture',
  'A picture to look at, with a line under it where it has one.',
  {
    file,
    alt: Type.String({
      maxLength: AT_MOST.hint,
      description:
        'What the picture shows, for who cannot see it. Empty only with "decoration": true: the picture says nothing that the texts do not.',
      examples: ['A roof with panels that face the sun'],
    }),
    decoration: Type.Optional(
      Type.Boolean({ default: false, description: 'true: it is there to please, and is not read out.' }),
    ),
    caption: Type.Optional(
      Type.String({
        pattern: VISIBLE,
        maxLength: AT_MOST.hint,
        description: 'One line under the picture.',
        examples: ['Panels on the south side get the most sun.'],
      }),
    ),
    width: Type.Optional(
      explained(
        'How wide it stands.',
        { full: 'as wide as the text', half: 'half of that' },
        { default: 'full' },
      ),
    ),
  },
)

const besideWords = (words: string, description: string, example: string, alt: string) =>
  Type.Optional(
    closed(
      {
        file,
        alt: Type.Optional(
          Type.String({
            pattern: VISIBLE,
            maxLength: AT_MOST.hint,
            description: `What it shows, where ${words} do not say so. Without it, it is not read out.`,
            examples: [alt],
          }),
        ),
      },
      { description, examples: [{ file: example }] },
    ),
  )

/** Picture on a card that answers. */
export const cardPicture = besideWords(
  'the words of the card',
  'A picture on the card: above its words where cards stand side by side, else left of them; cut to 4 by 3.',
  'roof-shade.png',
  'A roof under tall trees',
)

/** Picture of the quoted person. */
export const facePicture = besideWords(
  'the name and the place',
  'The person, or what they speak of; cut to a circle. Never somebody else.',
  'maria.jpg',
  'A woman before her house',
)

/** Result of publishing a picture. */
export const MadePicture = closed({
  id: Type.String({
    pattern: '^[0-9a-f]{32}$',
    description: 'The beginning of its addresses: another for another content.',
  }),
  width: Type.Integer({ minimum: 1, description: 'Of the largest size, in pixels.' }),
  height: Type.Integer({ minimum: 1, description: 'Of the largest size, in pixels.' }),
  widths: Type.Array(Type.Integer({ minimum: 1 }), {
    minItems: 1,
    description: 'The sizes that there are, by their width.',
  }),
})

/** Pictures by the name of the file beside the flow file. */
export const MadePictures = Type.Record(Type.String({ pattern: STEP_PICTURE_FILE }), MadePicture, {
  additionalProperties: false,
  description: 'What publishing made of the pictures of the steps.',
})
