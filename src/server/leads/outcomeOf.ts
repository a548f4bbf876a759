import type { NotSold, Outcome } from '../../../schemas/visitor/sessions.ts'
import type { Buyer } from '../../../schemas/buyer/buyer.ts'
import type { Buyers } from '../delivery/attempt.ts'
import type { Store } from '../../store/store.ts'
import { maySendTo } from '../delivery/redirectHosts.ts'
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
  const leads = (await store.sessionDeliveries(uuid)).map(async (delivery): Promise<Lead> => {
    const { offer, buyer, state, isUnderWay, isUnsure, redirect_url, payload, answeredAt } = delivery
    if (state === 'suppressed') return { offer, buyer, state: 'kept' }
    // A duplicate is someone's earlier lead. Anyone can type another person's phone number and name, so it reads as accepted, and no
    // sooner than the buyer's answer would have come.
    if (state === 'duplicate') {
      const isAnswered = delivery.isOwnDuplicate ? answeredAt !== null && answeredAt <= now() : true
      return { offer, buyer, state: isAnswered ? 'accepted' : 'due' }
    }
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

/** Page that the buyer sends the visitor to, as long as that is allowed. */
function redirectOf(buyer: Buyer | undefined, address: string | null): Pick<Lead, 'redirect'> {
  const url = address === null ? null : URL.parse(address)
  return buyer && url && maySendTo(buyer, url) ? { redirect: url.href } : {}
}

type Lead = Outcome['leads'][number]

/** Generalizes opt-outs made by number, address or operator, since they may come from someone other than this visitor. */
function notSold(source: string | undefined): NotSold | null {
  if (source === undefined) return null
  return source === 'gpc' || source === 'do_not_sell' ? source : 'request'
}
