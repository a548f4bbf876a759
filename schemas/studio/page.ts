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
      'keep: with the answers that were given; jump: at the step, by the answers of a visitor who comes to it; anew: with none.',
  }),
  step: Type.Union([Type.String({ maxLength: 200 }), Type.Null()], { description: 'Where it is to stand.' }),
  lang: Type.Optional(LanguageName),
  scheme: Type.Optional(oneOf(['light', 'dark'])),
  network: Type.Optional(
    oneOf(['slow'], { description: 'slow: what the frame asks is answered as a phone on slow 4G gets it.' }),
  ),
})
export type VisitAsked = Static<typeof VisitAsked>

export const VisitBegun = closed({
  address: Type.String({
    description:
      'Of the page, for a frame. Whoever has it sees the draft, until the login or the preview ends.',
  }),
})

export type VisitBegun = Static<typeof VisitBegun>

export const PageAsked = closed({
  ...OneDraft.properties,
  seen: Type.Integer({
    minimum: 0,
    description: 'The answer waits until there is another than this, at most for 20 seconds.',
  }),
})

const { path: _, file: __, problems: ___, ...shown } = PreviewState.properties

export const DraftPageState = closed({
  ...shown,
  seen: Type.Integer({ description: 'Another one for each change.' }),
  revision: Type.Integer({ description: 'Of the draft that it was made of.' }),
})
export type DraftPageState = Static<typeof DraftPageState>
