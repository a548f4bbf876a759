import type { NotSold, Outcome } from '../../../schemas/visitor/sessions.ts'
import type { Buyer } from '../../../schemas/buyer/buyer.ts'
import type { Buyers } from '../delivery/attempt.ts'
import type { Store } from '../../store/store.ts'
import { leadsToOwnPages, maySendTo } from '../delivery/redirectHosts.ts'
import type { SessionDelivery } from '../../store/nouns/leads/leadTypes.ts'
import type { SessionRecord } from '../../store/nouns/sessions/sessionTypes.ts'

export interface OutcomeDeps {
  store: Store
  buyers: Buyers
  now: () => number
}

/** Results of leads that their visitor may know. `asked`: opt-out signal from the browser. It is applied to due leads right away, before
 *  their delivery would find out. */
export async function outcomeOf(
  { store, buyers, now }: OutcomeDeps,
  { uuid, steps }: Pick<SessionRecord, 'uuid' | 'steps'>,
  asked: string | undefined,
): Promise<Outcome> {
  const given = steps.flatMap(({ answers }) => answers.map(({ raw_data }) => raw_data))
  const [optOut] = await store.optOuts(uuid, given)
  const deliveries = await store.sessionDeliveries(uuid)
  const leads = deliveries.map(async (delivery): Promise<Lead> => {
    const { offer, buyer, state, isUnderWay, isUnsure, redirect_url, payload } = delivery
    if (state === 'suppressed') return { offer, buyer, state: 'kept' }
    if (state === 'duplicate')
      return { offer, buyer, state: asIfNew(delivery, { deliveries, buyers, at: now() }) }
    if (state === 'accepted') return { offer, buyer, state, ...redirectOf(buyers.get(buyer), redirect_url) }
    // The buyer probably has it, and may call.
    if (state === 'dead' && isUnsure) return { offer, buyer, state: 'due' }
    if (state !== 'due' || isUnderWay) return { offer, buyer, state }
    if ((await store.optOutsOfLead({ session_uuid: uuid, offer }, Object.values(payload).flat())).length > 0)
      return { offer, buyer, state: 'kept' }
    return { offer, buyer, state: buyers.has(buyer) ? 'due' : 'waiting' }
  })
  const source = asked ?? (optOut?.of === 'session' ? optOut.source : optOut && 'request')
  return { not_sold: notSold(source), leads: await Promise.all(leads) }
}

/** State that a duplicate would have if it weren't one. It is someone's earlier lead, and anyone can type another person's phone number and
 *  name, so it reads as accepted: no sooner than the buyer's answer would have come, and by no more buyers than may have the lead. */
function asIfNew(
  duplicate: SessionDelivery,
  { deliveries, buyers, at }: { deliveries: readonly SessionDelivery[]; buyers: Buyers; at: number },
): Lead['state'] {
  const { offer, buyer, isOwnDuplicate, answeredAt } = duplicate
  const config = buyers.get(buyer)
  // It would be missed that the buyer named no page. A refusal has many reasons.
  if (!isOwnDuplicate && config && leadsToOwnPages(config)) return 'rejected'
  const others = deliveries.filter((other) => other !== duplicate && other.offer === offer)
  const isBefore = (other: SessionDelivery) => deliveries.indexOf(other) < deliveries.indexOf(duplicate)
  const having = others.filter(
    (other) =>
      other.state === 'accepted' || other.isUnsure || (other.state === 'duplicate' && isBefore(other)),
  )
  const shares = Math.min(...[duplicate, ...having].map((one) => buyers.get(one.buyer)?.shares ?? Infinity))
  if (having.length + 1 > shares) return 'rejected'
  if (shares < Infinity && others.some(({ state }) => state === 'due')) return 'due'
  return !isOwnDuplicate || (answeredAt !== null && answeredAt <= at) ? 'accepted' : 'due'
}

/** Page that the buyer sends the visitor to, as long as that is allowed. */
function redirectOf(buyer: Buyer | undefined, address: string | null): Pick<Lead, 'redirect'> {
  const url = address === null ? null : URL.parse(address)
  return buyer && url && maySendTo(buyer, url) ? { redirect: url.href } : {}
}

type Lead = Outcome['leads'][number]

/** Generalizes opt-outs made by number, address, or operator, since they may come from someone other than this visitor. */
function notSold(source: string | undefined): NotSold | null {
  if (source === undefined) return null
  return source === 'gpc' || source === 'do_not_sell' ? source : 'request'
}
