import type { Flow } from '../../../schemas/flow/flow.ts'
import type { UnsoldOffer } from '../../../schemas/studio/drafts.ts'
import { inWords } from '../../flow/inWords.ts'
import type { Store } from '../../store/store.ts'
import type { Buyers } from '../delivery/attempt.ts'
import { REFUSALS } from '../kernel/callRefusals.ts'
import { NOTICES } from '../kernel/operatorNotices.ts'

interface Takers {
  buyers: Buyers
  store: Pick<Store, 'webhooks'>
}

/** Offers whose leads have nowhere to go: they name buyers, none of which is set up, and no webhook takes leads. A lead action with an
 *  empty list of buyers says on purpose that its leads are only saved. */
export async function unsoldOffers({ buyers, store }: Takers, flow: Pick<Flow, 'ui_config'>) {
  const { offers, buyers: named = {} } = flow.ui_config
  const unsold = Object.values(offers).flatMap(({ name, steps }): UnsoldOffer[] => {
    const keys = [
      ...new Set(
        steps.flatMap(({ execute_actions = [] }) => execute_actions.flatMap(({ buyers = [] }) => buyers)),
      ),
    ]
    if (keys.length === 0 || keys.some((buyer) => buyers.has(buyer))) return []
    return [{ offer: name, buyers: keys.map((buyer) => named[buyer]?.name ?? buyer) }]
  })
  if (unsold.length === 0) return []
  const takesLeads = (await store.webhooks()).some(
    ({ ended_at, kinds }) => ended_at === null && kinds.includes('lead'),
  )
  return takesLeads ? [] : unsold
}

/** Refusal to publish them. */
export function leadsNowhere(unsold: readonly UnsoldOffer[]): string {
  return REFUSALS.leadsNowhere(...namesOf(unsold))
}

/** Warning about them where they were published all the same; null if there are none. */
export function leadsWait(unsold: readonly UnsoldOffer[]): string | null {
  return unsold.length === 0 ? null : NOTICES.leadsWait(...namesOf(unsold))
}

function namesOf(unsold: readonly UnsoldOffer[]): [offers: string, buyers: string] {
  const buyers = new Set(unsold.flatMap(({ buyers }) => buyers))
  const offers = unsold.map(({ offer }) => `"${offer}"`)
  return [inWords(offers, 'and'), inWords([...buyers], 'or')]
}
