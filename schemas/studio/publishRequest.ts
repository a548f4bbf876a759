import { Type, type Static } from 'typebox'
import { closed, EpochMs, oneOf, Uuid } from '../kernel/shape.ts'

/** A publish that waits for a second person, or for its time. Times are UTC epoch ms. */

export const PublishRequest = closed({
  id: Uuid,
  path: Type.String(),
  weight: Type.Integer({
    minimum: 1,
    maximum: 100,
    description: 'Of 100 new visitors, so many are to see it.',
  }),
  asked_by: Type.String({
    description: 'Who asked for it, as in the audit log: an operator, or a key and its maker.',
  }),
  maker: Type.Union([Type.String(), Type.Null()], {
    description:
      'The operator who asked, or who made the key: anybody else may approve it. Null for a key of the command line.',
  }),
  asked_at: EpochMs,
  live_at: Type.Union([EpochMs, Type.Null()], { description: 'When it is to go live; null for at once.' }),
  state: oneOf(['waiting', 'planned', 'published', 'refused', 'withdrawn', 'failed'], {
    description:
      'waiting for the approval of a second person; planned for its time; refused by a second person, withdrawn by its maker; failed at its time.',
  }),
  decided_by: Type.Union([Type.String(), Type.Null()]),
  decided_at: Type.Union([EpochMs, Type.Null()]),
  reason: Type.Union([Type.String(), Type.Null()], { description: 'Why it was refused, or failed.' }),
  version: Type.Union([Type.Integer(), Type.Null()], { description: 'That it became.' }),
})
export type PublishRequest = Static<typeof PublishRequest>

/** Time to go live. */
export const LiveAt = Type.Integer({
  minimum: 0,
  description: 'When it is to go live, UTC epoch ms, at most a year ahead. Otherwise at once.',
})

export const OneRequest = closed({ id: PublishRequest.properties.id })
export const EndRequest = closed({
  ...OneRequest.properties,
  reason: Type.Optional(
    Type.String({ minLength: 1, maxLength: 500, description: 'What its maker is to know.' }),
  ),
})
