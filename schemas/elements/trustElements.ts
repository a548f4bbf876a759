import { Type } from 'typebox'
import { AT_MOST, closed, VISIBLE } from '../kernel/shape.ts'
import { element, words } from './elementParts.ts'
import { facePicture } from './pictureElements.ts'

/** Elements that answer a visitor's doubts. */

export const Faq = element(
  'container',
  'faq',
  'Questions that open to show their answers. It works without JavaScript.',
  {
    title: Type.Optional(words('A heading over the questions.', 'Before you start')),
    entries: Type.Array(
      closed({
        question: words('The question, as visitors would ask it.', 'What does it cost?'),
        html: Type.String({
          pattern: VISIBLE,
          maxLength: AT_MOST.html,
          description: 'The answer, a text with the same markup and placeholders as in html.',
          examples: ['<p>Nothing. The companies we work with pay us.</p>'],
        }),
      }),
      {
        minItems: 1,
        maxItems: AT_MOST.faq,
        uniqueItems: true,
        description: 'The questions and answers, in this order.',
        examples: [
          [
            {
              question: 'What does it cost?',
              html: '<p>Nothing. The companies we work with pay us.</p>',
            },
          ],
        ],
      },
    ),
  },
)

const short = (maxLength: number, description: string, example: string) =>
  Type.String({ pattern: VISIBLE, maxLength, description, examples: [example] })

export const Testimonials = element(
  'container',
  'testimonials',
  'Quotes from people, each with a name. Every quote must be real, and the person must have agreed to its use.',
  {
    title: Type.Optional(words('A heading over the quotes.', 'What people say')),
    entries: Type.Array(
      closed({
        quote: short(
          AT_MOST.quote,
          'The quote, word for word, without quotation marks. They’re added for each language.',
          'It took ten minutes to find out where I stand.',
        ),
        name: short(AT_MOST.name, 'The person’s name, in the form they agreed to.', 'Maria G.'),
        place: Type.Optional(short(AT_MOST.name, 'Where the person is from.', 'Houston, Texas')),
        rating: Type.Optional(
          Type.Integer({
            minimum: 1,
            maximum: 5,
            description: 'The person’s rating, out of five stars.',
            examples: [5],
          }),
        ),
        source: Type.Optional(
          short(
            AT_MOST.hint,
            'Where and when it was said, and what the person got for it, if anything. It’s shown under the name.',
            'From our May 2026 survey',
          ),
        ),
        picture: facePicture,
      }),
      {
        minItems: 1,
        maxItems: AT_MOST.testimonials,
        uniqueItems: true,
        description: 'The quotes, in this order.',
        examples: [[{ quote: 'It took ten minutes to find out where I stand.', name: 'Maria G.' }]],
      },
    ),
  },
)
