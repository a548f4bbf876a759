import { Type, type Static } from 'typebox'
import { NAME_PATTERN } from '../kernel/formFieldLimits.ts'
import { closed, EpochMs } from '../kernel/shape.ts'

/** Keys for programs that publish. Times are UTC epoch ms. */

/** A key in a list, without the key itself. */
export const PublishKey = closed({
  name: Type.String({ pattern: NAME_PATTERN, description: 'What the key is for. Names can’t be reused.' }),
  path: Type.Union([Type.String(), Type.Null()], {
    description: 'The only site it can publish, or null for all sites.',
  }),
  made_by: Type.Union([Type.String(), Type.Null()], {
    description:
      'The operator who created it. It stops working when they lose access. Null for the command line.',
  }),
  made_at: EpochMs,
  revoked_at: Type.Union([EpochMs, Type.Null()]),
})
export type PublishKey = Static<typeof PublishKey>

export const NewKey = closed({ name: PublishKey.properties.name, path: PublishKey.properties.path })
export const RevokeKey = closed({ name: PublishKey.properties.name })

export const MadeKey = closed({
  key: Type.String({ description: 'The key. It’s shown only here.' }),
  made: PublishKey,
})
export type MadeKey = Static<typeof MadeKey>
