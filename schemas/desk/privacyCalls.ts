import type { Call } from '../kernel/call.ts'
import { AnswerRequest, MadeRequest, NewRequest, OneRequest, RequestList, RequestsAsked } from './privacy.ts'

/** Calls of /desk about privacy requests. A person's data covers all sites that they visited. */
export const PRIVACY_CALLS = {
  'POST /api/reports/desk/privacy': {
    caller: 'analyst',
    sites: 'all',
    summary:
      'A page of privacy requests, newest first. It’s a POST so that search terms don’t end up in addresses and logs. 403 for a search by phone number or email address without access to personal data.',
    body: RequestsAsked,
    status: 200,
    answer: RequestList,
  },
  'POST /api/reports/desk/privacy/add': {
    caller: 'manager',
    sites: 'all',
    summary:
      'Logs a request that came by email, letter, or phone. A request to stop sales or calls takes effect immediately. 422 if it doesn’t identify a person or the site is unknown.',
    body: NewRequest,
    status: 201,
    answer: MadeRequest,
  },
  'POST /api/reports/desk/privacy/answer': {
    caller: 'manager',
    sites: 'all',
    summary: 'Logs the answer to a request. 409 if it was already answered or its person is being forgotten.',
    body: AnswerRequest,
    status: 204,
  },
  'POST /api/reports/desk/privacy/forget': {
    caller: 'manager',
    sites: 'all',
    summary:
      'Forgets the person of a deletion request. Everything that identifies them is removed from their sessions, and the request is answered. This takes seconds, or minutes if there are millions of visits. 409 if it isn’t a deletion request or was already answered.',
    body: OneRequest,
    status: 204,
  },
} as const satisfies Record<string, Call>
