import { Type, type Static } from 'typebox'
import type { Call } from '../kernel/call.ts'
import { MOST_FILE_BYTES, MOST_SAID } from '../kernel/formFieldLimits.ts'
import { NoticeOfRevocation, RecordedRevocation, RevocationChannel } from '../kernel/revocation.ts'
import { closed, EpochMs, oneOf } from '../kernel/shape.ts'
import { CsvFile } from './deliveries.ts'
import { Place, searchText } from './pages.ts'

/** Opt-outs at /desk: requests of people not to be contacted anymore, and what each buyer that has them did. */

export const OptOutState = oneOf(['open', 'late', 'done'], {
  description:
    'open: a buyer hasn’t confirmed it. late: a buyer hasn’t confirmed it by its deadline. done: everyone has.',
})
export type OptOutState = Static<typeof OptOutState>

const filters = {
  state: Type.Optional(OptOutState),
  buyer: Type.Optional(Type.String({ maxLength: 200 })),
  channel: Type.Optional(RevocationChannel),
  from: Type.Optional(EpochMs),
  to: Type.Optional({ ...EpochMs, description: 'Inclusive.' }),
}

export const OptOutsAsked = closed({
  ...filters,
  search: Type.Optional(
    searchText(
      'The number of an opt-out, a phone number, or an email address. The last two need access to personal data.',
    ),
  ),
  before: Type.Optional(Place),
})
export type OptOutsAsked = Static<typeof OptOutsAsked>

export const OptOutsExported = closed({
  buyer: filters.buyer,
  from: filters.from,
  to: filters.to,
  open: Type.Optional(Type.Boolean({ description: 'Only those that the buyer hasn’t confirmed.' })),
})
export type OptOutsExported = Static<typeof OptOutsExported>

export const OptOutRecord = closed({
  ...RecordedRevocation.properties,
  notices: Type.Array(NoticeOfRevocation),
})
export type OptOutRecord = Static<typeof OptOutRecord>

export const OptOutList = closed({
  data: Type.Array(OptOutRecord, {
    description: 'Newest first. Contacts and words are masked without access to personal data.',
  }),
  next: Type.Union([Place, Type.Null()], {
    description: 'Where the next page starts. Null on the last page.',
  }),
})
export type OptOutList = Static<typeof OptOutList>

export const OpenOptOuts = closed({
  buyers: Type.Array(
    closed({
      buyer: Type.String(),
      open: Type.Integer({ description: 'Notices that it hasn’t confirmed.' }),
      near: Type.Integer({ description: 'Those due within two business days, or overdue.' }),
      late: Type.Integer({ description: 'Those that are overdue.' }),
      deadline: { ...EpochMs, description: 'The first deadline.' },
    }),
  ),
})
export type OpenOptOuts = Static<typeof OpenOptOuts>

export const NewOptOut = closed({
  phone: Type.Optional(Type.String({ maxLength: 40 })),
  email: Type.Optional(Type.String({ maxLength: 320 })),
  said: Type.Optional(Type.String({ maxLength: MOST_SAID, description: 'What the person said.' })),
  said_at: Type.Optional({ ...EpochMs, description: 'When they said it. The default is now.' }),
})
export type NewOptOut = Static<typeof NewOptOut>

export const MadeOptOut = closed({
  notices: Type.Integer({ description: 'Notices to buyers that have the person.' }),
})
export type MadeOptOut = Static<typeof MadeOptOut>

export const OptOutFile = closed({
  name: Type.String({ minLength: 1, maxLength: 255 }),
  content: Type.String({
    // Base64 adds a third.
    maxLength: Math.ceil(MOST_FILE_BYTES / 3) * 4,
    description:
      'CSV or XLSX, in base64, with a column phone, email, or both, and optionally id, said, and said_at.',
  }),
})
export type OptOutFile = Static<typeof OptOutFile>

export const OptOutFileAnswer = closed({
  lines: Type.Integer(),
  taken: Type.Integer(),
  known: Type.Integer({ description: 'Lines that were recorded before.' }),
  wrong: Type.Integer(),
  notices: Type.Integer(),
  problems: Type.Array(closed({ line: Type.Integer(), field: Type.String(), problem: Type.String() }), {
    description: 'What’s wrong with each line that wasn’t taken, up to 1,000.',
  }),
})
export type OptOutFileAnswer = Static<typeof OptOutFileAnswer>

export const NoticesConfirmed = closed({
  notices: Type.Array(Type.Integer({ minimum: 1 }), { minItems: 1, maxItems: 500 }),
})

export const OneNotice = closed({ notice: Type.Integer({ minimum: 1 }) })

/** A person's opt-out covers all sites. */
export const OPT_OUT_CALLS = {
  'POST /api/reports/desk/opt-outs': {
    caller: 'analyst',
    sites: 'all',
    summary:
      'A page of opt-outs with each buyer’s state, newest first. It’s a POST so that search terms don’t end up in addresses and logs. 403 for a search by phone number or email address without access to personal data.',
    body: OptOutsAsked,
    status: 200,
    answer: OptOutList,
  },
  'GET /api/reports/desk/opt-outs/open': {
    caller: 'analyst',
    sites: 'all',
    summary: 'Buyers that haven’t confirmed all opt-outs, the most urgent first.',
    status: 200,
    answer: OpenOptOuts,
  },
  'POST /api/reports/desk/opt-outs/csv': {
    caller: 'manager',
    sites: 'all',
    confirm: true,
    summary: 'Notices as CSV, up to 50,000, with the contacts that the buyers know the people by.',
    body: OptOutsExported,
    status: 200,
    answer: CsvFile,
  },
  'POST /api/reports/desk/opt-outs/add': {
    caller: 'manager',
    sites: 'all',
    summary:
      'Records that a person doesn’t want to be contacted anymore. It takes effect immediately. 422 if it doesn’t identify a person.',
    body: NewOptOut,
    status: 201,
    answer: MadeOptOut,
  },
  'POST /api/reports/desk/opt-outs/file': {
    caller: 'manager',
    sites: 'all',
    summary:
      'Records the opt-outs in a file, up to 100,000. The same file again changes nothing. 422 if it can’t be read.',
    body: OptOutFile,
    status: 200,
    answer: OptOutFileAnswer,
  },
  'POST /api/reports/desk/opt-outs/confirm': {
    caller: 'manager',
    sites: 'all',
    summary: 'Records that buyers confirmed notices. 409 if none of them was open.',
    body: NoticesConfirmed,
    status: 204,
  },
  'POST /api/reports/desk/opt-outs/send-again': {
    caller: 'manager',
    sites: 'all',
    summary: 'Sends a notice to its buyer again. 409 if it’s on its way or the buyer never got the lead.',
    body: OneNotice,
    status: 204,
  },
} as const satisfies Record<string, Call>
