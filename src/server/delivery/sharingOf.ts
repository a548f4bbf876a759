import type { Buyer } from '../../../schemas/buyer.ts'
import type { AttemptBounds } from '../../store/leads/leadTypes.ts'

/** With how many a buyer shares a lead, and who is asked before it where not all may get it: never another that bids
 *  against it. */
export function sharingOf(
  buyers: ReadonlyMap<string, Buyer>,
  key: string,
): Pick<AttemptBounds, 'shares' | 'before'> {
  const { shares, priority = PRIORITY, auction } = buyers.get(key) ?? {}
  const before = [...buyers].flatMap(
    ([other, { shares: theirs, priority: first = PRIORITY, auction: bids }]) =>
      first < priority && (shares ?? theirs) !== undefined && !(auction && bids) ? other : [],
  )
  return { ...(shares !== undefined && { shares }), ...(before.length > 0 && { before }) }
}

export const PRIORITY = 50
