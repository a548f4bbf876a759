import { Type, type Static } from 'typebox'
import { StepSubmission } from './answer.ts'
import { LanguageName } from '../flow/translations.ts'
import { Origin, Query, Session, SessionToken } from '../kernel/session.ts'
import { Key, Uuid, closed, oneOf, texts } from '../kernel/shape.ts'
import type { Call } from '../kernel/call.ts'

/** Calls of a visitor’s page about a session. */

const sessionKeys = { session_uuid: Uuid, session_token: SessionToken }

const address = Type.String({ maxLength: 4000 })

export const OpenSession = closed({
  path: Type.String({
    maxLength: 100,
    description: 'The first segment of the page’s address, whether or not a site is live there.',
  }),
  page_url: address,
  referrer: address,
  query: Query,
  session_token: Type.Optional({
    ...SessionToken,
    description: 'That of the session which the browser holds.',
  }),
  language: Type.Optional(
    Type.String({
      maxLength: 35,
      description:
        'The language that the address asks for. Without it, or where the flow has no such words, the session’s, else the first that accept-language names.',
    }),
  ),
})
export type OpenSession = Static<typeof OpenSession>

export const OpenedSession = closed({
  ...Session.properties,
  path: Type.String({
    description: 'Of the site: the host’s, or the default one, where the path names none.',
  }),
  origin: Origin,
  clicked: Type.Optional({
    ...Query,
    description: 'The parameters of the newest click, where the visitor came by another than the first.',
  }),
  language: Type.Optional({
    ...LanguageName,
    description: 'In which the visitor reads the flow, where it has several.',
  }),
})
export type OpenedSession = Static<typeof OpenedSession>

const PatchSession = closed(
  {
    uuid: Uuid,
    token: SessionToken,
    jornaya_lead_id: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
    trustedform_cert_url: Type.Optional(
      Type.String({
        maxLength: 500,
        pattern: '^https?://cert\\.trustedform\\.com/[-\\w.]+/?$',
        description: 'Goes to buyers, who retain a certificate by posting their key to its address.',
      }),
    ),
    ef_transaction_id: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  },
  { minProperties: 3, maxProperties: 3, description: 'Exactly one of the three tracking ids.' },
)

const SessionMark = closed(sessionKeys)

const OfferImpression = closed({ ...sessionKeys, offer_key: Key })

const AskForLink = closed({
  id: { ...Uuid, description: 'Made by the browser: the same is one email.' },
  ...sessionKeys,
  email: Type.String({ minLength: 3, maxLength: 320 }),
})

/** Reason why a visitor's leads are not sold. */
const NotSold = oneOf(['gpc', 'do_not_sell', 'request'], {
  description:
    'gpc: the browser sends Global Privacy Control. do_not_sell: the visitor asked for it in this browser. request: it was asked for by phone number or email address.',
})
export type NotSold = Static<typeof NotSold>

/** Outcome of a session’s leads. It names no person. */
export const Outcome = closed({
  not_sold: Type.Union([NotSold, Type.Null()], { description: 'Null while nothing speaks against a sale.' }),
  leads: Type.Array(
    closed({
      offer: Key,
      buyer: Key,
      state: oneOf(['due', 'waiting', 'accepted', 'rejected', 'dead', 'kept'], {
        description:
          'due: on its way, or another lead of the same person is. waiting: the server does not know yet where the buyer is reached. accepted: the buyer has the details, from this visit or from an earlier lead of the same person, which a visitor is never told apart. rejected: the buyer’s answer. dead: it did not arrive. kept: not to be sent.',
      }),
      redirect: Type.Optional(
        Type.String({ description: 'The page of its own that the buyer sends the visitor to.' }),
      ),
    }),
  ),
})
export type Outcome = Static<typeof Outcome>

export const Lead = texts({ nameLength: 100, length: 20_000 }, { maxProperties: 200 })

const StoreLead = closed({ ...sessionKeys, lead: Lead })

export const SESSION_CALLS = {
  'POST /api/sessions': {
    caller: 'anyone',
    wrapped: true,
    summary:
      'Goes on with the session that the browser holds, where it stands; another click is a page visit of its own. Else opens one on a version that is live on the site, by their shares.',
    body: OpenSession,
    status: 201,
    answer: OpenedSession,
  },
  'PATCH /api/sessions': {
    caller: 'visitor',
    wrapped: true,
    summary: 'Adds one tracking id to the session.',
    body: PatchSession,
    status: 204,
  },
  'POST /api/sessions/step': {
    caller: 'visitor',
    wrapped: true,
    summary: 'Records the answers of a step. The header pageurl carries the page’s address.',
    body: StepSubmission,
    status: 204,
  },
  'POST /api/sessions/completed_basics': {
    caller: 'visitor',
    wrapped: true,
    summary: 'Registers the visitor, once per session.',
    body: SessionMark,
    status: 204,
  },
  'POST /api/sessions/shown': {
    caller: 'visitor',
    wrapped: true,
    summary: 'Records that a page prerendered by the browser is now on the screen, as a page visit.',
    body: SessionMark,
    status: 204,
  },
  'POST /api/sessions/track/visit': {
    caller: 'visitor',
    wrapped: true,
    summary: 'Records the real visit, once per session.',
    body: SessionMark,
    status: 204,
  },
  'POST /api/sessions/track/offer-impression': {
    caller: 'visitor',
    wrapped: true,
    summary: 'Records that a real offer was reached, once per session and offer.',
    body: OfferImpression,
    status: 204,
  },
  'POST /api/sessions/opt-out': {
    caller: 'visitor',
    wrapped: true,
    summary: 'The browser’s Global Privacy Control says no: the session is not sold.',
    body: SessionMark,
    status: 204,
  },
  'POST /api/sessions/go-on-link': {
    caller: 'visitor',
    wrapped: true,
    summary:
      'Mails a link by which the visitor goes on elsewhere, once. The answer is the same where the address opted out or had enough emails that day.',
    body: AskForLink,
    status: 204,
  },
  'POST /api/sessions/take-back': {
    caller: 'visitor',
    wrapped: true,
    summary:
      'Continues the session in this browser, after it continued in another one through a mailed link.',
    body: SessionMark,
    status: 204,
  },
  'GET /api/sessions/outcome': {
    caller: 'visitor',
    summary: 'What became of the session’s leads, buyer by buyer.',
    status: 200,
    answer: Outcome,
  },
  'POST /api/store': {
    caller: 'visitor',
    summary: 'Keeps the lead payload of the session.',
    body: StoreLead,
    status: 204,
  },
} as const satisfies Record<string, Call>
