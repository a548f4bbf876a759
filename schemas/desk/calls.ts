import type { Call } from '../call.ts'
import { DeskChoices, LeadList, LeadsAsked } from './leads.ts'
import { LeadAsked, OneLead } from './oneLead.ts'

/** What the page /desk calls. */
export const DESK_CALLS = {
  'GET /api/reports/desk/choices': {
    caller: 'operator',
    summary: 'What the lists of the desk can be filtered by.',
    status: 200,
    answer: DeskChoices,
  },
  'POST /api/reports/desk/leads': {
    caller: 'operator',
    summary:
      'A page of leads, the newest first. A POST, so that what is searched for stands in no address and no log. 403 for a search by phone number or email address by who may not see persons.',
    body: LeadsAsked,
    status: 200,
    answer: LeadList,
  },
  'GET /api/reports/desk/lead': {
    caller: 'operator',
    summary:
      'One lead: its answers, its consents as evidence, what its session did and why, and its deliveries with each attempt. What the visitor typed is masked for who may not see persons.',
    query: LeadAsked,
    status: 200,
    answer: OneLead,
  },
} as const satisfies Record<string, Call>
