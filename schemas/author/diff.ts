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
    { description: 'The kind of thing that changed.' },
  ),
  at: Type.Array(Type.String(), {
    description: 'Its place in the document, as keys. In lists, it’s the name of the part.',
  }),
  place: Type.String({ description: 'Its place in words.' }),
  before: Type.Union([Type.String(), Type.Null()], { description: 'The old value, in words.' }),
  after: Type.Union([Type.String(), Type.Null()], { description: 'The new value, in words.' }),
})
export type FlowChange = Static<typeof FlowChange>

const share = (description: string) => Type.Number({ minimum: 0, maximum: 1, description })
const of = {
  before: share('The share of visitors in the first flow.'),
  after: share('The share of visitors in the second flow.'),
}

export const FlowEffects = closed(
  {
    visitors: Type.Integer({
      description: 'The number of made-up visitors. Each one goes through both flows.',
    }),
    other_way: share('The share of visitors who get other steps, or the same steps in another order.'),
    other_end: share('The share of visitors who end at another step.'),
    ends: Type.Array(
      closed({
        before: Type.Union([Type.String(), Type.Null()], {
          description: 'offer/step, or null after the last step.',
        }),
        after: Type.Union([Type.String(), Type.Null()]),
        share: share('The share of visitors.'),
      }),
      { description: 'Where those visitors end, the largest share first.' },
    ),
    other_text: share('The share of visitors who end at the same step but read another text there.'),
    texts: Type.Array(
      closed({
        step: Type.String({ description: 'offer/step.' }),
        outcome: Type.String({ description: 'What happened to their information, as in lead.outcome.' }),
        before: Type.Array(Type.String(), { description: 'Texts they no longer see.' }),
        after: Type.Array(Type.String(), { description: 'Texts they see now but didn’t before.' }),
        share: share('The share of visitors.'),
      }),
      { description: 'The changed texts, the largest share first.' },
    ),
    asked: Type.Array(closed({ step: Type.String(), ...of }), {
      description: 'Steps that more or fewer visitors see, the largest difference first.',
    }),
    leads: Type.Array(closed({ buyer: Type.String(), ...of }), {
      description: 'Buyers that get leads from more or fewer visitors.',
    }),
    stuck: closed(of, {
      description:
        'The share of visitors for whom no answer to a step was found. Nothing is known about them from there on.',
    }),
    example: Type.Union([closed(AnswerScript.properties), Type.Null()], {
      description:
        'A visitor whose steps differ, as an answer script for leadloom simulate with the answers to the second flow.',
    }),
  },
  { description: 'What happens to made-up visitors, who pick every possible answer equally often.' },
)
export type FlowEffects = Static<typeof FlowEffects>
