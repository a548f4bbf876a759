import { Type, type Static } from 'typebox'
import { ExecuteAction } from './flow.ts'
import { Place } from './problem.ts'
import { Condition } from './rule.ts'
import { Origin } from './session.ts'
import { closed, oneOf } from './shape.ts'

/** How a visitor comes through a flow, and why: what `leadloom simulate` and `leadloom explain` say. */

const Value = Type.Union([Type.String(), Type.Array(Type.String())])

/** Values by backend field. */
const Values = Type.Record(Type.String(), Value)

export const Deciding = closed(
  {
    at: { ...Place, description: 'The path of the comparison in the flow.' },
    ...Condition.properties,
    value: Type.Union([Value, Type.Null()], {
      description: 'What the field was then; null when it had no answer.',
    }),
    holds: Type.Boolean(),
  },
  { description: 'A comparison that decided, and the value that it saw.' },
)
export type Deciding = Static<typeof Deciding>

export const TracedAction = closed({
  name: ExecuteAction.properties.name,
  due: Type.Boolean(),
  because: Type.Array(Deciding, {
    description: 'Empty when the step was skipped, or the action has no rules.',
  }),
})
export type TracedAction = Static<typeof TracedAction>

export const Traced = closed({
  step: Type.String({ description: 'offer/step' }),
  at: { ...Place, description: 'The path of the step in the flow.' },
  kind: oneOf(['shown', 'hidden', 'skipped'], {
    description:
      'shown: the visitor sees it. hidden: tracked and passed over. skipped: its display rules fail.',
  }),
  because: Type.Array(Deciding, {
    description: 'The comparisons that decided this; empty when the step has no rules.',
  }),
  answered: Type.Union([Values, Type.Null()], {
    description: 'What was answered on it, consent texts included; null when it was not.',
  }),
  computed: { ...Values, description: 'The computed fields that have another value after it than before.' },
  actions: Type.Array(TracedAction, {
    description: 'Empty on the step that waits for its answers: nothing is decided yet.',
  }),
})
export type Traced = Static<typeof Traced>

const on = Type.String({
  description: 'open: the page was opened. click: the first click. Else the step that was submitted.',
})
export const Sent = Type.Union([
  closed({
    on,
    call: Type.Literal('step'),
    step: Type.String(),
    execute_actions: Type.Array(ExecuteAction.properties.name),
  }),
  closed({ on, call: Type.Literal('visit') }),
  closed({ on, call: Type.Literal('impression'), offer: Type.String() }),
  closed({ on, call: Type.Literal('completed_basics') }),
])
export type Sent = Static<typeof Sent>

export const Simulation = closed({
  origin: Origin,
  trace: Type.Array(Traced, { description: 'Every step that the walk comes by, in order.' }),
  sends: Type.Array(Sent, { description: 'What the browser tells the server, in order.' }),
  current: Type.Union([Type.String(), Type.Null()], {
    description: 'The step that the visitor stands at; null at the end of the flow.',
  }),
  fields: { ...Values, description: 'What is known there.' },
})
export type Simulation = Static<typeof Simulation>
