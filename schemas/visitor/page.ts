import { Type, type Static } from 'typebox'
import { MadePictures } from '../elements/pictureElements.ts'
import { ConstantsConfig, UiConfig } from '../flow/flow.ts'
import { LanguageName } from '../flow/translations.ts'
import { Key, Uuid, closed, oneOf } from '../kernel/shape.ts'
import { Share } from '../kernel/version.ts'
import type { Call } from '../kernel/call.ts'

/** Further calls of a visitor’s page. */

const path = Type.String({ minLength: 1, maxLength: 100 })

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
  live: Type.Array(Share, { description: 'All live versions.' }),
})

export const PhoneNumber = closed({ retreaverNumber: Type.String(), retreaverNumberFormatted: Type.String() })
export type PhoneNumber = Static<typeof PhoneNumber>

export const TrackingAllowed = closed({
  allowed: Type.Boolean({
    description:
      'False if the browser sends Global Privacy Control, or the visitor asked not to have their data sold.',
  }),
})
export type TrackingAllowed = Static<typeof TrackingAllowed>

export const LinkOut = closed({ uuid: Uuid, session_uuid: Uuid, step: Key, offer: Key })
export type LinkOut = Static<typeof LinkOut>

/** Catalog of one model year: the models of each make, both by name. */
export const Catalog = Type.Record(Type.String(), Type.Array(Type.String()))
export type Catalog = Static<typeof Catalog>

export const Health = Type.Object({ status: Type.String() })

const numberQuery = closed({
  gpc: Type.Optional({
    ...oneOf(['1']),
    description:
      'The browser’s Global Privacy Control, as seen by the page. It applies even if the headers don’t have it.',
  }),
  path: Type.Optional(
    Type.String({ maxLength: 100, description: 'The site whose own number is returned, if it has one.' }),
  ),
})

export const PAGE_CALLS = {
  'GET /api/flows/:version': {
    caller: 'anyone',
    summary: 'A published flow, in one of its languages. It never changes.',
    query: Type.Object({ lang: Type.Optional(LanguageName), form: Type.Optional(Type.String()) }),
    status: 200,
    answer: FlowAnswer,
  },
  'GET /api/path-config': {
    caller: 'anyone',
    summary: 'The live versions of a path.',
    query: closed({ path }),
    status: 200,
    answer: PathConfig,
  },
  'GET /api/phone-number': {
    caller: 'anyone',
    summary: 'The phone number to show on the page.',
    query: numberQuery,
    status: 200,
    answer: PhoneNumber,
  },
  'GET /api/scripts-allowed': {
    caller: 'anyone',
    summary: 'Whether the page can load tracking scripts.',
    status: 200,
    answer: TrackingAllowed,
  },
  'GET /api/tracking/phone-number': {
    caller: 'anyone',
    summary: 'The same as /api/phone-number, for older pages. Content blockers block this address.',
    query: numberQuery,
    status: 200,
    answer: PhoneNumber,
  },
  'GET /api/tracking/allowed': {
    caller: 'anyone',
    summary: 'The same as /api/scripts-allowed, for older pages. Content blockers block this address.',
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
    summary: 'The same as text, in a line ip=...',
    status: 200,
    answer: Type.String(),
  },
  'POST /webhook/tracking/linkout/create': {
    caller: 'anyone',
    summary: 'Records that a visitor left for a partner.',
    body: LinkOut,
    status: 204,
  },
} as const satisfies Record<string, Call>
