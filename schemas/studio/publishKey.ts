import { Type, type Static } from 'typebox'
import { NAME_PATTERN } from '../kernel/formFieldLimits.ts'
import { closed, EpochMs } from '../kernel/shape.ts'

/** Keys for programs that publish. Times are UTC epoch ms. */

/** A key in a list, without the key itself. */
export const PublishKey = closed({
  name: Type.String({ pattern: NAME_PATTERN, description: 'What it is for; no other key ever had it.' }),
  path: Type.Union([Type.String(), Type.Null()], {
    description: 'The only site it publishes; null for all.',
  }),
  made_by: Type.Union([Type.String(), Type.Null()], {
    description: 'The operator who made it, with whose access it ends; null for the command line.',
  }),
  made_at: EpochMs,
  revoked_at: Type.Union([EpochMs, Type.Null()]),
})
export type PublishKey = Static<typeof PublishKey>

export const NewKey = closed({ name: PublishKey.properties.name, path: PublishKey.properties.path })
export const RevokeKey = closed({ name: PublishKey.properties.name })

export const MadeKey = closed({
  key: Type.String({ description: 'No other answer has it.' }),
  made: PublishKey,
})
export type MadeKey = Static<typeof MadeKey>
