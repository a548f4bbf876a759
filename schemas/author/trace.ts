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

const trace = Type.Array(Traced, { description: 'Every step that the walk comes by, in order.' })
const current = Type.Union([Type.String(), Type.Null()], {
  description: 'The step that the visitor stands at; null at the end of the flow.',
})
const fields = { ...Values, description: 'What is known there.' }

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

export const ShownAtEnd = closed({
  outcome: Type.String({
    description: 'What became of the visitor’s details: lead.outcome, as rules name it.',
  }),
  shows: Type.Array(Type.String(), {
    description: 'The texts, and the elements by kind and title, that rules then let the step show.',
  }),
  redirect: Type.Optional(
    closed(
      {
        link: Type.Union([Type.String(), Type.Null()], {
          description: 'The address, with what is passed on of the answers.',
        }),
        buyer: Type.Union([Key, Type.Null()], {
          description: 'The buyer that has the details and may name a page of its own, which comes first.',
        }),
      },
      { description: 'Where the text that is shown then takes the visitor.' },
    ),
  ),
})
export type ShownAtEnd = Static<typeof ShownAtEnd>

export const Simulation = closed({
  origin: Origin,
  trace,
  sends: Type.Array(Sent, { description: 'What the browser tells the server, in order.' }),
  current,
  fields,
  ends: Type.Array(ShownAtEnd, {
    description:
      'What the last step in sight shows by its rules, for each thing that can become of the leads that were sent; empty where it has no such rules.',
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
      execute_actions: Type.Array(Type.String(), { description: 'What was due when it was recorded.' }),
      answered: Values,
      standing: oneOf(['counts', 'replaced', 'off_path'], {
        description:
          'counts: it makes the trace. replaced: the step was answered again later. off_path: a later change of an earlier answer skips the step.',
      }),
    }),
    { description: 'What was recorded, in that order.' },
  ),
  end: Type.Union([ShownAtEnd, Type.Null()], {
    description:
      'What the step in sight shows by its rules, by what became of the leads; null where it has no such rules.',
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
      offer: Type.String({ description: 'Empty where there is none.' }),
      source: Type.Union([Type.String(), Type.Null()], {
        description: 'The buyer or partner who pays, or is paid back; null where no money moved.',
      }),
      cents: Type.Union([Type.Integer(), Type.Null()], { description: 'Negative for a return.' }),
      at: EpochMs,
    }),
    { description: 'What was counted for the session or done for it, in the order of time.' },
  ),
  refused: Type.Array(closed({ call: Type.String(), reason: Type.String(), at: EpochMs }), {
    description: 'Calls of the session that were refused and are still kept aside, the newest first.',
  }),
})
export type Explanation = Static<typeof Explanation>
