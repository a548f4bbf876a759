import { Type, type Static } from 'typebox'
import { NAME_PATTERN } from '../kernel/formFieldLimits.ts'
import { closed, EpochMs, explained, oneOf } from '../kernel/shape.ts'
import { Affiliate } from './affiliate.ts'

/** Postbacks: requests that tell an affiliate's tracker what its visitors earned. Times are UTC epoch ms, money integer cents. */

export const PostbackKind = explained('What a postback reports.', {
  registration: 'a visitor completed the basic fields',
  lead: 'a lead was created',
  sale: 'a sale was booked',
  change: 'the payout of a reported conversion changed',
  return: 'a reported conversion was taken back',
})
export type PostbackKind = Static<typeof PostbackKind>

/** Placeholders of an address, in braces. */
export const POSTBACK_MACROS = [
  'click_id',
  'sub1',
  'sub2',
  'sub3',
  'sub4',
  'sub5',
  'payout',
  'event',
  'status',
  'transaction_id',
] as const
export type PostbackMacro = (typeof POSTBACK_MACROS)[number]

const word = (description: string) => Type.String({ maxLength: 60, description })
const Words = Type.Optional(closed({ event: word('Fills {event}.'), status: word('Fills {status}.') }))
const address = (description: string) => Type.String({ maxLength: 2000, description })

export const PostbackSettings = closed({
  url: address('The address, with macros in braces.'),
  return_url: address('The address for returns. Empty if it’s the same.'),
  words: closed(
    { registration: Words, lead: Words, sale: Words, change: Words, return: Words },
    { minProperties: 1, description: 'The reported events, each with the tracker’s words for it.' },
  ),
  click_parameter: Type.String({
    pattern: NAME_PATTERN,
    description: 'The parameter of the affiliate’s links that has its click ID, which fills {click_id}.',
  }),
  return_payout: oneOf(['zero', 'negative'], {
    description: 'What fills {payout} for a return: 0.00, or minus what was reported before.',
  }),
})
export type PostbackSettings = Static<typeof PostbackSettings>

export const Postback = closed({
  name: Type.String({ pattern: NAME_PATTERN, description: 'The name, which can’t be reused.' }),
  aff_id: Affiliate,
  offer: Type.String({ maxLength: 200, description: 'The offer’s key. Empty for all offers.' }),
  paid_only: Type.Boolean({ description: 'Whether only conversions with a payout are reported.' }),
  settings: PostbackSettings,
  local: Type.Boolean({
    description: 'The tracker runs on this machine, for testing. Loopback and plain http are allowed.',
  }),
  made_by: Type.String(),
  made_at: EpochMs,
  ended_at: Type.Union([EpochMs, Type.Null()]),
})
export type Postback = Static<typeof Postback>

export const PostbackState = oneOf(['due', 'sent', 'dead', 'suppressed'], {
  description:
    'due: to be sent, for the first time or again. sent: the tracker took it. dead: given up after failing. suppressed: the postback was deleted, the visitor opted out or was forgotten, or the click has no click ID.',
})
export type PostbackState = Static<typeof PostbackState>

/** One postback on its way, without the visitor's data. */
export const PostbackMessage = closed({
  entry: Type.Integer(),
  postback: Postback.properties.name,
  aff_id: Type.String(),
  kind: PostbackKind,
  session_uuid: Type.String(),
  path: Type.String({ description: 'The path of the site.' }),
  offer: Type.String({ description: 'Empty for a registration.' }),
  cents: Type.Integer({ description: 'What the conversion pays from then on.' }),
  state: PostbackState,
  attempts: Type.Integer(),
  due_at: Type.Union([EpochMs, Type.Null()]),
  at: Type.Integer({ description: 'When it happened.' }),
  last: Type.Union([Type.String(), Type.Null()], { description: 'The result of the last attempt.' }),
})
export type PostbackMessage = Static<typeof PostbackMessage>
