import { Type } from 'typebox'
import { AT_MOST, closed, VISIBLE } from '../shape.ts'
import { element, words } from './elementParts.ts'

/** The elements that answer a visitor's doubts. */

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
