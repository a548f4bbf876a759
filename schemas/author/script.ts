import { Type, type Static } from 'typebox'
import { OptOut, Query } from '../kernel/session.ts'
import { closed, Day, KEY, keyed } from '../kernel/shape.ts'

/** Input of a visitor on one step, by backend field: text, or the selected values of a multi-select. Consent texts are not included, as
 *  they are recorded as written; "yes" checks the box of one that has a seller. */
const Entered = keyed(Type.Union([Type.String(), Type.Array(Type.String())]))

/** A visitor's answers to a whole flow, with the expected results of its rules: read by `leadloom simulate`, written by `leadloom
 *  paths`, and checked by the tests under fixtures/answers. */
export const AnswerScript = closed(
  {
    $schema: Type.Optional(
      Type.String({
        description: 'The address of this schema, so that your editor can autocomplete and validate.',
        examples: ['../../schemas/json/answers.schema.json'],
      }),
    ),
    site: Type.Optional(
      Type.String({
        minLength: 1,
        description: 'The site to answer, by the name of its folder.',
        examples: ['my-site'],
      }),
    ),
    today: Type.Optional({
      ...Day,
      description:
        'The day of the visit in New York, as YYYY-MM-DD. If omitted, it’s the day the script runs.',
      examples: ['2026-11-20'],
    }),
    query: Type.Optional({
      ...Query,
      description: 'The parameters of the address that the visitor opens.',
      default: {},
      examples: [{ wc: '1' }, { 'force-start-offer': 'wc' }],
    }),
    opt_out: Type.Optional({ ...OptOut, examples: ['gpc'] }),
    answers: Type.Record(Type.String({ pattern: `^${KEY}/${KEY}$` }), Entered, {
      additionalProperties: false,
      description:
        'The answers on each step, by "offer/step" and backend field. "yes" checks the box of a consent to one seller. {} continues without answering.',
      examples: [{ 'mva/injured': { car_accident: 'yes' }, 'mva/injuries': { injuries: ['neck', 'back'] } }],
    }),
    trace: Type.Optional(
      Type.Array(Type.String({ pattern: `^${KEY}/${KEY} (shown|hidden|skipped)$` }), {
        description: 'The expected steps, each with what happens to it. If set, it must match exactly.',
        examples: [['mva/injured shown', 'mva/date skipped', 'mva/send hidden']],
      }),
    ),
    actions: Type.Optional(
      Type.Array(Type.String({ pattern: `^${KEY}/${KEY} ${KEY}$` }), {
        description: 'The expected actions, in order. If set, it must match exactly.',
        examples: [['mva/send send_lead']],
      }),
    ),
    ends: Type.Optional(
      Type.Array(Type.String({ pattern: '^[a-z]+: ' }), {
        description:
          'The expected content of the last step by its rules, for each possible outcome of the leads, as "outcome: texts and cards". If set, it must match exactly.',
        examples: [
          [
            'accepted: Thank you. {{buyers}} will call.',
            'rejected: We found no firm. | partner_card Debt help',
          ],
        ],
      }),
    ),
  },
  {
    title: 'Leadloom answer script',
    description: 'One visitor’s answers to a flow, with the expected trace, actions, and ends.',
  },
)
export type AnswerScript = Static<typeof AnswerScript>
