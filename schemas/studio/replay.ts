import { Type, type Static } from 'typebox'
import { LanguageName } from '../flow/translations.ts'
import { Located } from '../author/problem.ts'
import { closed, oneOf, Uuid } from '../kernel/shape.ts'

/** Replays of a version's recorded visits in another flow. */

/** Differences of a visit, in the order of the list. */
export const PARTINGS = [
  'becomes_lead',
  'no_lead',
  'lead_waits',
  'lead_to',
  'lead_not_to',
  'asked_again',
  'asked_new',
  'other_way',
  'other_end',
  'consent_new',
  'consent_gone',
] as const

/** One kind of difference between visits, with their number. */
export const ReplayLine = closed({
  kind: oneOf([...PARTINGS], {
    description:
      'becomes_lead, no_lead: it is one in the one flow alone. lead_waits: it is a lead now, and would have to answer first. lead_to, lead_not_to: the buyer. asked_again: a recorded answer is not accepted. asked_new: nothing is recorded for what is asked. other_way: other steps, or in another order. other_end: it ends at another step. consent_new, consent_gone: the words of a consent that are shown in the one flow alone.',
  }),
  from: Type.Union([Type.String(), Type.Null()], {
    description: 'Of the version: the step, or the buyer; null where there is none.',
  }),
  to: Type.Union([Type.String(), Type.Null()], { description: 'The same of the other flow.' }),
  visits: Type.Integer({ minimum: 1 }),
  witness: { ...Uuid, description: 'One of these visits.' },
})
export type ReplayLine = Static<typeof ReplayLine>
export type PartingKind = ReplayLine['kind']

/** Output of `leadloom replay`. */
export const ReplayAnswer = closed({
  path: Type.String(),
  version: Type.Integer({ description: 'Whose visits were walked.' }),
  visits: Type.Integer({ description: 'How many. Those who were forgotten are not among them.' }),
  differing: Type.Integer({ description: 'How many differ in any way.' }),
  lines: Type.Array(ReplayLine),
  problems: Type.Array(Located, { description: 'What keeps the draft from being walked.' }),
})
export type ReplayAnswer = Static<typeof ReplayAnswer>

const VisitWay = closed({
  steps: Type.Array(Type.String(), {
    description: 'Those shown, in order: offer/step. It stands at the last.',
  }),
  stopped: oneOf(['end', 'left', 'asked_new', 'asked_again'], {
    description: 'end: nothing more is asked. left: the visitor left here.',
  }),
  fields: Type.Array(Type.String(), { description: 'What would have to be answered first.' }),
  buyers: Type.Array(Type.String(), {
    description: 'To whom leads go; the offer where the flow names no buyers.',
  }),
  consents: Type.Array(closed({ step: Type.String(), text: Type.String() })),
})

/** One visit, side by side in both flows. */
export const ReplayVisit = closed({
  session_uuid: Uuid,
  language: LanguageName,
  answers: Type.Array(
    closed({
      step: Type.String(),
      field: Type.String(),
      value: Type.Union([Type.String(), Type.Null()], {
        description: 'Null where it is masked: what a visitor typed, for who may not see persons.',
      }),
    }),
  ),
  before: VisitWay,
  after: VisitWay,
  parts_at: Type.Integer({ description: 'How many steps both have in common before they part.' }),
})
export type ReplayVisit = Static<typeof ReplayVisit>

/** Part of a replay; the next one starts at `next`. */
export const ReplayPart = closed({
  version: Type.Union([Type.Integer(), Type.Null()], { description: 'Null where none is live.' }),
  total: Type.Union([Type.Integer(), Type.Null()], {
    description: 'How many visits there are in all; said with the first part.',
  }),
  visits: Type.Integer({ description: 'How many this part walked.' }),
  differing: Type.Integer(),
  lines: Type.Array(ReplayLine),
  next: Type.Union([Type.Integer(), Type.Null()], { description: 'Null when all are walked.' }),
  problems: Type.Array(Located),
})
export type ReplayPart = Static<typeof ReplayPart>
