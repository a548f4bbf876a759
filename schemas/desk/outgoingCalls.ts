import type { Call } from '../kernel/call.ts'
import { OutgoingAsked, OutgoingList, ReplayOutgoing } from './outgoing.ts'

/** Calls of /desk about emails and events for ad vendors. */
export const OUTGOING_CALLS = {
  'POST /api/reports/desk/outgoing': {
    caller: 'analyst',
    sites: 'filtered',
    summary: 'A page of emails to visitors, or of events for ad platforms, newest first.',
    body: OutgoingAsked,
    status: 200,
    answer: OutgoingList,
  },
  'POST /api/reports/desk/outgoing/replay': {
    caller: 'manager',
    sites: 'filtered',
    summary: 'Sends one again that was refused or failed. 409 if that isn’t possible.',
    body: ReplayOutgoing,
    status: 204,
  },
} as const satisfies Record<string, Call>
