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
    description: 'The first segment of the page’s address, even if no site is live there.',
  }),
  page_url: address,
  referrer: address,
  query: Query,
  session_token: Type.Optional({
    ...SessionToken,
    description: 'The token of the session that the browser has.',
  }),
  language: Type.Optional(
    Type.String({
      maxLength: 35,
      description:
        'The language in the address. If it’s omitted or the flow doesn’t have it, the session’s language is used, otherwise the first match in accept-language.',
    }),
  ),
})
export type OpenSession = Static<typeof OpenSession>

export const OpenedSession = closed({
  ...Session.properties,
  path: Type.String({
    description:
      'The path of the site. If the page’s path doesn’t name one, it’s the host’s site or the default one.',
  }),
  origin: Origin,
  clicked: Type.Optional({
    ...Query,
    description: 'The parameters of the latest click, if it isn’t the first one.',
  }),
  language: Type.Optional({
    ...LanguageName,
    description: 'The language that the visitor reads, if the flow has several.',
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
        description: 'Passed on to buyers, who retain a certificate by posting their key to its address.',
      }),
    ),
    ef_transaction_id: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  },
  { minProperties: 3, maxProperties: 3, description: 'Exactly one of the three tracking IDs.' },
)

const SessionMark = closed(sessionKeys)

const OfferImpression = closed({ ...sessionKeys, offer_key: Key })

const AskForLink = closed({
  id: { ...Uuid, description: 'Created by the browser. The same ID sends only one email.' },
  ...sessionKeys,
  email: Type.String({ minLength: 3, maxLength: 320 }),
})

/** Reason why a visitor's leads are not sold. */
const NotSold = oneOf(['gpc', 'do_not_sell', 'request'], {
  description:
    'gpc: the browser sends Global Privacy Control. do_not_sell: the visitor opted out in this browser. request: someone made a request with the same phone number or email address.',
})
export type NotSold = Static<typeof NotSold>

/** Outcome of a session’s leads. It names no person. */
export const Outcome = closed({
  not_sold: Type.Union([NotSold, Type.Null()], { description: 'Null if nothing prevents a sale.' }),
  leads: Type.Array(
    closed({
      offer: Key,
      buyer: Key,
      state: oneOf(['due', 'waiting', 'accepted', 'rejected', 'dead', 'kept'], {
        description:
          'due: on its way, or another lead for the same person is. waiting: the buyer’s connection isn’t set up yet. accepted: the buyer has the information, from this visit or an earlier one by the same person. Visitors can’t tell which. rejected: refused by the buyer. dead: it couldn’t be delivered. kept: it won’t be sent.',
      }),
      redirect: Type.Optional(Type.String({ description: 'The buyer’s page that the visitor goes to.' })),
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
      'Continues the browser’s session where it left off. Another click is a separate page visit. Without a session, starts one on a live version of the site, picked by the versions’ shares.',
    body: OpenSession,
    status: 201,
    answer: OpenedSession,
  },
  'PATCH /api/sessions': {
    caller: 'visitor',
    wrapped: true,
    summary: 'Adds a tracking ID to the session.',
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
    summary: 'Records that the browser sends Global Privacy Control, so the session isn’t sold.',
    body: SessionMark,
    status: 204,
  },
  'POST /api/sessions/go-on-link': {
    caller: 'visitor',
    wrapped: true,
    summary:
      'Emails the visitor a link to continue on another device, once. The response is the same if the address opted out or got enough emails that day.',
    body: AskForLink,
    status: 204,
  },
  'POST /api/sessions/take-back': {
    caller: 'visitor',
    wrapped: true,
    summary:
      'Continues the session in this browser, after it continued in another one through an emailed link.',
    body: SessionMark,
    status: 204,
  },
  'GET /api/sessions/outcome': {
    caller: 'visitor',
    summary: 'The outcome of the session’s leads, buyer by buyer.',
    status: 200,
    answer: Outcome,
  },
  'POST /api/store': {
    caller: 'visitor',
    summary: 'Saves the session’s lead payload.',
    body: StoreLead,
    status: 204,
  },
} as const satisfies Record<string, Call>
