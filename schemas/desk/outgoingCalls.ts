import type { Call } from '../kernel/call.ts'
import { OutgoingAsked, OutgoingList, ReplayOutgoing } from './outgoing.ts'

/** Calls of /desk about emails and events for ad vendors. */
export const OUTGOING_CALLS = {
  'POST /api/reports/desk/outgoing': {
    caller: 'analyst',
    sites: 'filtered',
    summary:
      'A page of emails to visitors, or of events that go to vendors of advertisements, the newest first.',
    body: OutgoingAsked,
    status: 200,
    answer: OutgoingList,
  },
  'POST /api/reports/desk/outgoing/replay': {
    caller: 'manager',
    sites: 'filtered',
    summary: 'Sends one again that was refused or given up. 409 when that cannot be.',
    body: ReplayOutgoing,
    status: 204,
  },
} as const satisfies Record<string, Call>
