import { Type, type Static } from 'typebox'
import { Element } from '../elements/element.ts'
import { Rule } from '../kernel/rule.ts'
import { AT_MOST, closed, explained, Key, VISIBLE } from '../kernel/shape.ts'
import { field } from '../elements/question.ts'
import { REGIME_MEANINGS } from './regimes.ts'

/** Offers of a flow, their steps, and the server's actions when a step is left. */

export const ExecuteAction = closed({
  name: explained('The action to run when the visitor continues from the step.', {
    send_lead: 'the answers so far are saved as a lead and delivered to its buyers',
    send_email: 'an email is sent to the visitor, if a mail server is set up',
  }),
  rules: Type.Optional(
    Type.Array(Rule, {
      default: [],
      maxItems: AT_MOST.rules,
      description: 'The action runs when all of these rules are met. If empty, it always runs.',
      examples: [[{ operator: 'and', conditions: [{ field: 'age', condition: 'gte', arg: 18 }] }]],
    }),
  ),
  buyers: Type.Optional(
    Type.Array(Key, {
      maxItems: AT_MOST.buyers,
      uniqueItems: true,
      description:
        'The buyers the lead can go to, as keys of ui_config.buyers. An empty list means that it’s only saved. {{buyers}} in the offer’s texts is replaced with their names.',
      examples: [['auto_accident_team']],
    }),
  ),
  email: Type.Optional(
    closed(
      {
        to: { ...field, description: 'The field with the email address.', examples: ['email'] },
        subject: Type.String({
          pattern: VISIBLE,
          maxLength: 150,
          description: 'The subject. {{field:NAME}} is replaced with the visitor’s answer.',
          examples: ['Where to look'],
        }),
        text: Type.String({
          pattern: VISIBLE,
          maxLength: 10_000,
          description:
            'The text. {{field:NAME}} is replaced with the visitor’s answer. The sender and a way to unsubscribe are added.',
          examples: ['Each state keeps a list of its own: https://unclaimed.org.'],
        }),
      },
      {
        description: 'For send_email only: the email and its recipient.',
        examples: [{ to: 'email', subject: 'Where to look', text: 'Each state keeps a list of its own.' }],
      },
    ),
  ),
})
export type ExecuteAction = Static<typeof ExecuteAction>

export const Step = closed({
  name: Type.String({
    ...Key,
    description: 'The step’s key, unique in its offer. Reports and answer scripts use offer/step.',
    examples: ['zip'],
  }),
  type: Type.Optional(
    explained('Visitors that the step is for. If omitted, the step is shown to all.', {
      hidden:
        'visitors never see the step. It’s recorded, its actions run, and visitors continue to the next step',
      call_anyway:
        'only visitors who opted out of the sale by Global Privacy Control see the step. It offers a call about this offer anyway, by a consent recorded as OFFER_call_anyway. Without that consent, opted-out visitors skip the offer’s later steps that ask for personal data or a consent',
    }),
  ),
  title: Type.Optional(
    Type.String({
      pattern: VISIBLE,
      maxLength: AT_MOST.line,
      description:
        'The heading. {{product}} is replaced with the product’s name. If omitted, it’s the label of the step’s first question.',
      examples: ['Thank you'],
    }),
  ),
  hint: Type.Optional(
    Type.String({
      pattern: VISIBLE,
      maxLength: AT_MOST.hint,
      description: 'A short line under the heading that says why you ask.',
      examples: ['Every state sets a time limit for claims.'],
    }),
  ),
  design: Type.Optional(
    explained(
      'The step’s own layout, within the layout of its offer.',
      {
        unclaimed_money: 'a promise under a picture, followed by a question',
        email_capture: 'a list of benefits, an email field, and a consent',
        personal_info: 'contact details, with a long consent set apart to be read',
        last_chance: 'a text under the heading LAST CHANCE',
      },
      { examples: ['personal_info'] },
    ),
  ),
  summary: Type.Optional(
    Type.Boolean({
      default: false,
      description:
        'Whether the step lists what its offer’s buyers would get, above its consent: the earlier answers in words, each with an Edit button that returns here.',
      examples: [true],
    }),
  ),
  display_rules: Type.Optional(
    Type.Array(Rule, {
      default: [],
      maxItems: AT_MOST.rules,
      description:
        'The step is shown when all of these rules are met, otherwise it’s skipped. If empty, it’s always shown.',
      examples: [[{ operator: 'and', conditions: [{ field: 'injured', condition: 'eq', arg: 'yes' }] }]],
    }),
  ),
  execute_actions: Type.Optional(
    Type.Array(ExecuteAction, {
      default: [],
      maxItems: AT_MOST.actions,
      description: 'Actions the server runs after the visitor continues from the step.',
      examples: [[{ name: 'send_lead', buyers: ['auto_accident_team'] }]],
    }),
  ),
  questions: Type.Array(Element, {
    maxItems: AT_MOST.elements,
    description: 'The elements of the step, from top to bottom. Empty on a hidden step.',
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
    description: 'The offer’s name, for its authors. Reports use its key.',
    examples: ['Motor vehicle accident'],
  }),
  real: Type.Boolean({
    description:
      'Whether reaching the offer counts as an impression. Use true for offers you sell, false for a thank-you page.',
  }),
  design: explained('The type of page the offer uses.', {
    plain: 'asks questions',
    thank_you: 'ends the visit, with what to do next',
  }),
  regimes: Type.Optional(
    Type.Array(explained('A set of legal rules.', REGIME_MEANINGS), {
      uniqueItems: true,
      maxItems: Object.keys(REGIME_MEANINGS).length,
      default: [],
      description:
        'The legal rules that the offer is checked against. A rule of a state applies to visitors whose ZIP code is there, or who weren’t asked for it.',
      examples: [['us-tcpa', 'us-fl']],
    }),
  ),
  responsible: Type.Optional(
    closed(
      {
        name: Type.String({
          pattern: VISIBLE,
          maxLength: AT_MOST.line,
          description: 'The name, exactly as the page shows it.',
          examples: ['Example Injury Law'],
        }),
        address: Type.String({
          pattern: VISIBLE,
          maxLength: AT_MOST.line,
          description: 'The city, town, or county of an office, exactly as the page shows it.',
          examples: ['Sacramento, California'],
        }),
      },
      {
        description:
          'The lawyer, law firm, or certified referral service that answers for the offer’s ads. us-ca-sb37 requires both texts on the step with the consent or in the site’s disclaimer.',
        examples: [{ name: 'Example Injury Law', address: 'Sacramento, California' }],
      },
    ),
  ),
  steps: Type.Array(Step, {
    minItems: 1,
    maxItems: AT_MOST.steps,
    description: 'The steps, in the order visitors go through them.',
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
