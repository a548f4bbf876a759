import { Type, type Static } from 'typebox'
import { AnswerScript } from './script.ts'
import { closed, oneOf } from '../kernel/shape.ts'

/** Differences between two flows, and their effects on visitors. */

export const FlowChange = closed({
  kind: oneOf(['added', 'removed', 'changed', 'moved']),
  subject: oneOf(
    [
      'consent',
      'lead',
      'rule',
      'offer',
      'step',
      'action',
      'buyer',
      'end',
      'question',
      'text',
      'element',
      'site',
      'setting',
    ],
    { description: 'What kind of thing it is.' },
  ),
  at: Type.Array(Type.String(), {
    description: 'Where it stands: keys of the document, and in lists the name of the part.',
  }),
  place: Type.String({ description: 'The same in words.' }),
  before: Type.Union([Type.String(), Type.Null()], { description: 'What it was, in words.' }),
  after: Type.Union([Type.String(), Type.Null()], { description: 'What it is, in words.' }),
})
export type FlowChange = Static<typeof FlowChange>

const share = (description: string) => Type.Number({ minimum: 0, maximum: 1, description })
const of = { before: share('Of visitors, in the first flow.'), after: share('In the second.') }

export const FlowEffects = closed(
  {
    visitors: Type.Integer({ description: 'How many were made up. Each walks both flows.' }),
    other_way: share('Of visitors: those who are asked other steps, or in another order.'),
    other_end: share('Of visitors: those who end at another step.'),
    ends: Type.Array(
      closed({
        before: Type.Union([Type.String(), Type.Null()], { description: 'offer/step; null: past the last.' }),
        after: Type.Union([Type.String(), Type.Null()]),
        share: share('Of visitors.'),
      }),
      { description: 'Where those end, most first.' },
    ),
    other_text: share('Of visitors: those who end at the same step, and can read something else there.'),
    texts: Type.Array(
      closed({
        step: Type.String({ description: 'offer/step.' }),
        outcome: Type.String({ description: 'What became of their details: lead.outcome.' }),
        before: Type.Array(Type.String(), { description: 'What they no longer read.' }),
        after: Type.Array(Type.String(), { description: 'What they read now, and did not before.' }),
        share: share('Of visitors.'),
      }),
      { description: 'What those read, most first.' },
    ),
    asked: Type.Array(closed({ step: Type.String(), ...of }), {
      description: 'Steps that are asked of more or of fewer visitors, the largest difference first.',
    }),
    leads: Type.Array(closed({ buyer: Type.String(), ...of }), {
      description: 'Buyers to whom the leads of more or of fewer visitors go.',
    }),
    stuck: closed(of, {
      description:
        'Visitors for whom no answer was found to some step: nothing is known of them from there on.',
    }),
    example: Type.Union([closed(AnswerScript.properties), Type.Null()], {
      description:
        'A visitor whose way differs, with the answers of the second flow: a script for leadloom simulate.',
    }),
  },
  { description: 'What becomes of made-up visitors, who choose each answer that there is equally often.' },
)
export type FlowEffects = Static<typeof FlowEffects>
