import { Type, type Static } from 'typebox'
import { Query } from '../session.ts'
import { closed, Day, KEY, keyed } from '../shape.ts'

/** Input of a visitor on one step, by backend field: text, or the selected values of a multi-select. Consent texts are not included, as
 *  they are recorded as written; "yes" checks the box of one that has a seller. */
const Entered = keyed(Type.Union([Type.String(), Type.Array(Type.String())]))

/** A visitor's answers to a whole flow, with the expected results of its rules: read by `leadloom simulate`, written by `leadloom
 *  paths`, and checked by the tests under fixtures/answers. */
export const AnswerScript = closed(
  {
    $schema: Type.Optional(
      Type.String({
        description: 'The address of this schema, so that an editor completes and checks.',
        examples: ['../../schemas/json/answers.schema.json'],
      }),
    ),
    site: Type.Optional(
      Type.String({
        minLength: 1,
        description: 'The site whose flow is answered, by its folder.',
        examples: ['my-site'],
      }),
    ),
    today: Type.Optional({
      ...Day,
      description:
        'The New York day on which the visitor comes, YYYY-MM-DD. Without it: the day on which the script is played.',
      examples: ['2026-11-20'],
    }),
    query: Type.Optional({
      ...Query,
      description: 'The parameters of the address by which the visitor comes.',
      default: {},
      examples: [{ wc: '1' }, { 'force-start-offer': 'wc' }],
    }),
    answers: Type.Record(Type.String({ pattern: `^${KEY}/${KEY}$` }), Entered, {
      additionalProperties: false,
      description:
        'What is entered on each step, by "offer/step" and backend field; "yes" ticks the box of a consent to one seller. {} submits a step without answering anything.',
      examples: [{ 'mva/injured': { car_accident: 'yes' }, 'mva/injuries': { injuries: ['neck', 'back'] } }],
    }),
    trace: Type.Optional(
      Type.Array(Type.String({ pattern: `^${KEY}/${KEY} (shown|hidden|skipped)$` }), {
        description:
          'Every step that the walk comes by, and what becomes of it. When it is given, it must be so.',
        examples: [['mva/injured shown', 'mva/date skipped', 'mva/send hidden']],
      }),
    ),
    actions: Type.Optional(
      Type.Array(Type.String({ pattern: `^${KEY}/${KEY} ${KEY}$` }), {
        description: 'Every action that is due on the way, in order. When it is given, it must be so.',
        examples: [['mva/send send_lead']],
      }),
    ),
    ends: Type.Optional(
      Type.Array(Type.String({ pattern: '^[a-z]+: ' }), {
        description:
          'What the last step in sight shows by its rules, for each thing that can become of the leads: "outcome: texts and cards". When it is given, it must be so.',
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
    description: 'One visitor’s answers to a flow, and the trace, actions and ends that they must give.',
  },
)
export type AnswerScript = Static<typeof AnswerScript>
