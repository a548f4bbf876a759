import { Type, type Static } from 'typebox'
import { Rule } from '../rule.ts'
import { AT_MOST, closed, VISIBLE } from '../shape.ts'
import { element } from './elementParts.ts'

/** What an end shows by what became of the visitor's details. */

/** What became of them, the best of all buyers first. */
export const RESULT_MEANINGS = {
  accepted: 'a buyer has them, also when it had them before',
  waiting: 'they are on their way, or a buyer has not answered yet',
  rejected: 'no buyer took them, or they did not arrive',
  kept: 'they are not sold: Global Privacy Control, Do Not Sell, or somebody asked for it',
  unfit: 'the visitor agreed, and the rules of the actions let nothing be sent',
  declined: 'the visitor came by a lead and did not agree',
  nothing: 'the visitor came by no lead',
} as const
export type Result = keyof typeof RESULT_MEANINGS

/** When an element of an end is shown. */
export const shown_when = {
  display_rules: Type.Optional(
    Type.Array(Rule, {
      default: [],
      maxItems: AT_MOST.rules,
      description:
        'Only on a step that asks nothing: it is shown when all of these hold; without any, always. Besides fields they may look at lead.outcome, what became of the visitor’s details, and buyer.KEY, the same at one buyer: accepted, waiting, rejected, kept, unfit, declined or nothing.',
      examples: [
        [
          {
            operator: 'and',
            conditions: [{ field: 'lead.outcome', condition: 'eq', arg: 'rejected' }],
          },
        ],
      ],
    }),
  ),
}

const Case = closed({
  ...shown_when,
  html: Type.String({
    pattern: VISIBLE,
    maxLength: AT_MOST.html,
    description:
      'Text with simple markup. {{buyers}} stands for the names of the buyers of whom the outcome is true, {{field:NAME}} for what the visitor answered.',
    examples: ['<p>{{buyers}} calls you. The call is free.</p>'],
  }),
})
export type Case = Static<typeof Case>

export const Result = element(
  'container',
  'result',
  'The first of several texts whose rules hold, at an end: by answers, and by what became of the visitor’s details.',
  {
    cases: Type.Array(Case, {
      minItems: 1,
      maxItems: AT_MOST.cases,
      description: 'The texts, of which the first is shown whose rules hold; the last may have none.',
      examples: [
        [
          {
            display_rules: [
              {
                operator: 'and',
                conditions: [{ field: 'lead.outcome', condition: 'eq', arg: 'accepted' }],
              },
            ],
            html: '<p>{{buyers}} calls you. The call is free.</p>',
          },
          { html: '<p>Nobody calls you.</p>' },
        ],
      ],
    }),
  },
)
