import type { ReturnClaim } from '../../../schemas/kernel/partners.ts'
import type { Handlers } from '../calls.ts'
import { cents } from '../kernel/cents.ts'
import type { Buyers } from '../delivery/attempt.ts'
import type { KeyTries } from '../limits/keyTries.ts'
import type { StoreAndClock } from '../kernel/ports.ts'
import { refusal } from '../kernel/problem.ts'
import { REFUSALS } from '../kernel/callRefusals.ts'

interface ReturnDeps extends StoreAndClock {
  buyers: Buyers
  keyTries: KeyTries
}

export function returns(ctx: ReturnDeps) {
  const keys = () =>
    new Map(
      [...ctx.buyers].flatMap(([name, { return_key }]) =>
        return_key === undefined ? [] : [[name, return_key] as const],
      ),
    )
  const takeBack = ({ key, ...claim }: ReturnClaim, ip: string) =>
    returnLead(ctx, claim, ctx.keyTries.nameOf(ip, key, keys()))
  return {
    'GET /webhook/returns': async ({ query, request }) => takeBack(query, request.ip),
    'POST /webhook/returns': async ({ body, request }) => takeBack(body, request.ip),
  } satisfies Partial<Handlers>
}

async function returnLead(
  { store, now }: StoreAndClock,
  claim: Omit<ReturnClaim, 'key'>,
  source: string | undefined,
): Promise<void> {
  const { id = null, lead = null, amount, return_id = null } = claim
  if (source === undefined) throw refusal(401, REFUSALS.notBuyersKey, { field: 'key' })
  if (id === null && lead === null)
    throw refusal(400, REFUSALS.leadUnnamed, {
      field: 'id',
    })
  const returnedCents = amount === undefined ? null : cents(amount)
  const { outcome } = await store.returnSale({
    source,
    external_id: id,
    key: lead,
    cents: returnedCents,
    return_id,
    at: now(),
  })
  if (outcome === 'unknown') throw refusal(404, REFUSALS.leadUnknown, { field: 'lead' })
  if (outcome === 'conflict') throw refusal(409, REFUSALS.otherReturn, { field: id === null ? 'lead' : 'id' })
  if (outcome === 'full') throw refusal(429, REFUSALS.tooManyReturns, { field: 'id' })
}
