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
    summary: 'Lists all buyers from the file and the store, without their secrets.',
    status: 200,
    answer: BuyerList,
  },
  'GET /api/reports/desk/buyers/scorecard': {
    caller: 'analyst',
    sites: 'filtered',
    summary:
      'A buyer’s last 8 weeks (New York time): leads asked, bid on, won, lost, refused, and returned, plus money, response times, and cap use. A buyer without leads has zeros.',
    query: ScorecardAsked,
    status: 200,
    answer: Scorecard,
  },
  'POST /api/reports/desk/buyers': {
    caller: 'manager',
    sites: 'all',
    confirm: true,
    summary:
      'Saves a buyer. 409 if the buyer is defined in the buyers file, or someone saved it after the revision you named. Nothing is changed then, and the detail says who saved it and when. 422 if it’s invalid; the errors say where. Every process uses it within 2 seconds.',
    body: SaveBuyer,
    status: 200,
    answer: KnownBuyer,
  },
  'POST /api/reports/desk/buyers/turned-away': {
    caller: 'manager',
    sites: 'all',
    summary:
      'The number of waiting leads for a buyer that a change would turn away. Nothing is saved. 409 and 422 as when saving.',
    body: SaveBuyer,
    status: 200,
    answer: TurnedAway,
  },
  'POST /api/reports/desk/buyers/last-week': {
    caller: 'manager',
    sites: 'all',
    summary:
      'The number of leads from the last 7 days that a change would have sent to a buyer. Nothing is saved. 409 and 422 as when saving.',
    body: SaveBuyer,
    status: 200,
    answer: LastWeek,
  },
  'POST /api/reports/desk/buyers/remove': {
    caller: 'manager',
    sites: 'all',
    summary:
      'Removes a buyer, and permanently deletes its secrets. Its leads are kept, and waiting ones keep waiting. 409 as when saving.',
    body: RemoveBuyer,
    status: 204,
  },
  'POST /api/reports/desk/buyers/test': {
    caller: 'manager',
    sites: 'all',
    summary:
      'Sends a made-up lead, marked as a test, to a buyer and returns its response. Nothing is kept, counted, or sold. 422 if the buyer could mistake it for a real lead.',
    body: TestBuyer,
    status: 200,
    answer: TestedBuyer,
  },
} as const satisfies Record<string, Call>
