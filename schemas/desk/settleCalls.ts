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
      'A page of money in doubt, by kind, the newest first. Names are masked for who may not see persons.',
    body: SettleAsked,
    status: 200,
    answer: SettleList,
  },
  'GET /api/reports/desk/settle/sum': {
    caller: 'analyst',
    sites: 'filtered',
    summary: 'How much money is in doubt, by kind.',
    status: 200,
    answer: SettleSums,
  },
  'GET /api/reports/desk/settle/entry': {
    caller: 'analyst',
    sites: 'filtered',
    summary: 'One entry of money in doubt, with what happened. 404 where there is none, or it is settled.',
    query: SettleNamed,
    status: 200,
    answer: SettleStory,
  },
  'POST /api/reports/desk/settle/book': {
    caller: 'manager',
    sites: 'filtered',
    summary:
      'Books a sale in doubt at an amount, or takes a return back. 404 where there is no such entry; 409 where the ledger refuses it.',
    body: SettleBook,
    status: 204,
  },
  'POST /api/reports/desk/settle/dismiss': {
    caller: 'manager',
    sites: 'filtered',
    summary:
      'Settles an entry without booking anything. A lead that was probably sold counts as not sold, and may go to the next buyer.',
    body: SettleNamed,
    status: 204,
  },
  'POST /api/reports/desk/settle/ask': {
    caller: 'manager',
    sites: 'filtered',
    summary: 'Marks an entry as asked of its buyer, or takes the mark away.',
    body: SettleAsking,
    status: 204,
  },
  'POST /api/reports/desk/settle/undo': {
    caller: 'manager',
    sites: 'filtered',
    summary:
      'Puts an entry back: one that was dismissed, or one that was booked seconds ago, by reversing what that booked. 409 for one whose lead may have gone to another buyer since, and later.',
    body: SettleNamed,
    status: 204,
  },
  'POST /api/reports/desk/settle/statement': {
    caller: 'manager',
    sites: 'all',
    summary:
      'Keeps lines of a buyer’s statement that differ from the ledger, each once, until they are settled.',
    body: SettleStatement,
    status: 200,
    answer: SettleKept,
  },
} as const satisfies Record<string, Call>
