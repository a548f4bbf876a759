import { Type, type Static } from 'typebox'
import { closed, Key, oneOf } from '../kernel/shape.ts'

/** Events of visitors for ad vendors: for the browser's pixel and the server alike. */

export const PixelMoment = oneOf(['step', 'registration', 'lead', 'sale'])
export type PixelMoment = Static<typeof PixelMoment>

export const PixelEventState = oneOf(['due', 'sent', 'refused', 'dead', 'suppressed'], {
  description:
    'due: to be sent, for the first time or again. sent: the vendor took it. refused: the vendor permanently refused it. dead: given up after failing. suppressed: the visitor opted out, gave no consent, or was forgotten, or the sale was returned.',
})
export type PixelEventState = Static<typeof PixelEventState>

/** One event on its way to a vendor, without the visitor's data. Times are UTC epoch ms. */
export const PixelEvent = closed({
  entry: Type.Integer(),
  session_uuid: Type.String(),
  path: Type.String({ description: 'The path of the site.' }),
  vendor: Type.String(),
  account: Type.String({ description: 'The vendor’s ID for the site.' }),
  name: Type.String({ description: 'The vendor’s name for the event.' }),
  kind: PixelMoment,
  offer: Type.Union([Key, Type.Literal('')]),
  step: Type.Union([Key, Type.Literal('')]),
  state: PixelEventState,
  attempts: Type.Integer(),
  due_at: Type.Union([Type.Integer(), Type.Null()]),
  at: Type.Integer({ description: 'When it happened.' }),
  last: Type.Union([Type.String(), Type.Null()], { description: 'The result of the last attempt.' }),
})
export type PixelEvent = Static<typeof PixelEvent>
