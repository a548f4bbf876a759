import type { Buyer } from '../../../schemas/buyer/buyer.ts'
import type { TurnedAway } from '../../../schemas/desk/buyers.ts'
import { isChoosy, whyUnwanted } from '../delivery/statesAndFilters.ts'
import type { Store } from '../../store/store.ts'

/** Counts the leads that wait for a buyer, and those of them that it takes `before` a change but not `after`. */
export async function turnedAway(
  store: Store,
  key: string,
  { before, after }: { before: Buyer | undefined; after: Buyer },
): Promise<TurnedAway> {
  const found = await store.waitingLeads(key, MOST_LOOKED_AT + 1)
  const leads = found.slice(0, MOST_LOOKED_AT)
  let turned_away = 0
  if (isChoosy(after))
    for (const [place, { lead }] of leads.entries()) {
      if (place % AT_A_TIME === 0) await new Promise(setImmediate)
      const isRefused = (await whyUnwanted(after, lead)) !== null
      if (isRefused && (!before || (await whyUnwanted(before, lead)) === null)) turned_away++
    }
  return { waiting: leads.length, turned_away, is_all: found.length <= MOST_LOOKED_AT }
}

/** Judging a lead takes up to half a millisecond. */
const MOST_LOOKED_AT = 5000
const AT_A_TIME = 20
