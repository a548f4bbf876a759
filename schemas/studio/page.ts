import { Type, type Static } from 'typebox'
import { LanguageName } from '../flow/translations.ts'
import { PreviewState } from '../author/preview.ts'
import { closed, oneOf } from '../kernel/shape.ts'
import { OneDraft } from './drafts.ts'

/** The page of a draft beside its text. */

export const VisitAsked = closed({
  ...OneDraft.properties,
  by: oneOf(['keep', 'jump', 'anew'], {
    description:
      'keep: with the same answers. jump: at the step, with answers that lead there. anew: without answers.',
  }),
  step: Type.Union([Type.String({ maxLength: 200 }), Type.Null()], { description: 'The step to be at.' }),
  lang: Type.Optional(LanguageName),
  scheme: Type.Optional(oneOf(['light', 'dark'])),
  network: Type.Optional(
    oneOf(['slow'], { description: 'slow: responses are as slow as on a phone with slow 4G.' }),
  ),
})
export type VisitAsked = Static<typeof VisitAsked>

export const VisitBegun = closed({
  address: Type.String({
    description:
      'The preview’s address, for a frame. Anyone who has it can see the draft until you log out or the preview closes.',
  }),
})

export type VisitBegun = Static<typeof VisitBegun>

export const PageAsked = closed({
  ...OneDraft.properties,
  seen: Type.Integer({
    minimum: 0,
    description: 'Waits for a state with another number than this, for up to 20 seconds.',
  }),
})

const { path: _, file: __, problems: ___, ...shown } = PreviewState.properties

export const DraftPageState = closed({
  ...shown,
  seen: Type.Integer({ description: 'A number that changes with every change.' }),
  revision: Type.Integer({ description: 'The revision of the draft that’s shown.' }),
})
export type DraftPageState = Static<typeof DraftPageState>
