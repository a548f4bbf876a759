import { Type, type Static } from 'typebox'
import { field } from '../flow/question.ts'
import { AT_MOST, closed, Key, VISIBLE } from '../shape.ts'
import { buttonText, element, HTTPS_ADDRESS, shown_when, tracker } from './elementParts.ts'
import { RESULT_MEANINGS } from './resultMeanings.ts'

/** Elements of an end that depend on the outcome of the visitor's details. */

export { RESULT_MEANINGS }
export type Result = keyof typeof RESULT_MEANINGS

/** Target of a text of an end. */
const Redirect = closed(
  {
    link: Type.Optional(
      Type.String({
        pattern: HTTPS_ADDRESS,
        maxLength: 2000,
        description:
          'The address, on one of ui_config.partner_hosts. In a value of its query, {{field:NAME}} stands for what the visitor answered. The page’s sub1, sub2 and sub3 are passed on. It stands back where the buyer names a page.',
        examples: ['https://partner.example/start?state={{field:state}}'],
      }),
    ),
    tracker,
    text: { ...buttonText, description: 'What the link says that leads there.' },
    buyer: Type.Optional(
      Type.String({
        ...Key,
        description:
          'The buyer whose page it is, a key of ui_config.buyers. Personal fields need one. Where the buyer’s answer to the lead names a page of its own, the visitor goes to that one.',
        examples: ['auto_accident_team'],
      }),
    ),
    personal: Type.Optional(
      Type.Array(field, {
        maxItems: AT_MOST.fields,
        description:
          'Which of the fields in the address visitors type. They are passed on only once the buyer has the visitor’s details.',
        examples: [['first_name', 'email']],
      }),
    ),
  },
  {
    description:
      'Another page, to which a visitor who reads this text is taken some seconds later, unless they stay: once all that they answered has arrived, and what became of it is known.',
  },
)
export type Redirect = Static<typeof Redirect>

const Case = closed({
  ...shown_when,
  html: Type.String({
    pattern: VISIBLE,
    maxLength: AT_MOST.html,
    description:
      'Text with simple markup. {{buyers}} stands for the names of the buyers of whom the outcome is true, {{field:NAME}} for what the visitor answered.',
    examples: ['<p>{{buyers}} calls you. The call is free.</p>'],
  }),
  redirect: Type.Optional(Redirect),
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
