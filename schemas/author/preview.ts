import { Type, type Static } from 'typebox'
import { ConsentDecision } from '../kernel/consent.ts'
import { LanguageName } from '../flow/translations.ts'
import { Located } from './problem.ts'
import { closed, oneOf } from '../kernel/shape.ts'

/** Preview of a site for its author. */

const flowStep = {
  id: Type.String({ description: 'offer/step' }),
  title: Type.String({ description: 'What it asks; its name where it asks nothing.' }),
  line: Type.Integer({ description: 'Where it stands in the flow file.' }),
  isHidden: Type.Boolean({ description: 'Whether no visitor sees it, whatever was answered.' }),
  rule: Type.String({ description: 'When it is shown, in words; empty for always.' }),
  reach: oneOf(['possible', 'impossible', 'unknown'], {
    description: 'Whether some visitor sees it; unknown while it is being proved, and where it cannot be.',
  }),
}
export const FlowStep = closed(flowStep, { description: 'A step of a flow.' })
export type FlowStep = Static<typeof FlowStep>

export const PreviewStep = closed(
  {
    ...flowStep,
    becomes: oneOf(['shown', 'hidden', 'skipped', 'ahead'], {
      description: 'What became of it in this visit; ahead: the visit has not come by it.',
    }),
    because: Type.String({ description: 'The comparisons that decided it, in words; empty where none did.' }),
    isCurrent: Type.Boolean({ description: 'Whether the visit waits for its answer.' }),
  },
  { description: 'A step of the flow, and what became of it in the visit.' },
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
  edition: Type.Integer({ description: 'How often the site was read anew: another one is to be loaded.' }),
  isOutdated: Type.Boolean({
    description: 'Whether the file has an error, so that the page shows what was there before it.',
  }),
  isGone: Type.Boolean({
    description: 'Whether the file is not there, so that the page shows what was there before.',
  }),
  problems: Type.Array(Located),
  proofs: oneOf(['running', 'done', 'undecided'], {
    description: 'undecided: the rules are too entangled to be decided.',
  }),
  steps: Type.Array(PreviewStep),
  fields: Type.Array(closed({ field: Type.String(), value: Type.String() }), {
    description: 'What is known of the visitor.',
  }),
  leads: Type.Array(PreviewLead, { description: 'What buyers would be sent by now.' }),
  consents: Type.Array(PreviewConsent, { description: 'What would be kept as evidence by now.' }),
})
export type PreviewState = Static<typeof PreviewState>
