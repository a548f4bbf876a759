import { Type, type Static } from 'typebox'
import { MailKind } from '../buyer/buyer.ts'
import { PixelEvent, PixelMoment } from '../outgoing/pixel.ts'
import { Place } from './pages.ts'
import { closed, EpochMs, oneOf } from '../kernel/shape.ts'

/** Outgoing messages other than leads, at /desk: emails to visitors, events for ad vendors, and copies of leads for buyers. */

export const Outgoing = oneOf(['mail', 'pixel', 'copy'], {
  description:
    'mail: emails to visitors. pixel: events that go to vendors of advertisements. copy: the leads of a buyer and period, by email.',
})
export type Outgoing = Static<typeof Outgoing>

const { entry, session_uuid, path, account, state, attempts, due_at, at, last } = PixelEvent.properties
export const OutgoingAsked = closed({
  what: Outgoing,
  path: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: 'Of one site.' })),
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
  path: { ...path, description: 'The site, by its path; empty for copies.' },
  kind: Type.Union([MailKind, PixelMoment, Type.Literal('copy')]),
  offer: Type.String({ description: 'Of a lead or a step, else empty.' }),
  step: Type.String({ description: 'Empty where it is of none.' }),
  vendor: Type.String({ description: 'Empty for emails and copies.' }),
  account: { ...account, description: 'The id by which the vendor knows the site; of a copy, its address.' },
  name: Type.String({
    description: 'What the vendor calls the event; of a copy, its buyer; empty for emails.',
  }),
  period: Type.Union([closed({ from: EpochMs, to: EpochMs, zone: Type.String() }), Type.Null()], {
    description: 'Of a copy, the days whose leads it has; `to` isn’t included.',
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
    description:
      'The newest first. What a receiver repeats of a person is masked for who may not see persons.',
  }),
  next: Type.Union([Place, Type.Null()], { description: 'Where the next page begins; null at the end.' }),
})
export type OutgoingList = Static<typeof OutgoingList>

export const ReplayOutgoing = closed({ what: Outgoing, entry })
export type ReplayOutgoing = Static<typeof ReplayOutgoing>
