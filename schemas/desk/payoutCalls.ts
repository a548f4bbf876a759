import { Type } from 'typebox'
import type { Call } from '../kernel/call.ts'
import { closed } from '../kernel/shape.ts'
import { CsvFile } from './deliveries.ts'
import {
  AddPayoutRule,
  AffiliateBalance,
  NewStatement,
  OnePayoutRule,
  OneStatement,
  PaidStatement,
  PayoutList,
  PayoutRule,
  PayoutsAsked,
  PayoutStatement,
  StatementNamed,
  StatementPdf,
} from './payouts.ts'

/** Calls of /desk about payouts to affiliates. */
export const PAYOUT_CALLS = {
  'GET /api/reports/desk/payouts/rules': {
    caller: 'analyst',
    sites: 'all',
    summary: 'The rules by which affiliates are paid: those in force first, then ended ones.',
    status: 200,
    answer: closed({ data: Type.Array(PayoutRule) }),
  },
  'POST /api/reports/desk/payouts/rules': {
    caller: 'manager',
    sites: 'all',
    summary:
      'Creates a rule for what happens from now on. 422 if its terms contradict each other, 409 if it overlaps a rule in force.',
    body: AddPayoutRule,
    status: 201,
    answer: OnePayoutRule,
  },
  'POST /api/reports/desk/payouts/rules/end': {
    caller: 'manager',
    sites: 'all',
    summary: 'Ends a rule. What it booked stays. 404 if it isn’t in force.',
    body: OnePayoutRule,
    status: 204,
  },
  'GET /api/reports/desk/payouts/balances': {
    caller: 'analyst',
    sites: 'all',
    summary: 'What each affiliate is owed and was paid.',
    status: 200,
    answer: closed({ data: Type.Array(AffiliateBalance) }),
  },
  'POST /api/reports/desk/payouts': {
    caller: 'analyst',
    sites: 'all',
    summary: 'A page of the ledger of payouts, newest first.',
    body: PayoutsAsked,
    status: 200,
    answer: PayoutList,
  },
  'POST /api/reports/desk/payouts/csv': {
    caller: 'analyst',
    sites: 'all',
    summary: 'Matching payouts as CSV, up to 50,000.',
    body: PayoutsAsked,
    status: 200,
    answer: CsvFile,
  },
  'GET /api/reports/desk/payouts/statements': {
    caller: 'analyst',
    sites: 'all',
    summary: 'Payout statements, newest first.',
    status: 200,
    answer: closed({ data: Type.Array(PayoutStatement) }),
  },
  'POST /api/reports/desk/payouts/statements': {
    caller: 'manager',
    sites: 'all',
    summary:
      'Creates a draft with everything that is payable by the last day of a period and isn’t in another statement. 422 if the period isn’t over, 409 if nothing is payable.',
    body: NewStatement,
    status: 201,
    answer: OneStatement,
  },
  'POST /api/reports/desk/payouts/statements/approve': {
    caller: 'manager',
    sites: 'all',
    summary: 'Approves a draft for payment. 409 if it isn’t a draft, or its total isn’t above zero.',
    body: OneStatement,
    status: 204,
  },
  'POST /api/reports/desk/payouts/statements/pay': {
    caller: 'manager',
    sites: 'all',
    summary: 'Records that an approved statement was paid. This can’t be undone.',
    body: PaidStatement,
    status: 204,
  },
  'POST /api/reports/desk/payouts/statements/discard': {
    caller: 'manager',
    sites: 'all',
    summary: 'Discards a statement that isn’t paid. Its payouts can be in another one.',
    body: OneStatement,
    status: 204,
  },
  'GET /api/reports/desk/payouts/statement.pdf': {
    caller: 'analyst',
    sites: 'all',
    summary: 'A statement as a PDF to send to the affiliate.',
    query: StatementNamed,
    status: 200,
    answer: StatementPdf,
  },
} as const satisfies Record<string, Call>
