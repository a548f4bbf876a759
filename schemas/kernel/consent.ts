import { NoticeOfRevocation, RecordedRevocation } from './revocation.ts'
import { Type, type Static } from 'typebox'
import { TrackingId } from './session.ts'
import { closed, EpochMs, Key, oneOf, Uuid } from './shape.ts'

/** Appearance of a step when its visitor submitted it, kept as evidence with the decisions on its consents. */
export const Seen = closed({
  at: { ...EpochMs, description: 'The browser’s time, in UTC epoch ms.' },
  control: Type.String({ maxLength: 400, description: 'The text of the button that was pressed.' }),
  html: Type.String({ maxLength: 32 * 1024, description: 'The step’s markup, shortened if it’s too long.' }),
})
export type Seen = Static<typeof Seen>

/** Decision of a visitor on a consent. */
export const ConsentDecision = oneOf(['agreed', 'refused', 'no_evidence'], {
  description:
    'agreed: the button that was pressed gives consent. refused: it doesn’t. no_evidence: it can’t be told from what was pressed. This includes older records, from when every press was recorded as consent, unless the press clearly agrees.',
})
export type ConsentDecision = Static<typeof ConsentDecision>

/** Decision on one consent, as recorded. Only "agreed" is a consent. Times are UTC epoch ms, hashes SHA-256 in lower-case hex. */
export const ConsentRecord = closed({
  submission: { ...Uuid, description: 'The ID of the step’s submission.' },
  offer: Key,
  step: Key,
  decision: ConsentDecision,
  field: { ...Key, description: 'The field that the text is recorded in if the visitor agrees.' },
  text: Type.String({ description: 'Word for word, as it was shown.' }),
  text_sha256: Type.String(),
  version: Type.Integer({ description: 'The session’s flow version.' }),
  flow_sha256: Type.String({ description: 'The SHA-256 of that version’s flow, as JSON.' }),
  sellers: Type.Array(Type.String(), {
    description: 'The names of the buyers that the offer’s leads can go to.',
  }),
  control: closed({
    element: Type.Union([oneOf(['submit', 'choice', 'boost_link_out']), Type.Null()]),
    text: Type.String(),
    state: oneOf(['pressed', 'not_told'], {
      description:
        'not_told: there were several buttons, and the browser didn’t report which one was pressed. element is null then.',
    }),
    served_at: Type.Optional({
      ...EpochMs,
      description:
        'Set for a plain form, which the browser posted without our scripts: the server’s time when it sent the page with the form.',
    }),
  }),
  at: { ...EpochMs, description: 'The server’s time when it was recorded.' },
  browser_at: Type.Union([EpochMs, Type.Null()], {
    description:
      'The browser’s time when it was pressed. Null if it wasn’t reported or is impossible, and for a plain form.',
  }),
  ip: Type.String({ description: 'As seen by the server.' }),
  user_agent: Type.String(),
  page_url: Type.String(),
  opt_out: Type.Union([Type.String(), Type.Null()], {
    description: 'gpc or do_not_sell, if the browser sent it then.',
  }),
  certificates: Type.Partial(Type.Record(TrackingId, Type.String()), {
    description: 'The IDs of tracking scripts that were known then.',
  }),
  html: Type.Union([Type.String(), Type.Null()], {
    description:
      'The step as the browser showed it, or for a plain form as our server drew it, with the posted answers. It’s untrusted markup, so show it only as text.',
  }),
})
export type ConsentRecord = Static<typeof ConsentRecord>

/** Request of a person not to be sold, called, or written to any longer. */
export const Revocation = closed({
  of: oneOf(['session', 'phone', 'email'], {
    description:
      'What it applies to: only this session, or everyone with this phone number or email address.',
  }),
  source: Type.String({
    description: 'How it was made: gpc, do_not_sell, unsubscribe, delete, or logged by an operator.',
  }),
  at: EpochMs,
})
export type Revocation = Static<typeof Revocation>

const Person = closed({
  name: Type.Union([Type.String(), Type.Null()]),
  phone: Type.Union([Type.String(), Type.Null()], { description: 'E.164, such as +12125550123.' }),
  email: Type.Union([Type.String(), Type.Null()]),
})

/** Consents of one session, with the answers that say whose they are. */
export const SessionConsents = closed({
  session_uuid: Uuid,
  path: Type.String(),
  referrer: Type.String(),
  certificates: Type.Partial(Type.Record(TrackingId, Type.String()), {
    description: 'The IDs of tracking scripts that are known now.',
  }),
  given: Type.Record(Type.String(), Type.Union([Type.String(), Type.Array(Type.String())]), {
    description: 'The visitor’s answers by field, including name and phone number.',
  }),
  person: {
    ...Person,
    description: 'The person, according to the current answers. Null for what wasn’t answered.',
  },
  consents: Type.Array(
    closed({
      ...ConsentRecord.properties,
      person: {
        ...Person,
        description:
          'The person, according to the answers up to then. A phone number added later isn’t covered by the consent.',
      },
    }),
    { description: 'In the order they were given.' },
  ),
  revocations: Type.Array(Revocation, { description: 'Revocations since then.' }),
  requests: Type.Array(RecordedRevocation, { description: 'Requests not to be contacted anymore.' }),
  notices: Type.Array(NoticeOfRevocation, { description: 'Notices of these to buyers.' }),
})
export type SessionConsents = Static<typeof SessionConsents>
