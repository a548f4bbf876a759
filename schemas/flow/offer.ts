import { Type, type Static } from 'typebox'
import { Element } from '../element.ts'
import { Rule } from '../rule.ts'
import { AT_MOST, closed, explained, Key, VISIBLE } from '../shape.ts'
import { field } from './question.ts'

/** Offers of a flow, their steps, and the server's actions when a step is left. */

export const ExecuteAction = closed({
  name: explained('What is done when the visitor leaves the step.', {
    send_lead: 'the answers so far are kept as a lead and delivered to its buyers',
    send_email: 'an email is sent to the visitor, where the server has a mail server',
  }),
  rules: Type.Optional(
    Type.Array(Rule, {
      default: [],
      maxItems: AT_MOST.rules,
      description: 'The action is done when all of these hold; without any, always.',
      examples: [[{ operator: 'and', conditions: [{ field: 'age', condition: 'gte', arg: 18 }] }]],
    }),
  ),
  buyers: Type.Optional(
    Type.Array(Key, {
      minItems: 1,
      maxItems: AT_MOST.buyers,
      uniqueItems: true,
      description:
        'To whom the lead may be sent: keys of ui_config.buyers. {{buyers}} in the offer’s texts names them.',
      examples: [['auto_accident_team']],
    }),
  ),
  email: Type.Optional(
    closed(
      {
        to: { ...field, description: 'The field that holds the address.', examples: ['email'] },
        subject: Type.String({
          pattern: VISIBLE,
          maxLength: 150,
          description: 'Its subject, in which {{field:NAME}} stands for what the visitor answered.',
          examples: ['Where to look'],
        }),
        text: Type.String({
          pattern: VISIBLE,
          maxLength: 10_000,
          description:
            'Its text, in which {{field:NAME}} stands for what the visitor answered. Who sends it and how to stop it is added.',
          examples: ['Each state keeps a list of its own: https://unclaimed.org.'],
        }),
      },
      {
        description: 'send_email only: what is sent, and to whom.',
        examples: [{ to: 'email', subject: 'Where to look', text: 'Each state keeps a list of its own.' }],
      },
    ),
  ),
})
export type ExecuteAction = Static<typeof ExecuteAction>

export const Step = closed({
  name: Type.String({
    ...Key,
    description: 'The step’s key, unique within its offer. Reports and answer scripts call it offer/step.',
    examples: ['zip'],
  }),
  type: Type.Optional(
    Type.Literal('hidden', {
      description:
        'hidden: the visitor never sees the step; it is recorded, its actions are done, and the visitor is led on. Without it the step is shown.',
    }),
  ),
  title: Type.Optional(
    Type.String({
      pattern: VISIBLE,
      maxLength: AT_MOST.line,
      description:
        'The heading, in which {{product}} stands for the product’s name. Without it: the label of the step’s first question.',
      examples: ['Thank you'],
    }),
  ),
  hint: Type.Optional(
    Type.String({
      pattern: VISIBLE,
      maxLength: AT_MOST.hint,
      description: 'One short line under the heading: why we ask.',
      examples: ['Every state sets a time limit for claims.'],
    }),
  ),
  design: Type.Optional(
    explained(
      'A layout of the step’s own, within the page that its offer is.',
      {
        unclaimed_money: 'a promise under a picture, then a question',
        email_capture: 'a list of benefits, an email field and the line that the visitor agrees to',
        personal_info: 'details, with a long consent set off to be read',
        last_chance: 'a text under the words LAST CHANCE',
      },
      { examples: ['personal_info'] },
    ),
  ),
  display_rules: Type.Optional(
    Type.Array(Rule, {
      default: [],
      maxItems: AT_MOST.rules,
      description: 'The step is shown when all of these hold, else it is skipped; without any, always shown.',
      examples: [[{ operator: 'and', conditions: [{ field: 'injured', condition: 'eq', arg: 'yes' }] }]],
    }),
  ),
  execute_actions: Type.Optional(
    Type.Array(ExecuteAction, {
      default: [],
      maxItems: AT_MOST.actions,
      description: 'What the server does once the visitor has left the step.',
      examples: [[{ name: 'send_lead', buyers: ['auto_accident_team'] }]],
    }),
  ),
  questions: Type.Array(Element, {
    maxItems: AT_MOST.elements,
    description: 'What the step shows, top to bottom; nothing on a hidden step.',
    examples: [
      [
        {
          type: 'input',
          widget: 'text',
          question_key: 'zip',
          answer_id: 'value',
          validations: { local: [{ name: 'required' }, { name: 'zip' }] },
        },
        { type: 'submit', text: 'Continue' },
      ],
    ],
  }),
})
export type Step = Static<typeof Step>

export const Offer = closed({
  name: Type.String({
    pattern: VISIBLE,
    maxLength: AT_MOST.line,
    description:
      'The offer in words, for whoever looks at the flow: `leadloom graph`. Reports call it by its key.',
    examples: ['Motor vehicle accident'],
  }),
  real: Type.Boolean({
    description:
      'Whether reaching the offer counts as an impression: true for what is sold, false for a thank-you page.',
  }),
  design: explained('What kind of page the offer is.', {
    plain: 'one that asks',
    thank_you: 'one that closes the visit, with what to do next',
  }),
  steps: Type.Array(Step, {
    minItems: 1,
    maxItems: AT_MOST.steps,
    description: 'The steps, in the order in which a visitor comes by them.',
    examples: [
      [
        {
          name: 'thanks',
          title: 'Thank you',
          questions: [{ type: 'container', widget: 'html', html: '<p>You can close this page now.</p>' }],
        },
      ],
    ],
  }),
})
export type Offer = Static<typeof Offer>
