import { Type, type Static } from 'typebox'
import { ExecuteAction } from '../flow/offer.ts'
import { Place } from './problem.ts'
import { Condition } from '../kernel/rule.ts'
import { LanguageName } from '../flow/translations.ts'
import { Origin, TrackingId } from '../kernel/session.ts'
import { closed, EpochMs, Key, oneOf, Uuid } from '../kernel/shape.ts'

/** Path of a visitor through a flow, with reasons: output of `leadloom simulate` and `leadloom explain`. */

const Value = Type.Union([Type.String(), Type.Array(Type.String())])

/** Values by backend field. */
const Values = Type.Record(Type.String(), Value)

export const Deciding = closed(
  {
    at: { ...Place, description: 'The path of the comparison in the flow.' },
    ...Condition.properties,
    value: Type.Union([Value, Type.Null()], {
      description: 'The field’s value at that point, or null if it had no answer.',
    }),
    holds: Type.Boolean(),
  },
  { description: 'A comparison that decided the result, and the value it compared.' },
)
export type Deciding = Static<typeof Deciding>

export const TracedAction = closed({
  name: ExecuteAction.properties.name,
  due: Type.Boolean(),
  because: Type.Array(Deciding, {
    description: 'Empty if the step was skipped or the action has no rules.',
  }),
})
export type TracedAction = Static<typeof TracedAction>

export const Traced = closed({
  step: Type.String({ description: 'offer/step' }),
  at: { ...Place, description: 'The path of the step in the flow.' },
  kind: oneOf(['shown', 'hidden', 'skipped'], {
    description:
      'shown: the visitor sees it. hidden: it’s tracked, and the visitor continues. skipped: its display rules aren’t met.',
  }),
  because: Type.Array(Deciding, {
    description: 'The comparisons that decided this. Empty if the step has no rules.',
  }),
  answered: Type.Union([Values, Type.Null()], {
    description: 'The answers on this step, including consent texts. Null if it wasn’t answered.',
  }),
  computed: { ...Values, description: 'The computed fields that this step changes.' },
  actions: Type.Array(TracedAction, {
    description: 'Empty on the step the visitor is at, because nothing is decided yet.',
  }),
})
export type Traced = Static<typeof Traced>

const trace = Type.Array(Traced, { description: 'Every step on the way, in order.' })
const current = Type.Union([Type.String(), Type.Null()], {
  description: 'The step the visitor is at, or null at the end of the flow.',
})
const fields = { ...Values, description: 'What’s known at that point.' }

const on = Type.String({
  description: 'open: the page was opened. click: the first click. Otherwise, the step that was submitted.',
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

export const ShownAtEnd = closed({
  outcome: Type.String({
    description: 'What happened to the visitor’s information, as rules name it in lead.outcome.',
  }),
  shows: Type.Array(Type.String(), {
    description: 'The texts the rules show then, and the elements, by kind and title.',
  }),
  redirect: Type.Optional(
    closed(
      {
        link: Type.Union([Type.String(), Type.Null()], {
          description: 'The address, including the answers passed on in it.',
        }),
        buyer: Type.Union([Key, Type.Null()], {
          description:
            'The buyer that has the information. If its response names a page, that page is used instead.',
        }),
      },
      { description: 'Where that text then takes the visitor.' },
    ),
  ),
})
export type ShownAtEnd = Static<typeof ShownAtEnd>

export const Simulation = closed({
  origin: Origin,
  trace,
  sends: Type.Array(Sent, { description: 'What the browser sends to the server, in order.' }),
  current,
  fields,
  ends: Type.Array(ShownAtEnd, {
    description:
      'What the last step shows for each possible outcome of the leads. Empty if it has no rules about that.',
  }),
})
export type Simulation = Static<typeof Simulation>

/** Actions and outcome of one recorded session. */
export const Explanation = closed({
  session: closed({
    uuid: Uuid,
    path: Type.String(),
    version: Type.Integer(),
    at: EpochMs,
    origin: Origin,
    aff_id: Type.String(),
    sub1: Type.String(),
    sub2: Type.String(),
    sub3: Type.String(),
    page_url: Type.String(),
    referrer: Type.String(),
    ip: Type.String(),
    user_agent: Type.String(),
    language: LanguageName,
    tracking: Type.Partial(Type.Record(TrackingId, Type.String())),
  }),
  trace,
  current,
  fields,
  submissions: Type.Array(
    closed({
      step: Type.String({ description: 'offer/step' }),
      at: EpochMs,
      time_on_step: Type.Integer({ description: 'Milliseconds.' }),
      execute_actions: Type.Array(Type.String(), {
        description: 'The actions that were due when it was recorded.',
      }),
      answered: Values,
      standing: oneOf(['counts', 'replaced', 'off_path'], {
        description:
          'counts: it’s part of the trace. replaced: the step was answered again later. off_path: the step is skipped because an earlier answer changed.',
      }),
    }),
    { description: 'The submissions in the order they were recorded.' },
  ),
  end: Type.Union([ShownAtEnd, Type.Null()], {
    description:
      'What the current step shows for the outcome of the leads. Null if it has no rules about that.',
  }),
  outcomes: Type.Array(
    closed({
      kind: oneOf([
        'page_visit',
        'visit',
        'registration',
        'impression',
        'lead',
        'link_out',
        'sale',
        'return',
        'adjustment',
      ]),
      offer: Type.String({ description: 'Empty if it isn’t about an offer.' }),
      source: Type.Union([Type.String(), Type.Null()], {
        description: 'The buyer or partner that pays or is paid back. Null if no money moved.',
      }),
      cents: Type.Union([Type.Integer(), Type.Null()], { description: 'Negative for a return.' }),
      at: EpochMs,
    }),
    { description: 'What was counted and done for the session, oldest first.' },
  ),
  refused: Type.Array(closed({ call: Type.String(), reason: Type.String(), at: EpochMs }), {
    description: 'Refused calls of the session that are still kept, newest first.',
  }),
})
export type Explanation = Static<typeof Explanation>
