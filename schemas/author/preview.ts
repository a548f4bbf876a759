import { Type, type Static } from 'typebox'
import { ConsentDecision } from '../kernel/consent.ts'
import { LanguageName } from '../flow/translations.ts'
import { Located } from './problem.ts'
import { closed, oneOf } from '../kernel/shape.ts'

/** Preview of a site for its author. */

const flowStep = {
  id: Type.String({ description: 'offer/step' }),
  title: Type.String({ description: 'Its question, or its name if it doesn’t ask anything.' }),
  line: Type.Integer({ description: 'Its line in the flow file.' }),
  isHidden: Type.Boolean({ description: 'True if no visitor sees it, whatever they answer.' }),
  rule: Type.String({ description: 'When it’s shown, in words. Empty if it’s always shown.' }),
  reach: oneOf(['possible', 'impossible', 'unknown'], {
    description: 'Whether any visitor can see it. unknown if the proof is still running or isn’t possible.',
  }),
}
export const FlowStep = closed(flowStep, { description: 'A step of a flow.' })
export type FlowStep = Static<typeof FlowStep>

export const PreviewStep = closed(
  {
    ...flowStep,
    becomes: oneOf(['shown', 'hidden', 'skipped', 'ahead'], {
      description: 'What happened to it on this visit. ahead means the visit hasn’t reached it yet.',
    }),
    because: Type.String({
      description: 'The comparisons that decided it, in words. Empty if there were none.',
    }),
    isCurrent: Type.Boolean({ description: 'True if the visit is at this step.' }),
  },
  { description: 'A step of the flow, and what happened to it on this visit.' },
)
export type PreviewStep = Static<typeof PreviewStep>

export const PreviewLead = closed({
  buyer: Type.String(),
  offer: Type.String(),
  payload: Type.Record(Type.String(), Type.String()),
})

export const PreviewConsent = closed({
  field: Type.String(),
  text: Type.String(),
  decision: ConsentDecision,
  sellers: Type.Array(Type.String()),
})

export const PreviewState = closed({
  path: Type.String({ description: 'The path of the site.' }),
  file: Type.String({ description: 'The flow file, as an absolute path.' }),
  languages: Type.Array(LanguageName),
  edition: Type.Integer({
    description: 'How many times the site was reloaded. When this changes, load the page again.',
  }),
  isOutdated: Type.Boolean({
    description: 'True if the file has an error, so the page still shows the version before it.',
  }),
  isGone: Type.Boolean({
    description: 'True if the file is missing, so the page still shows the last version.',
  }),
  problems: Type.Array(Located),
  proofs: oneOf(['running', 'done', 'undecided'], {
    description: 'undecided: the rules are too complex to decide.',
  }),
  steps: Type.Array(PreviewStep),
  fields: Type.Array(closed({ field: Type.String(), value: Type.String() }), {
    description: 'What’s known about the visitor so far.',
  }),
  leads: Type.Array(PreviewLead, { description: 'What would have been sent to buyers so far.' }),
  consents: Type.Array(PreviewConsent, {
    description: 'The consent evidence that would have been kept so far.',
  }),
})
export type PreviewState = Static<typeof PreviewState>
