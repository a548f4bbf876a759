import type { Call } from '../kernel/call.ts'
import {
  SettleAsked,
  SettleAsking,
  SettleBook,
  SettleKept,
  SettleList,
  SettleNamed,
  SettleStatement,
  SettleStory,
  SettleSums,
} from './settle.ts'

/** Calls of /desk about money in doubt. */
export const SETTLE_CALLS = {
  'POST /api/reports/desk/settle': {
    caller: 'analyst',
    sites: 'filtered',
    summary:
      'A page of unsettled money by kind, newest first. Names are masked without access to personal data.',
    body: SettleAsked,
    status: 200,
    answer: SettleList,
  },
  'GET /api/reports/desk/settle/sum': {
    caller: 'analyst',
    sites: 'filtered',
    summary: 'The unsettled amounts by kind.',
    status: 200,
    answer: SettleSums,
  },
  'GET /api/reports/desk/settle/entry': {
    caller: 'analyst',
    sites: 'filtered',
    summary: 'One unsettled entry, with its history. 404 if there’s none or it’s already settled.',
    query: SettleNamed,
    status: 200,
    answer: SettleStory,
  },
  'POST /api/reports/desk/settle/book': {
    caller: 'manager',
    sites: 'filtered',
    summary:
      'Books an unsettled sale with an amount, or a return. 404 if there’s no such entry. 409 if the ledger refuses it.',
    body: SettleBook,
    status: 204,
  },
  'POST /api/reports/desk/settle/dismiss': {
    caller: 'manager',
    sites: 'filtered',
    summary:
      'Settles an entry without booking anything. A lead that was probably sold then counts as not sold, and can go to the next buyer.',
    body: SettleNamed,
    status: 204,
  },
  'POST /api/reports/desk/settle/ask': {
    caller: 'manager',
    sites: 'filtered',
    summary: 'Records that you asked the buyer about an entry, or removes that mark.',
    body: SettleAsking,
    status: 204,
  },
  'POST /api/reports/desk/settle/undo': {
    caller: 'manager',
    sites: 'filtered',
    summary:
      'Undoes settling an entry: restores one that was dismissed, or reverses one that was booked seconds ago. 409 later, or if the lead may have gone to another buyer since.',
    body: SettleNamed,
    status: 204,
  },
  'POST /api/reports/desk/settle/statement': {
    caller: 'manager',
    sites: 'all',
    summary:
      'Keeps the lines of a buyer’s statement that differ from the ledger until they’re settled. Each is kept once.',
    body: SettleStatement,
    status: 200,
    answer: SettleKept,
  },
} as const satisfies Record<string, Call>
