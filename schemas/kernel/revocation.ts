import { Type, type Static } from 'typebox'
import { MOST_SAID } from './formFieldLimits.ts'
import type { Call } from './call.ts'
import { closed, EpochMs, oneOf } from './shape.ts'

/** Requests of people not to be contacted anymore, and how each buyer that has their details learned about it. Times are UTC epoch ms. */

/** Limit of one file or one bulk call. */
export const MOST_REVOCATIONS = 100_000

export const RevocationChannel = oneOf(['buyer', 'file', 'desk', 'site', 'email'], {
  description:
    'buyer: reported by a buyer. file: from a file at the desk. desk: added by hand. site: the form on a site. email: an email that was sent or forwarded to us.',
})
export type RevocationChannel = Static<typeof RevocationChannel>

export const NoticeState = oneOf(['due', 'sent', 'refused', 'dead', 'suppressed'], {
  description:
    'due: to be sent, or waiting for you if the buyer has no way to be notified. sent: sent, or confirmed by hand. refused: permanently refused. dead: given up after failing. suppressed: the buyer never got the lead.',
})
export type NoticeState = Static<typeof NoticeState>

const optionalText = (maxLength: number, description: string, example: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength, description, examples: [example] }))

/** Fields of one request. */
export const REVOCATION_FIELDS = {
  id: optionalText(200, 'Your own ID for the request. The same ID again changes nothing.', 'stop-1024'),
  phone: optionalText(40, 'The person’s phone number.', '+12125550123'),
  email: optionalText(320, 'The person’s email address.', 'ann@example.com'),
  lead: optionalText(
    200,
    'Our key for the lead, from the idempotency-key header it was posted with. It can replace the phone number and the email address.',
    'k0f1e2d3c4b5a69788796a5b4c3d2e1f',
  ),
  said: optionalText(MOST_SAID, 'What the person said or wrote.', 'STOP'),
  said_at: Type.Optional(
    Type.String({
      maxLength: 40,
      description: 'When the person said it. The default is now.',
      examples: ['2026-11-20T15:04:05Z'],
    }),
  ),
  means: optionalText(40, 'How the person said it, such as text, call, or email.', 'text'),
}

export const ReportedRevocation = closed({
  key: Type.String({
    minLength: 1,
    maxLength: 200,
    description: 'The buyer’s secret, which is return_key in the buyers file.',
  }),
  ...REVOCATION_FIELDS,
})
export type ReportedRevocation = Static<typeof ReportedRevocation>

/** A line of a bulk call, which has the key in a header. */
export const RevocationLine = closed(REVOCATION_FIELDS)
export type RevocationLine = Static<typeof RevocationLine>

const Nullable = Type.Union([Type.String(), Type.Null()])

export const RecordedRevocation = closed({
  revocation: Type.Integer({ minimum: 1 }),
  source: Type.String({ description: 'The buyer that reported it. Empty if it came to you.' }),
  channel: RevocationChannel,
  scope: oneOf(['all', 'buyer'], {
    description:
      'all: no buyer gets the person anymore. buyer: only the buyer that reported it doesn’t, because it never got the person.',
  }),
  by: Type.String({ description: 'The buyer, the operator, the site, or the mailbox that it came through.' }),
  means: Type.String({ description: 'How the person said it, such as text or call.' }),
  said: Type.String(),
  phone: Nullable,
  email: Nullable,
  said_at: EpochMs,
  at: EpochMs,
})
export type RecordedRevocation = Static<typeof RecordedRevocation>

export const NoticeOfRevocation = closed({
  notice: Type.Integer({ minimum: 1 }),
  buyer: Type.String(),
  offer: Type.String(),
  session_uuid: Type.String(),
  state: NoticeState,
  attempts: Type.Integer(),
  at: EpochMs,
  deadline: { ...EpochMs, description: 'The end of the tenth business day.' },
  acknowledged_at: Type.Union([EpochMs, Type.Null()]),
  acknowledged_by: Type.Union([Type.String(), Type.Null()], {
    description: 'The buyer itself, or an operator.',
  }),
  last: Type.Union([Type.String(), Type.Null()], { description: 'The result of the last attempt.' }),
})
export type NoticeOfRevocation = Static<typeof NoticeOfRevocation>

export const REVOCATION_CALLS = {
  'POST /api/revocations': {
    caller: 'anyone',
    summary:
      'Reports that a person doesn’t want to be contacted anymore. The answer is the same whether or not we know the person. 409 if the ID is known for another person.',
    body: ReportedRevocation,
    status: 204,
  },
} as const satisfies Record<string, Call>
