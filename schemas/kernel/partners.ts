import { Type, type Static } from 'typebox'
import { DOLLARS, closed, oneOf } from './shape.ts'
import type { Call } from './call.ts'

/** Reports from partners and buyers. */

export const Conversion = closed({
  key: Type.String({ minLength: 1, maxLength: 200, description: 'The partner’s secret.' }),
  ref: Type.String({ maxLength: 400, description: 'The aff_sub5 value: offer|click_ref|session_uuid|step.' }),
  id: Type.String({ minLength: 1, maxLength: 200, description: 'The partner’s own id of the conversion.' }),
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
    description: 'The buyer’s secret: its return_key in the file of buyers.',
  }),
  id: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'The buyer’s own id of the lead, as it answered it.',
    }),
  ),
  lead: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'Our key of the lead: the header idempotency-key that it was posted with.',
    }),
  ),
  amount: Type.Optional(
    Type.String({
      pattern: DOLLARS,
      description:
        'Dollars that are taken back: all that is left of the sale, or a part of it. Without it, all that is left.',
      examples: ['12.34'],
    }),
  ),
  return_id: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description:
        'The buyer’s own id of this return. Without it, a second report of the same amount is the same return.',
    }),
  ),
})
export type ReturnClaim = Static<typeof ReturnClaim>

export const PARTNER_CALLS = {
  'GET /webhook/conversions': {
    caller: 'anyone',
    summary:
      'A partner reports a conversion or its return. 409 when its id is known with another amount, offer or session.',
    query: Conversion,
    status: 204,
  },
  'POST /webhook/conversions': {
    caller: 'anyone',
    summary: 'The same, in the body.',
    body: Conversion,
    status: 204,
  },
  'GET /webhook/returns': {
    caller: 'anyone',
    summary:
      'A buyer returns a lead or a part of what it paid, named by id or lead. One that it did not pay yet is taken back once it does; 409 when it is more than is left, or the ledger has it otherwise.',
    query: ReturnClaim,
    status: 204,
  },
  'POST /webhook/returns': {
    caller: 'anyone',
    summary: 'The same, in the body.',
    body: ReturnClaim,
    status: 204,
  },
} as const satisfies Record<string, Call>
