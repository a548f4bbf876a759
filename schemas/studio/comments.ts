import { Type, type Static } from 'typebox'
import { closed, EpochMs, Uuid } from '../kernel/shape.ts'
import { SitePath } from '../people/sites.ts'

/** Comments of authors on the draft of a site, and who has it open. Times are UTC epoch ms. */

const orNull = <T extends Parameters<typeof Type.Union>[0][number]>(type: T) =>
  Type.Union([type, Type.Null()])

const step = Type.String({ minLength: 1, maxLength: 200, description: 'The step, as OFFER/STEP.' })
const element = Type.String({ minLength: 1, maxLength: 100, description: 'A question of the step.' })

export const DraftComment = closed({
  id: Uuid,
  step: { ...orNull(step), description: 'The step, as OFFER/STEP. Null for the whole draft.' },
  element: { ...orNull(element), description: 'A question of the step. Null for the whole step.' },
  text: Type.String({ pattern: '\\S', maxLength: 2000 }),
  made_by: Type.String(),
  made_at: EpochMs,
  resolved_by: orNull(Type.String()),
  resolved_at: orNull(EpochMs),
})
export type DraftComment = Static<typeof DraftComment>

export const NewComment = closed({
  path: SitePath,
  step: DraftComment.properties.step,
  element: DraftComment.properties.element,
  text: DraftComment.properties.text,
})

export const ResolveComment = closed({
  path: SitePath,
  id: DraftComment.properties.id,
  resolved: Type.Boolean({ description: 'False reopens it.' }),
})

/** Company of an author in a draft: who else has it open, and all comments. */
export const DraftCompany = closed({
  editors: Type.Array(Type.String(), { description: 'The other operators who have the draft open.' }),
  comments: Type.Array(DraftComment, { description: 'Oldest first, including resolved ones.' }),
})
export type DraftCompany = Static<typeof DraftCompany>
