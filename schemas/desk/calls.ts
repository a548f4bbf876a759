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
import { PAYOUT_CALLS } from './payoutCalls.ts'
import { POSTBACK_CALLS } from './postbackCalls.ts'
import { OPT_OUT_CALLS } from './optOuts.ts'
import { PRIVACY_CALLS } from './privacyCalls.ts'
import { RETURN_CALLS } from './returnCalls.ts'
import { LAW_CALLS } from './lawCalls.ts'
import { SCRIPT_HOST_CALLS } from './scriptHostCalls.ts'
import { Today, TodayAsked } from './today.ts'
import { SETTLE_CALLS } from './settleCalls.ts'
import { WEBHOOK_CALLS } from './webhookCalls.ts'
import { COST_CALLS } from './costCalls.ts'

/** Calls of /desk. */
export const DESK_CALLS = {
  'GET /api/reports/desk/choices': {
    caller: 'analyst',
    sites: 'filtered',
    summary: 'The options for filtering lists at /desk.',
    status: 200,
    answer: DeskChoices,
  },
  'GET /api/reports/desk/today': {
    caller: 'analyst',
    sites: 'filtered',
    summary:
      'The current New York day: revenue compared with the same weekday last week, leads by status, buyers with problems, and changes since yesterday.',
    query: TodayAsked,
    status: 200,
    answer: Today,
  },
  'POST /api/reports/desk/leads': {
    caller: 'analyst',
    sites: 'filtered',
    summary:
      'A page of leads, newest first. It’s a POST so that search terms don’t end up in addresses and logs. 403 for a search by phone number or email address without access to personal data.',
    body: LeadsAsked,
    status: 200,
    answer: LeadList,
  },
  'GET /api/reports/desk/lead': {
    caller: 'analyst',
    sites: 'filtered',
    summary:
      'One lead: its answers, its consents with evidence, what happened in its session and why, and its deliveries with each attempt. What the visitor typed is masked without access to personal data.',
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
      'Proof of where a lead came from, what its visitor agreed to, and who it was sent to. It’s a chain of links, each with the hash of the previous one. 403 without access to personal data.',
    query: LeadAsked,
    status: 200,
    answer: Proof,
  },
  'GET /api/reports/desk/lead/proof.pdf': {
    caller: 'manager',
    sites: 'filtered',
    confirm: true,
    summary:
      'The proof as a PDF to read and print, with the SHA-256 of its last link. 403 without access to personal data.',
    query: LeadAsked,
    status: 200,
    answer: ProofPdf,
  },
  'POST /api/reports/desk/deliveries': {
    caller: 'analyst',
    sites: 'filtered',
    summary:
      'A page of deliveries, newest first. Personal data in buyers’ responses is masked without access to it.',
    body: DeliveriesAsked,
    status: 200,
    answer: DeliveryList,
  },
  'GET /api/reports/desk/deliveries/overview': {
    caller: 'analyst',
    sites: 'filtered',
    summary: 'The number of deliveries in a range by status, and the lost ones by buyer, reason, and day.',
    query: OverviewAsked,
    status: 200,
    answer: DeliveryOverview,
  },
  'POST /api/reports/desk/deliveries/replay': {
    caller: 'manager',
    sites: 'filtered',
    summary:
      'Sends leads again that failed, were rejected, or were called duplicates. Each keeps its idempotency key.',
    body: ReplayDeliveries,
    status: 200,
    answer: ReplayedDeliveries,
  },
  'POST /api/reports/desk/deliveries/replayable': {
    caller: 'analyst',
    sites: 'filtered',
    summary: 'The number of matching deliveries that can be sent again.',
    body: ReplayMatching,
    status: 200,
    answer: ReplayableCount,
  },
  'POST /api/reports/desk/deliveries/replay-matching': {
    caller: 'manager',
    sites: 'filtered',
    summary:
      'Sends all matching leads again that failed, were rejected, or were called duplicates, a batch at a time. Streams lines of JSON, each a ReplayProgress. It stops early if the caller disconnects. What was already sent isn’t undone.',
    body: ReplayMatching,
    status: 200,
    answer: ReplayProgressLines,
  },
  'POST /api/reports/desk/deliveries/csv': {
    caller: 'analyst',
    sites: 'filtered',
    summary: 'Matching deliveries as CSV, up to 50,000, without personal data.',
    body: DeliveriesAsked,
    status: 200,
    answer: CsvFile,
  },
  'POST /api/reports/desk/leads/csv': {
    caller: 'analyst',
    sites: 'filtered',
    summary: 'Matching leads as CSV, up to 50,000, with personal data masked.',
    body: LeadsAsked,
    status: 200,
    answer: CsvFile,
  },
  'POST /api/reports/desk/leads/csv/persons': {
    caller: 'manager',
    sites: 'filtered',
    confirm: true,
    summary: 'Matching leads as CSV, up to 50,000, with personal data. 403 without access to it.',
    body: LeadsAsked,
    status: 200,
    answer: CsvFile,
  },
  ...OUTGOING_CALLS,
  ...RETURN_CALLS,
  ...SETTLE_CALLS,
  ...PAYOUT_CALLS,
  ...POSTBACK_CALLS,
  ...WEBHOOK_CALLS,
  ...COST_CALLS,
  ...LAW_CALLS,
  ...SCRIPT_HOST_CALLS,
  ...BUYER_CALLS,
  ...PRIVACY_CALLS,
  ...OPT_OUT_CALLS,
} as const satisfies Record<string, Call>
