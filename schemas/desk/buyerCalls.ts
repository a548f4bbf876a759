import type { Call } from '../kernel/call.ts'
import {
  BuyerList,
  KnownBuyer,
  LastWeek,
  RemoveBuyer,
  SaveBuyer,
  TestBuyer,
  TestedBuyer,
  TurnedAway,
} from './buyers.ts'
import { Scorecard, ScorecardAsked } from './scorecard.ts'

/** Calls of /desk about buyers. */
export const BUYER_CALLS = {
  'GET /api/reports/desk/buyers': {
    caller: 'analyst',
    sites: 'all',
    summary: 'Every buyer, of the file and of the store, without its secrets.',
    status: 200,
    answer: BuyerList,
  },
  'GET /api/reports/desk/buyers/scorecard': {
    caller: 'analyst',
    sites: 'filtered',
    summary:
      'A buyer’s last 8 New York weeks: leads asked, bid on, won, lost, refused and returned, money, answer times and use of caps. A buyer without leads has zeros.',
    query: ScorecardAsked,
    status: 200,
    answer: Scorecard,
  },
  'POST /api/reports/desk/buyers': {
    caller: 'manager',
    sites: 'all',
    confirm: true,
    summary:
      'Saves a buyer. 409 when the file of buyers has it, or somebody saved since the revision that is named: nothing is changed, and the detail says who and when. 422 when it is not right: the errors say where. Every process goes by it within 2 seconds.',
    body: SaveBuyer,
    status: 200,
    answer: KnownBuyer,
  },
  'POST /api/reports/desk/buyers/turned-away': {
    caller: 'manager',
    sites: 'all',
    summary:
      'How many of the leads that wait for a buyer a change would turn away. Nothing is saved. 409 and 422 as for a save.',
    body: SaveBuyer,
    status: 200,
    answer: TurnedAway,
  },
  'POST /api/reports/desk/buyers/last-week': {
    caller: 'manager',
    sites: 'all',
    summary:
      'How many leads of the last 7 days a change would have sent to a buyer. Nothing is saved. 409 and 422 as for a save.',
    body: SaveBuyer,
    status: 200,
    answer: LastWeek,
  },
  'POST /api/reports/desk/buyers/remove': {
    caller: 'manager',
    sites: 'all',
    summary: 'Removes a buyer, and its secrets for good. Leads for it are kept, and wait. 409 as for a save.',
    body: RemoveBuyer,
    status: 204,
  },
  'POST /api/reports/desk/buyers/test': {
    caller: 'manager',
    sites: 'all',
    summary:
      'Sends a made-up lead, marked as a test, to a buyer, and tells what it answered. Nothing is kept, counted or sold. 422 where the buyer could take it for a real lead.',
    body: TestBuyer,
    status: 200,
    answer: TestedBuyer,
  },
} as const satisfies Record<string, Call>
