import { Type, type Static } from 'typebox'
import { field } from './question.ts'
import { AT_MOST, closed, Key, VISIBLE } from '../kernel/shape.ts'
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
          'The address, on one of ui_config.partner_hosts. In query values, {{field:NAME}} is replaced with the visitor’s answer. The page’s sub1, sub2, and sub3 are passed on. If the buyer provides a page, that page is used instead.',
        examples: ['https://partner.example/start?state={{field:state}}'],
      }),
    ),
    tracker,
    text: { ...buttonText, description: 'The text of the link to the page.' },
    buyer: Type.Optional(
      Type.String({
        ...Key,
        description:
          'The buyer whose page it is, a key of ui_config.buyers. It’s required for personal fields. If the buyer’s response to the lead includes a page, the visitor goes to that page.',
        examples: ['auto_accident_team'],
      }),
    ),
    personal: Type.Optional(
      Type.Array(field, {
        maxItems: AT_MOST.fields,
        description:
          'The fields in the address that visitors type. They’re passed on only once the buyer has the visitor’s lead.',
        examples: [['first_name', 'email']],
      }),
    ),
  },
  {
    description:
      'Another page that opens a few seconds after the visitor sees this text, unless they choose to stay. It waits until all answers have arrived and the outcome is known.',
  },
)
export type Redirect = Static<typeof Redirect>

const Case = closed({
  ...shown_when,
  html: Type.String({
    pattern: VISIBLE,
    maxLength: AT_MOST.html,
    description:
      'Text with simple markup. {{buyers}} is replaced with the names of the buyers that the outcome applies to, {{field:NAME}} with the visitor’s answer.',
    examples: ['<p>{{buyers}} calls you. The call is free.</p>'],
  }),
  redirect: Type.Optional(Redirect),
})
export type Case = Static<typeof Case>

export const Result = element(
  'container',
  'result',
  'The first of several texts whose rules are met, shown at an end. Rules can use answers and what happened to the visitor’s lead.',
  {
    cases: Type.Array(Case, {
      minItems: 1,
      maxItems: AT_MOST.cases,
      description: 'The texts. The first one whose rules are met is shown. The last one can have no rules.',
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
          { html: '<p>No one will call you.</p>' },
        ],
      ],
    }),
  },
)
