import { Type, type Static, type TSchema } from 'typebox'
import { StepSubmission } from './answer.ts'
import { LoggedIn } from './operator.ts'
import { MadePictures } from './elements/pictureElements.ts'
import { ConstantsConfig, UiConfig } from './flow.ts'
import { LanguageName } from './flow/languages.ts'
import { isLong, pageAnswer, pageQuery } from './reports/reportPages.ts'
import {
  DRILLDOWNS,
  namesOffers,
  OfferName,
  PathQuery,
  RangeQuery,
  REPORTS,
  type ReportName,
} from './reports/reports.ts'
import { Origin, Query, Session, SessionToken } from './session.ts'
import { closed, DOLLARS, EpochMs, Key, oneOf, texts, Uuid } from './shape.ts'
import type { Call } from './call.ts'
import { DESK_CALLS } from './desk/calls.ts'
import { PEOPLE_CALLS } from './people/calls.ts'
import { Code } from './people/secondFactor.ts'
import { STUDIO_CALLS } from './studio/calls.ts'
import { Share } from './version.ts'

/** Every call the server answers: what it takes and gives. Routes, OpenAPI and the clients' types all read this table.
 *  Source: design, section 4; spec, section 7. */

const sessionKeys = { session_uuid: Uuid, session_token: SessionToken }
const path = Type.String({ minLength: 1, maxLength: 100 })
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

const EmailCheck = closed({ email: Type.String({ maxLength: 320 }) })
const PhoneCheck = closed({ phone: Type.String({ maxLength: 40 }) })
const ZipCheck = closed({ zip: Type.String({ maxLength: 20 }) })
const GibberishCheck = closed({ is_gibberish: Type.String({ maxLength: 20_000 }) })
const Valid = closed({ valid: Type.Boolean() })
const Insistable = Type.Optional(
  Type.Literal(true, {
    description: 'It is well formed and only unknown: an answer that says insisted is taken all the same.',
  }),
)
export const EmailValid = closed({
  valid: Type.Boolean(),
  suggestion: Type.Optional(
    Type.String({ description: 'The address that was probably meant, where a provider’s name is misspelt.' }),
  ),
  insistable: Insistable,
})
export type EmailValid = Static<typeof EmailValid>
export const ZipValid = closed({
  valid: Type.Boolean(),
  data: Type.Record(Type.String(), Type.String(), { description: 'Fields to fill: city, state.' }),
  insistable: Insistable,
})
export type ZipValid = Static<typeof ZipValid>
/** Why leads of a visitor are not sold. */
const NotSold = oneOf(['gpc', 'do_not_sell', 'request'], {
  description:
    'gpc: the browser sends Global Privacy Control. do_not_sell: the visitor asked for it in this browser. request: it was asked for by phone number or email address.',
})
export type NotSold = Static<typeof NotSold>

/** What became of a session’s leads. It names no person. */
export const Outcome = closed({
  not_sold: Type.Union([NotSold, Type.Null()], { description: 'Null while nothing speaks against a sale.' }),
  leads: Type.Array(
    closed({
      offer: Key,
      buyer: Key,
      state: oneOf(['due', 'waiting', 'accepted', 'duplicate', 'rejected', 'dead', 'kept'], {
        description:
          'due: on its way. waiting: the server does not know yet where the buyer is reached. accepted, duplicate, rejected: the buyer’s answer. dead: it did not arrive. kept: not to be sent.',
      }),
      redirect: Type.Optional(
        Type.String({ description: 'The page of its own that the buyer sends the visitor to.' }),
      ),
    }),
  ),
})
export type Outcome = Static<typeof Outcome>

const Gibberish = closed({ data: closed({ is_gibberish: oneOf(['yes', 'no']) }) })

const FlowAnswer = closed({
  constants_config: ConstantsConfig,
  ui_config: UiConfig,
  offer_order: Type.Array(Type.String()),
  pictures: Type.Optional(MadePictures),
})
const PathConfig = closed({
  path: Type.String(),
  version: Type.Integer({ description: 'The live version with the largest share.' }),
  title: Type.String({ description: 'Its title.' }),
  live: Type.Array(Share, { description: 'Every live version.' }),
})

export const Lead = texts({ nameLength: 100, length: 20_000 }, { maxProperties: 200 })
const StoreLead = closed({ ...sessionKeys, lead: Lead })

export const PhoneNumber = closed({ retreaverNumber: Type.String(), retreaverNumberFormatted: Type.String() })
export type PhoneNumber = Static<typeof PhoneNumber>

export const TrackingAllowed = closed({
  allowed: Type.Boolean({
    description: 'False when the browser sends Global Privacy Control or asked not to be sold.',
  }),
})
export type TrackingAllowed = Static<typeof TrackingAllowed>

export const LinkOut = closed({ uuid: Uuid, session_uuid: Uuid, step: Key, offer: Key })
export type LinkOut = Static<typeof LinkOut>

export const Conversion = closed({
  key: Type.String({ minLength: 1, maxLength: 200, description: 'The partner’s secret.' }),
  ref: Type.String({ maxLength: 400, description: 'The aff_sub5 value: offer|click_ref|session_uuid|step.' }),
  id: Type.String({ minLength: 1, maxLength: 200, description: 'The partner’s own id of the conversion.' }),
  amount: Type.String({
    pattern: DOLLARS,
    description: 'Dollars.',
    examples: ['12.34'],
  }),
  status: oneOf(['approved', 'returned']),
})
export type Conversion = Static<typeof Conversion>

export const ReturnClaim = closed({
  key: Type.String({
    minLength: 1,
    maxLength: 200,
    description: 'The buyer’s secret: its return_key in the file of buyers.',
  }),
  id: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'The buyer’s own id of the lead, as it answered it.',
    }),
  ),
  lead: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'Our key of the lead: the header idempotency-key that it was posted with.',
    }),
  ),
  amount: Type.Optional(
    Type.String({
      pattern: DOLLARS,
      description: 'Dollars that are taken back, where the buyer says so: what it paid.',
      examples: ['12.34'],
    }),
  ),
})
export type ReturnClaim = Static<typeof ReturnClaim>

export const Login = closed({
  name: Type.String({ minLength: 1, maxLength: 100 }),
  password: Type.String({ minLength: 1, maxLength: 1000 }),
  code: Type.Optional(Code),
})
export type Login = Static<typeof Login>

/** One model year: the models of each make, both by name. */
export const Catalogue = Type.Record(Type.String(), Type.Array(Type.String()))
export type Catalogue = Static<typeof Catalogue>

export const Health = Type.Object({ status: Type.String() })

const offers = Type.Array(OfferName, {
  description: 'What the offers of the path are called, or of all paths where the rows are.',
})

const as_of = Type.Optional({
  ...EpochMs,
  description: 'Where figures are read from a standby of the database: the instant up to which it holds all.',
})

const reports = Object.fromEntries(
  (Object.entries(REPORTS) as [ReportName, (typeof REPORTS)[ReportName]][]).map(
    ([name, { scope, row }]): [string, Call] => [
      `GET /api/reports/${name}`,
      {
        caller: 'reader',
        summary: `The rows of the report ${name}.`,
        query: isLong(name) ? pageQuery(name) : scope === 'all' ? RangeQuery : PathQuery,
        status: 200,
        answer: closed({
          data: Type.Array(row),
          ...(namesOffers(row) && { offers }),
          ...(isLong(name) && { page: pageAnswer(name) }),
          as_of,
        }),
      },
    ],
  ),
) as Record<`GET /api/reports/${keyof typeof REPORTS}`, Call>

const pageOf = <Row extends TSchema>(row: Row) =>
  closed({
    data: Type.Array(row),
    offers,
    next: Type.Union([Type.String(), Type.Null()], {
      description: 'Where the next page begins; null at the end.',
    }),
  })

export const CALLS = {
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
  'GET /api/sessions/outcome': {
    caller: 'visitor',
    summary: 'What became of the session’s leads, buyer by buyer.',
    status: 200,
    answer: Outcome,
  },
  'POST /api/validations/email': {
    caller: 'visitor',
    wrapped: true,
    summary: 'Whether mail can be sent there, and what was probably meant instead.',
    body: EmailCheck,
    status: 200,
    answer: EmailValid,
  },
  'POST /api/validations/phone': {
    caller: 'visitor',
    wrapped: true,
    summary: 'Whether a person in the US can be called there.',
    body: PhoneCheck,
    status: 200,
    answer: Valid,
  },
  'POST /api/validations/zip': {
    caller: 'visitor',
    wrapped: true,
    summary: 'Whether the ZIP code exists, and its city and state.',
    body: ZipCheck,
    status: 200,
    answer: ZipValid,
  },
  'POST /api/validations/gibberish': {
    caller: 'visitor',
    wrapped: true,
    summary: 'Whether a description is words or keyboard noise.',
    body: GibberishCheck,
    status: 200,
    answer: Gibberish,
  },
  'POST /api/compute/gibberish': {
    caller: 'visitor',
    wrapped: true,
    summary: 'The same, under the name that computed fields use.',
    body: GibberishCheck,
    status: 200,
    answer: Gibberish,
  },
  'GET /api/flows/:version': {
    caller: 'anyone',
    summary: 'A published flow, as it is read in one of its languages; it never changes.',
    query: Type.Object({ lang: Type.Optional(LanguageName), form: Type.Optional(Type.String()) }),
    status: 200,
    answer: FlowAnswer,
  },
  'GET /api/path-config': {
    caller: 'anyone',
    summary: 'What is live on a path.',
    query: closed({ path }),
    status: 200,
    answer: PathConfig,
  },
  'POST /api/store': {
    caller: 'visitor',
    summary: 'Keeps the lead payload of the session.',
    body: StoreLead,
    status: 204,
  },
  'GET /api/tracking/phone-number': {
    caller: 'anyone',
    summary: 'The number to show on the page.',
    query: closed({
      gpc: Type.Optional({
        ...oneOf(['1']),
        description: 'The page’s Global Privacy Control says no, whatever the headers say.',
      }),
      path: Type.Optional(
        Type.String({ maxLength: 100, description: 'The site whose own number it is, where it has one.' }),
      ),
    }),
    status: 200,
    answer: PhoneNumber,
  },
  'GET /api/tracking/allowed': {
    caller: 'anyone',
    summary: 'Whether the page may load tracking scripts.',
    status: 200,
    answer: TrackingAllowed,
  },
  'GET /api/ip': {
    caller: 'anyone',
    summary: 'The caller’s address.',
    status: 200,
    answer: closed({ ip: Type.String() }),
  },
  'GET /api/trace': {
    caller: 'anyone',
    summary: 'The same as text: a line ip=...',
    status: 200,
    answer: Type.String(),
  },
  'POST /webhook/tracking/linkout/create': {
    caller: 'anyone',
    summary: 'Records that a visitor left for a partner.',
    body: LinkOut,
    status: 204,
  },
  'GET /webhook/conversions': {
    caller: 'anyone',
    summary:
      'A partner reports a conversion or its return. 409 when its id is known with another amount, offer or session.',
    query: Conversion,
    status: 204,
  },
  'POST /webhook/conversions': {
    caller: 'anyone',
    summary: 'The same, in the body.',
    body: Conversion,
    status: 204,
  },
  'GET /webhook/returns': {
    caller: 'anyone',
    summary:
      'A buyer returns a lead, named by id or lead. One that it did not pay yet is taken back once it does; 409 when the ledger has it otherwise.',
    query: ReturnClaim,
    status: 204,
  },
  'POST /webhook/returns': {
    caller: 'anyone',
    summary: 'The same, in the body.',
    body: ReturnClaim,
    status: 204,
  },
  'POST /api/reports/login': {
    caller: 'anyone',
    summary:
      'Opens an operator’s session. 401 with the field code when password and name are right and a code is missing or wrong.',
    body: Login,
    status: 200,
    answer: LoggedIn,
  },
  'POST /api/reports/logout': { caller: 'operator', summary: 'Ends it.', status: 204 },
  'GET /api/reports/me': {
    caller: 'operator',
    summary: 'Who is logged in.',
    status: 200,
    answer: LoggedIn,
  },
  'GET /api/reports/paths': {
    caller: 'reader',
    summary: 'Every path that ever had a version.',
    status: 200,
    answer: closed({ data: Type.Array(Type.String()) }),
  },
  ...reports,
  // Posted, because the rows that a filter leaves are too many for an address.
  'POST /api/reports/drilldown/visitors': {
    caller: 'operator',
    summary: 'The visitors whom a figure counts, the newest first.',
    body: DRILLDOWNS.visitors.query,
    status: 200,
    answer: pageOf(DRILLDOWNS.visitors.row),
  },
  'POST /api/reports/drilldown/sales': {
    caller: 'operator',
    summary: 'The entries of the ledger that a figure counts, the newest first.',
    body: DRILLDOWNS.sales.query,
    status: 200,
    answer: pageOf(DRILLDOWNS.sales.row),
  },
  'POST /api/reports/drilldown/steps': {
    caller: 'operator',
    summary: 'The visitors whom the rules led to a step, those who came last first.',
    body: DRILLDOWNS.steps.query,
    status: 200,
    answer: pageOf(DRILLDOWNS.steps.row),
  },
  ...STUDIO_CALLS,
  ...DESK_CALLS,
  ...PEOPLE_CALLS,
} as const satisfies Record<string, Call>

export type CallName = keyof typeof CALLS
