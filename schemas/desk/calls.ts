import type { Call } from '../kernel/call.ts'
import {
  DeliveriesAsked,
  DeliveryList,
  DeliveryOverview,
  OverviewAsked,
  CsvFile,
  ReplayableCount,
  ReplayDeliveries,
  ReplayMatching,
  ReplayProgressLines,
  ReplayedDeliveries,
} from './deliveries.ts'
import { BUYER_CALLS } from './buyerCalls.ts'
import { DeskChoices, LeadList, LeadsAsked } from './leads.ts'
import { LeadAsked, OneLead } from './oneLead.ts'
import { Proof, ProofKeys, ProofPdf } from './proof.ts'
import { OUTGOING_CALLS } from './outgoingCalls.ts'
import { PRIVACY_CALLS } from './privacyCalls.ts'
import { RETURN_CALLS } from './returnCalls.ts'
import { SCRIPT_HOST_CALLS } from './scriptHostCalls.ts'
import { Today, TodayAsked } from './today.ts'
import { SETTLE_CALLS } from './settleCalls.ts'
import { WEBHOOK_CALLS } from './webhookCalls.ts'

/** Calls of /desk. */
export const DESK_CALLS = {
  'GET /api/reports/desk/choices': {
    caller: 'analyst',
    sites: 'filtered',
    summary: 'What the lists of the desk can be filtered by.',
    status: 200,
    answer: DeskChoices,
  },
  'GET /api/reports/desk/today': {
    caller: 'analyst',
    sites: 'filtered',
    summary:
      'The New York day so far: revenue beside the same weekday last week, leads by status, buyers in trouble, and what changed since yesterday.',
    query: TodayAsked,
    status: 200,
    answer: Today,
  },
  'POST /api/reports/desk/leads': {
    caller: 'analyst',
    sites: 'filtered',
    summary:
      'A page of leads, the newest first. A POST, so that what is searched for stands in no address and no log. 403 for a search by phone number or email address by who may not see persons.',
    body: LeadsAsked,
    status: 200,
    answer: LeadList,
  },
  'GET /api/reports/desk/lead': {
    caller: 'analyst',
    sites: 'filtered',
    summary:
      'One lead: its answers, its consents as evidence, what its session did and why, and its deliveries with each attempt. What the visitor typed is masked for who may not see persons.',
    query: LeadAsked,
    status: 200,
    answer: OneLead,
  },
  'GET /.well-known/leadloom-proof-keys.json': {
    caller: 'anyone',
    summary: 'The public keys that verify proofs, as a JSON Web Key Set (RFC 7517).',
    status: 200,
    answer: ProofKeys,
  },
  'GET /api/reports/desk/lead/proof': {
    caller: 'manager',
    sites: 'filtered',
    confirm: true,
    summary:
      'What proves where a lead came from, what its visitor agreed to and to whom it went: a chain of entries, each with the hash of the one before. 403 for who may not see persons.',
    query: LeadAsked,
    status: 200,
    answer: Proof,
  },
  'GET /api/reports/desk/lead/proof.pdf': {
    caller: 'manager',
    sites: 'filtered',
    confirm: true,
    summary:
      'The same as a PDF to read and to print, with the SHA-256 of the last link. 403 for who may not see persons.',
    query: LeadAsked,
    status: 200,
    answer: ProofPdf,
  },
  'POST /api/reports/desk/deliveries': {
    caller: 'analyst',
    sites: 'filtered',
    summary:
      'A page of deliveries, the newest first. What a buyer repeats of a person is masked for who may not see persons.',
    body: DeliveriesAsked,
    status: 200,
    answer: DeliveryList,
  },
  'GET /api/reports/desk/deliveries/overview': {
    caller: 'analyst',
    sites: 'filtered',
    summary:
      'How many deliveries of a range are in which state, and what was lost of them, by buyer, reason and day.',
    query: OverviewAsked,
    status: 200,
    answer: DeliveryOverview,
  },
  'POST /api/reports/desk/deliveries/replay': {
    caller: 'manager',
    sites: 'filtered',
    summary:
      'Sends leads again that were given up, rejected or called duplicates. Each keeps its idempotency key.',
    body: ReplayDeliveries,
    status: 200,
    answer: ReplayedDeliveries,
  },
  'POST /api/reports/desk/deliveries/replayable': {
    caller: 'analyst',
    sites: 'filtered',
    summary: 'How many of the matching deliveries can be sent again.',
    body: ReplayMatching,
    status: 200,
    answer: ReplayableCount,
  },
  'POST /api/reports/desk/deliveries/replay-matching': {
    caller: 'manager',
    sites: 'filtered',
    summary:
      'Sends all matching leads again that were given up, rejected or called duplicates, some at a time: lines of JSON, each a ReplayProgress, as it goes on. It ends early when the caller hangs up; what was sent again stays so.',
    body: ReplayMatching,
    status: 200,
    answer: ReplayProgressLines,
  },
  'POST /api/reports/desk/deliveries/csv': {
    caller: 'analyst',
    sites: 'filtered',
    summary: 'Matching deliveries as CSV, at most 50,000, without personal data.',
    body: DeliveriesAsked,
    status: 200,
    answer: CsvFile,
  },
  'POST /api/reports/desk/leads/csv': {
    caller: 'analyst',
    sites: 'filtered',
    summary: 'Matching leads as CSV, at most 50,000, with personal data masked.',
    body: LeadsAsked,
    status: 200,
    answer: CsvFile,
  },
  'POST /api/reports/desk/leads/csv/persons': {
    caller: 'manager',
    sites: 'filtered',
    confirm: true,
    summary: 'The same with personal data. 403 for who may not see persons.',
    body: LeadsAsked,
    status: 200,
    answer: CsvFile,
  },
  ...OUTGOING_CALLS,
  ...RETURN_CALLS,
  ...SETTLE_CALLS,
  ...WEBHOOK_CALLS,
  ...SCRIPT_HOST_CALLS,
  ...BUYER_CALLS,
  ...PRIVACY_CALLS,
} as const satisfies Record<string, Call>
