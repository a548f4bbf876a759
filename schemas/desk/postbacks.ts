import { Type, type Static } from 'typebox'
import { Place } from './pages.ts'
import { closed, EpochMs } from '../kernel/shape.ts'
import { Postback, PostbackMessage, PostbackState } from '../outgoing/postback.ts'

/** Postbacks to affiliates at /desk. */

const { name, aff_id, offer, paid_only, settings } = Postback.properties

export const NewPostback = closed({ name, aff_id, offer, paid_only, settings })
export type NewPostback = Static<typeof NewPostback>

export const OnePostback = closed({ name })

export const TestedPostback = closed({
  taken: Type.Boolean(),
  sentence: Type.String({ description: 'The tracker’s response, or why there was none.' }),
})
export type TestedPostback = Static<typeof TestedPostback>

export const PostbacksAsked = closed({
  postback: Type.Optional(name),
  state: Type.Optional(PostbackState),
  from: Type.Optional(EpochMs),
  to: Type.Optional({ ...EpochMs, description: 'Inclusive.' }),
  before: Type.Optional(Place),
})

export const PostbackList = closed({
  data: Type.Array(PostbackMessage, { description: 'Newest first.' }),
  next: Type.Union([Place, Type.Null()], {
    description: 'Where the next page starts. Null on the last page.',
  }),
})
export type PostbackList = Static<typeof PostbackList>

export const ReplayPostback = closed({ entry: PostbackMessage.properties.entry })
