import { Type, type Static } from 'typebox'
import { closed, EpochMs } from './shape.ts'

/** Share of a path's new sessions for a live version. */
export const Share = closed({
  version: Type.Integer({ minimum: 1 }),
  weight: Type.Integer({
    minimum: 1,
    maximum: 100,
    description: 'In percent. The live versions of a path add up to 100.',
  }),
})
export type Share = Static<typeof Share>

/** A published version in a list. */
export const VersionLine = closed({
  version: Type.Integer({ minimum: 1 }),
  path: Type.String(),
  title: Type.String(),
  weight: Type.Union([Share.properties.weight, Type.Null()], { description: 'Null if it isn’t live.' }),
  activated_at: Type.Integer({ ...EpochMs, description: 'When it last went live.' }),
  deactivated_at: Type.Union([EpochMs, Type.Null()], {
    description: 'When it last stopped being live. Null while it’s live.',
  }),
  sessions: Type.Integer({ minimum: 0, description: 'The number of sessions that started on it.' }),
})
export type VersionLine = Static<typeof VersionLine>
