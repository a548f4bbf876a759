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
      'becomes_lead, no_lead: only one of the flows creates a lead. lead_waits: it was a lead, and the visitor would have to answer more before it is one again. lead_to, lead_not_to: only one of the flows sends the lead to this buyer. asked_again: a recorded answer isn’t accepted. asked_new: there’s no recorded answer for a question. other_way: other steps, or in another order. other_end: the visit ends at another step. consent_new, consent_gone: only one of the flows shows this consent text.',
  }),
  from: Type.Union([Type.String(), Type.Null()], {
    description: 'In the version: the step or buyer. Null if there’s none.',
  }),
  to: Type.Union([Type.String(), Type.Null()], {
    description: 'In the other flow: the step or buyer. Null if there’s none.',
  }),
  visits: Type.Integer({ minimum: 1 }),
  witness: { ...Uuid, description: 'One of these visits.' },
})
export type ReplayLine = Static<typeof ReplayLine>
export type PartingKind = ReplayLine['kind']

/** Output of `leadloom replay`. */
export const ReplayAnswer = closed({
  path: Type.String(),
  version: Type.Integer({ description: 'The version whose visits were replayed.' }),
  visits: Type.Integer({ description: 'The number of replayed visits. Forgotten visitors aren’t included.' }),
  differing: Type.Integer({ description: 'The number of visits that differ in any way.' }),
  lines: Type.Array(ReplayLine),
  problems: Type.Array(Located, { description: 'Problems that prevent the draft from being replayed.' }),
})
export type ReplayAnswer = Static<typeof ReplayAnswer>

const VisitPath = closed({
  steps: Type.Array(Type.String(), {
    description: 'The steps shown, in order, as offer/step. The visit ends at the last one.',
  }),
  stopped: oneOf(['end', 'left', 'asked_new', 'asked_again'], {
    description: 'end: there are no more questions. left: the visitor left here.',
  }),
  fields: Type.Array(Type.String(), { description: 'The fields that would have to be answered first.' }),
  buyers: Type.Array(Type.String(), {
    description: 'The buyers that leads go to, or the offer if the flow names no buyers.',
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
        description: 'Null if it’s masked: what a visitor typed, without access to personal data.',
      }),
    }),
  ),
  before: VisitPath,
  after: VisitPath,
  parts_at: Type.Integer({ description: 'The number of steps that are the same before they differ.' }),
})
export type ReplayVisit = Static<typeof ReplayVisit>

/** Part of a replay; the next one starts at `next`. */
export const ReplayPart = closed({
  version: Type.Union([Type.Integer(), Type.Null()], { description: 'Null if none is live.' }),
  total: Type.Union([Type.Integer(), Type.Null()], {
    description: 'The total number of visits, included in the first part.',
  }),
  visits: Type.Integer({ description: 'The number of visits replayed in this part.' }),
  differing: Type.Integer(),
  lines: Type.Array(ReplayLine),
  next: Type.Union([Type.Integer(), Type.Null()], {
    description: 'Null when all visits have been replayed.',
  }),
  problems: Type.Array(Located),
})
export type ReplayPart = Static<typeof ReplayPart>
