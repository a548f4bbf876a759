import { Type } from 'typebox'
import type { Call } from '../call.ts'
import { closed } from '../shape.ts'
import { KnownBuyer, RemoveBuyer, SaveBuyer } from './buyers.ts'

/** What the page /desk calls about buyers. */
export const BUYER_CALLS = {
  'GET /api/reports/desk/buyers': {
    caller: 'analyst',
    summary: 'Every buyer, of the file and of the store, without its secrets.',
    status: 200,
    answer: closed({ data: Type.Array(KnownBuyer, { description: 'By key.' }) }),
  },
  'POST /api/reports/desk/buyers': {
    caller: 'manager',
    summary:
      'Saves a buyer. 409 when the file of buyers has it, or somebody saved since the revision that is named: nothing is changed, and the detail says who and when. 422 when it is not right: the errors say where. Every process goes by it within 2 seconds.',
    body: SaveBuyer,
    status: 200,
    answer: KnownBuyer,
  },
  'POST /api/reports/desk/buyers/remove': {
    caller: 'manager',
    summary: 'Removes a buyer, and its secrets for good. Leads for it are kept, and wait. 409 as for a save.',
    body: RemoveBuyer,
    status: 204,
  },
} as const satisfies Record<string, Call>
