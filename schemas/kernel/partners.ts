import { Type, type Static } from 'typebox'
import { DOLLARS, closed, oneOf } from './shape.ts'
import type { Call } from './call.ts'

/** Reports from partners and buyers. */

export const Conversion = closed({
  key: Type.String({ minLength: 1, maxLength: 200, description: 'The partner’s secret.' }),
  ref: Type.String({ maxLength: 400, description: 'The aff_sub5 value: offer|click_ref|session_uuid|step.' }),
  id: Type.String({ minLength: 1, maxLength: 200, description: 'The partner’s ID for the conversion.' }),
  amount: Type.String({
    pattern: DOLLARS,
    description: 'Dollars.',
    examples: ['12.34'],
  }),
  status: oneOf(['approved', 'returned']),
})
export type Conversion = Static<typeof Conversion>

export const ReturnClaim = closed({
  key: Type.String({
    minLength: 1,
    maxLength: 200,
    description: 'The buyer’s secret, which is return_key in the buyers file.',
  }),
  id: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'The buyer’s ID for the lead, from its response.',
    }),
  ),
  lead: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'Our key for the lead, from the idempotency-key header it was posted with.',
    }),
  ),
  amount: Type.Optional(
    Type.String({
      pattern: DOLLARS,
      description:
        'The amount to return in dollars, fully or partly. If omitted, everything that’s left is returned.',
      examples: ['12.34'],
    }),
  ),
  return_id: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description:
        'The buyer’s ID for this return. If omitted, a second report with the same amount counts as the same return.',
    }),
  ),
})
export type ReturnClaim = Static<typeof ReturnClaim>

export const PARTNER_CALLS = {
  'GET /webhook/conversions': {
    caller: 'anyone',
    summary:
      'Reports a partner’s conversion or its return. 409 if its ID is known with another amount, offer, or session.',
    query: Conversion,
    status: 204,
  },
  'POST /webhook/conversions': {
    caller: 'anyone',
    summary: 'The same, with the data in the body.',
    body: Conversion,
    status: 204,
  },
  'GET /webhook/returns': {
    caller: 'anyone',
    summary:
      'Returns a buyer’s lead or a part of its price, by id or lead. If the sale isn’t booked yet, the return is booked together with it. 409 if it’s more than is left or contradicts the ledger.',
    query: ReturnClaim,
    status: 204,
  },
  'POST /webhook/returns': {
    caller: 'anyone',
    summary: 'The same, with the data in the body.',
    body: ReturnClaim,
    status: 204,
  },
} as const satisfies Record<string, Call>
