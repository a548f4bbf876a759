import { Type, type Static } from 'typebox'
import { closed, Day, explained, oneOf, texts, Uuid } from './shape.ts'

/** Query parameters of the page's address, unchanged; the product knows the meaning of some. */
export const Query = texts({ nameLength: 100, length: 2000 }, { maxProperties: 60 })
export type Query = Static<typeof Query>

/** Bearer token of a session. */
export const SessionToken = Type.String({ minLength: 40, maxLength: 64 })

/** A visitor's session as its browser stores it. Source: spec, section 3. */
export const Session = closed({
  uuid: Uuid,
  token: { ...SessionToken, description: 'The bearer token. The server keeps only its hash.' },
  version: Type.Integer({ minimum: 1, description: 'The session’s flow version, which never changes.' }),
  click_ref: Type.String({ description: 'The reference in partner links, used instead of the token.' }),
})
export type Session = Static<typeof Session>

/** Opt-out of the sale of a visitor's data with which a session begins. */
export const OptOut = explained(
  'How the visitor opted out of the sale before the visit. If omitted, they didn’t.',
  {
    gpc: 'their browser sends Global Privacy Control',
    do_not_sell: 'they asked for it on the site in this browser',
  },
)

/** Facts about a visitor before the first answer. The same values give the same walk on server and browser. */
export const Origin = closed({
  today: Type.String({ ...Day, description: 'The New York day when the session started.' }),
  query: Query,
  opt_out: Type.Optional(OptOut),
})
export type Origin = Static<typeof Origin>

export const TrackingId = oneOf(['jornaya_lead_id', 'trustedform_cert_url', 'ef_transaction_id'])
export type TrackingId = Static<typeof TrackingId>
