import { Type, type Static } from 'typebox'
import { MailKind } from '../buyer/buyer.ts'
import { PixelEvent, PixelMoment } from '../outgoing/pixel.ts'
import { Place } from './pages.ts'
import { closed, EpochMs, oneOf } from '../kernel/shape.ts'

/** Outgoing messages other than leads, at /desk: emails to visitors, events for ad vendors, and copies of leads for buyers. */

export const Outgoing = oneOf(['mail', 'pixel', 'copy'], {
  description:
    'mail: emails to visitors. pixel: events sent to ad platforms. copy: emails with the leads of a buyer and period.',
})
export type Outgoing = Static<typeof Outgoing>

const { entry, session_uuid, path, account, state, attempts, due_at, at, last } = PixelEvent.properties
export const OutgoingAsked = closed({
  what: Outgoing,
  path: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: 'Only this site.' })),
  state: Type.Optional(state),
  from: Type.Optional(EpochMs),
  to: Type.Optional({ ...EpochMs, description: 'Inclusive.' }),
  before: Type.Optional(Place),
})
export type OutgoingAsked = Static<typeof OutgoingAsked>

/** One outgoing message, without the person it is about. Times are UTC epoch ms. */
export const OutgoingLine = closed({
  entry,
  session_uuid: { ...session_uuid, description: 'Empty for copies.' },
  path: { ...path, description: 'The path of the site. Empty for copies.' },
  kind: Type.Union([MailKind, PixelMoment, Type.Literal('copy')]),
  offer: Type.String({ description: 'For a lead or a step. Otherwise empty.' }),
  step: Type.String({ description: 'Empty if it isn’t about a step.' }),
  vendor: Type.String({ description: 'Empty for emails and copies.' }),
  account: { ...account, description: 'The vendor’s ID for the site. For a copy, its email address.' },
  name: Type.String({
    description: 'The vendor’s name for the event. For a copy, its buyer. Empty for emails.',
  }),
  period: Type.Union([closed({ from: EpochMs, to: EpochMs, zone: Type.String() }), Type.Null()], {
    description: 'For a copy, the days of its leads. to isn’t included.',
  }),
  state,
  attempts,
  due_at,
  at,
  last,
})
export type OutgoingLine = Static<typeof OutgoingLine>

export const OutgoingList = closed({
  data: Type.Array(OutgoingLine, {
    description: 'Newest first. Personal data in responses is masked without access to it.',
  }),
  next: Type.Union([Place, Type.Null()], {
    description: 'Where the next page starts. Null on the last page.',
  }),
})
export type OutgoingList = Static<typeof OutgoingList>

export const ReplayOutgoing = closed({ what: Outgoing, entry })
export type ReplayOutgoing = Static<typeof ReplayOutgoing>
