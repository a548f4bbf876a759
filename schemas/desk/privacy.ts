import { Type, type Static } from 'typebox'
import { MOST_ANSWER_WORDS } from '../kernel/formFieldLimits.ts'
import { PrivacyRequest, PrivacyRequestKind, PrivacyRequestState } from '../kernel/privacy.ts'
import { Place, searchText } from './pages.ts'
import { closed, EpochMs } from '../kernel/shape.ts'

/** Privacy requests at /desk. */

const { request } = PrivacyRequest.properties

export const RequestsAsked = closed({
  kind: Type.Optional(PrivacyRequestKind),
  state: Type.Optional(PrivacyRequestState),
  path: Type.Optional(Type.String({ maxLength: 200 })),
  from: Type.Optional(EpochMs),
  to: Type.Optional({ ...EpochMs, description: 'Inclusive.' }),
  search: Type.Optional(
    searchText(
      'The number of a request, a phone number, or an email address. The last two need access to personal data.',
    ),
  ),
  before: Type.Optional(Place),
})
export type RequestsAsked = Static<typeof RequestsAsked>

export const RequestList = closed({
  data: Type.Array(PrivacyRequest, {
    description:
      'Newest first. Phone numbers and email addresses are masked without access to personal data.',
  }),
  next: Type.Union([Place, Type.Null()], {
    description: 'Where the next page starts. Null on the last page.',
  }),
})
export type RequestList = Static<typeof RequestList>

const contact = Type.Optional(Type.String({ maxLength: 320 }))

export const NewRequest = closed({
  kind: PrivacyRequestKind,
  path: Type.String({ maxLength: 200, description: 'The site it’s about.' }),
  email: contact,
  phone: contact,
})
export type NewRequest = Static<typeof NewRequest>

export const MadeRequest = closed({ request })
export type MadeRequest = Static<typeof MadeRequest>

export const AnswerRequest = closed({
  request,
  answer: Type.String({
    minLength: 1,
    maxLength: MOST_ANSWER_WORDS,
    pattern: '\\S',
    description: 'What you did, or why you didn’t.',
  }),
})

export const OneRequest = closed({ request })
