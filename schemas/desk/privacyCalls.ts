import type { Call } from '../kernel/call.ts'
import { AnswerRequest, MadeRequest, NewRequest, OneRequest, RequestList, RequestsAsked } from './privacy.ts'

/** Calls of /desk about privacy requests. A person's data covers all sites that they visited. */
export const PRIVACY_CALLS = {
  'POST /api/reports/desk/privacy': {
    caller: 'analyst',
    sites: 'all',
    summary:
      'A page of privacy requests, the newest first. A POST, so that what is searched for stands in no address and no log. 403 for a search by phone number or email address by who may not see persons.',
    body: RequestsAsked,
    status: 200,
    answer: RequestList,
  },
  'POST /api/reports/desk/privacy/add': {
    caller: 'manager',
    sites: 'all',
    summary:
      'Logs a request that came by email, letter or call. One not to be sold or called takes effect at once. 422 when it names no person, or the site is unknown.',
    body: NewRequest,
    status: 201,
    answer: MadeRequest,
  },
  'POST /api/reports/desk/privacy/answer': {
    caller: 'manager',
    sites: 'all',
    summary:
      'Logs what was answered to a request. 409 when it is answered, or its person is being forgotten.',
    body: AnswerRequest,
    status: 204,
  },
  'POST /api/reports/desk/privacy/forget': {
    caller: 'manager',
    sites: 'all',
    summary:
      'Has the person of a request to delete forgotten: within seconds, or minutes where there are millions of visits, all that tells whose they were is taken out of their sessions, and the request is answered. 409 when it is none to delete, or was answered.',
    body: OneRequest,
    status: 204,
  },
} as const satisfies Record<string, Call>
