import type { ReturnClaim } from '../../../schemas/api.ts'
import type { Handlers } from '../calls.ts'
import { cents } from '../cents.ts'
import type { Context } from '../context.ts'
import { sameSecret } from '../envelope.ts'
import { refusal } from '../problem.ts'

export function returns(ctx: Context) {
  return {
    'GET /webhook/returns': ({ query }) => takeBack(ctx, query),
    'POST /webhook/returns': ({ body }) => takeBack(ctx, body),
  } satisfies Partial<Handlers>
}

async function takeBack({ store, buyers, now }: Context, claim: ReturnClaim): Promise<void> {
  const { key, id = null, lead = null, amount } = claim
  const source = buyerOf(buyers, key)
  if (source === undefined) throw refusal(401, 'The key is no buyer’s.', { field: 'key' })
  if (id === null && lead === null)
    throw refusal(400, 'Name the lead: by your id of it, or by the key that it was posted under as lead.', {
      field: 'id',
    })
  const returnedCents = amount === undefined ? null : cents(amount)
  const { outcome } = await store.returnSale({
    source,
    external_id: id,
    key: lead,
    cents: returnedCents,
    at: now(),
  })
  if (outcome === 'unknown')
    throw refusal(404, 'No lead was posted to you under this key.', { field: 'lead' })
  if (outcome === 'conflict')
    throw refusal(
      409,
      'The ledger has this lead with another amount, or under another id. It is unchanged; this was kept for the operator.',
      { field: id === null ? 'lead' : 'id' },
    )
  if (outcome === 'full') throw refusal(429, 'Too many returns wait for their sales.', { field: 'id' })
}

/** Every key is compared, so that the time says nothing of which is near. */
function buyerOf(buyers: Context['buyers'], key: string): string | undefined {
  return [...buyers]
    .filter(([, { return_key }]) => return_key !== undefined && sameSecret(return_key, key))
    .map(([name]) => name)[0]
}
