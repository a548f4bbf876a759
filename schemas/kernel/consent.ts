import { Type, type Static } from 'typebox'
import { TrackingId } from './session.ts'
import { closed, EpochMs, Key, oneOf, Uuid } from './shape.ts'

/** Appearance of a step when its visitor submitted it, kept as evidence with the decisions on its consents. */
export const Seen = closed({
  at: { ...EpochMs, description: 'By the browser’s clock, UTC epoch ms.' },
  control: Type.String({ maxLength: 400, description: 'The text of the button that was pressed.' }),
  html: Type.String({ maxLength: 32 * 1024, description: 'The step’s markup; a longer one is cut.' }),
})
export type Seen = Static<typeof Seen>

/** Decision of a visitor on a consent. */
export const ConsentDecision = oneOf(['agreed', 'refused', 'no_evidence'], {
  description:
    'agreed: the button that was pressed gives the consent. refused: it does not. no_evidence: what was pressed does not tell, or the record is of a time when every press was recorded as a consent and this one does not plainly agree.',
})
export type ConsentDecision = Static<typeof ConsentDecision>

/** Decision on one consent, as recorded. Only "agreed" is a consent. Times are UTC epoch ms, hashes SHA-256 in lower-case hex. */
export const ConsentRecord = closed({
  submission: { ...Uuid, description: 'The id of the step’s submission.' },
  offer: Key,
  step: Key,
  decision: ConsentDecision,
  field: { ...Key, description: 'The field that the text is recorded under when it is agreed to.' },
  text: Type.String({ description: 'Word for word, as it was shown.' }),
  text_sha256: Type.String(),
  version: Type.Integer({ description: 'The flow version that the session runs.' }),
  flow_sha256: Type.String({ description: 'Of that version’s flow, as JSON.' }),
  sellers: Type.Array(Type.String(), {
    description: 'The buyers to whom the offer’s leads may go, by name.',
  }),
  control: closed({
    element: Type.Union([oneOf(['submit', 'choice', 'boost_link_out']), Type.Null()]),
    text: Type.String(),
    state: oneOf(['pressed', 'not_told'], {
      description: 'not_told: the browser did not say which of several was pressed; element is then null.',
    }),
  }),
  at: { ...EpochMs, description: 'By the server’s clock, when it was recorded.' },
  browser_at: Type.Union([EpochMs, Type.Null()], {
    description: 'By the browser’s clock, when it was pressed; null when that was not told or cannot be.',
  }),
  ip: Type.String({ description: 'As the server saw it.' }),
  user_agent: Type.String(),
  page_url: Type.String(),
  opt_out: Type.Union([Type.String(), Type.Null()], {
    description: 'gpc or do_not_sell when the browser sent it then.',
  }),
  certificates: Type.Partial(Type.Record(TrackingId, Type.String()), {
    description: 'The ids of tracking scripts that were known then.',
  }),
  html: Type.Union([Type.String(), Type.Null()], {
    description: 'The step as the browser showed it: markup of a stranger’s, to be read as text.',
  }),
})
export type ConsentRecord = Static<typeof ConsentRecord>

/** Request of a person not to be sold, called or written to any longer. */
export const Revocation = closed({
  of: oneOf(['session', 'phone', 'email'], {
    description: 'Whose it is: of this session alone, or of everybody with this number or address.',
  }),
  source: Type.String({
    description: 'How it came: gpc, do_not_sell, unsubscribe, delete, or an operator’s word.',
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
    description: 'The ids of tracking scripts that are known by now.',
  }),
  given: Type.Record(Type.String(), Type.Union([Type.String(), Type.Array(Type.String())]), {
    description: 'What the visitor answered, by field: name and phone number among it.',
  }),
  person: { ...Person, description: 'Who it is, by what is answered now; null where it is not.' },
  consents: Type.Array(
    closed({
      ...ConsentRecord.properties,
      person: {
        ...Person,
        description:
          'Who it was by what was answered until then: a number that came later was not consented to.',
      },
    }),
    { description: 'In the order in which they were given.' },
  ),
  revocations: Type.Array(Revocation, { description: 'What was taken back of it since.' }),
})
export type SessionConsents = Static<typeof SessionConsents>
