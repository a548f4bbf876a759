import { Type } from 'typebox'
import { AT_MOST, closed, VISIBLE } from '../shape.ts'
import { element, words } from './elementParts.ts'
import { facePicture } from './pictureElements.ts'

/** Elements that answer a visitor's doubts. */

export const Faq = element(
  'container',
  'faq',
  'Questions that visitors have, each of which opens its answer. It works without a script.',
  {
    title: Type.Optional(words('A heading over the questions.', 'Before you start')),
    entries: Type.Array(
      closed({
        question: words('What visitors ask, as they would say it.', 'What does it cost?'),
        html: Type.String({
          pattern: VISIBLE,
          maxLength: AT_MOST.html,
          description:
            'The answer, a text with simple markup as in html. {{buyers}} and {{field:NAME}} stand for what they do there.',
          examples: ['<p>Nothing. The companies that we work with pay us.</p>'],
        }),
      }),
      {
        minItems: 1,
        maxItems: AT_MOST.faq,
        uniqueItems: true,
        description: 'The questions with their answers, in this order.',
        examples: [
          [
            {
              question: 'What does it cost?',
              html: '<p>Nothing. The companies that we work with pay us.</p>',
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
  'What people said of you, each with a name. Every quote must be real, and the person must have agreed to it.',
  {
    title: Type.Optional(words('A heading over the quotes.', 'What people say')),
    entries: Type.Array(
      closed({
        quote: short(
          AT_MOST.quote,
          'What was said, word for word, without quotation marks: each language has its own around it.',
          'Ten minutes, and I knew where I stood.',
        ),
        name: short(AT_MOST.name, 'Who said it, as that person agreed to be named.', 'Maria G.'),
        place: Type.Optional(short(AT_MOST.name, 'Where that person is from.', 'Houston, Texas')),
        rating: Type.Optional(
          Type.Integer({
            minimum: 1,
            maximum: 5,
            description: 'How many of five stars that person gave.',
            examples: [5],
          }),
        ),
        source: Type.Optional(
          short(
            AT_MOST.hint,
            'Where and when it was said, and what the person got for it, if anything. Shown under the name.',
            'From our survey of May 2026',
          ),
        ),
        picture: facePicture,
      }),
      {
        minItems: 1,
        maxItems: AT_MOST.testimonials,
        uniqueItems: true,
        description: 'The quotes, in this order.',
        examples: [[{ quote: 'Ten minutes, and I knew where I stood.', name: 'Maria G.' }]],
      },
    ),
  },
)
