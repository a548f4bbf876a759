import { Type, type Static } from 'typebox'
import { closed, EpochMs, oneOf, Uuid } from '../kernel/shape.ts'

/** A publish that waits for a second person, or for its time. Times are UTC epoch ms. */

export const PublishRequest = closed({
  id: Uuid,
  path: Type.String(),
  weight: Type.Integer({
    minimum: 1,
    maximum: 100,
    description: 'The percentage of new visitors who get it.',
  }),
  asked_by: Type.String({
    description:
      'Who requested it, as in the audit log: an operator, or a key and the person who created it.',
  }),
  maker: Type.Union([Type.String(), Type.Null()], {
    description:
      'The operator who requested it or created the key. Only someone else can approve it. Null for a key from the command line.',
  }),
  asked_at: EpochMs,
  live_at: Type.Union([EpochMs, Type.Null()], { description: 'When it goes live, or null for immediately.' }),
  state: oneOf(['waiting', 'planned', 'published', 'refused', 'withdrawn', 'failed'], {
    description:
      'waiting: for a second person’s approval. planned: for its time. refused: by a second person. withdrawn: by the person who requested it. failed: at its time.',
  }),
  decided_by: Type.Union([Type.String(), Type.Null()]),
  decided_at: Type.Union([EpochMs, Type.Null()]),
  reason: Type.Union([Type.String(), Type.Null()], { description: 'Why it was rejected or failed.' }),
  version: Type.Union([Type.Integer(), Type.Null()], { description: 'The version it became.' }),
})
export type PublishRequest = Static<typeof PublishRequest>

/** Time to go live. */
export const LiveAt = Type.Integer({
  minimum: 0,
  description:
    'When it goes live, in UTC epoch ms, up to a year ahead. If omitted, it goes live immediately.',
})

export const OneRequest = closed({ id: PublishRequest.properties.id })
export const EndRequest = closed({
  ...OneRequest.properties,
  reason: Type.Optional(
    Type.String({ minLength: 1, maxLength: 500, description: 'A note for the person who requested it.' }),
  ),
})
