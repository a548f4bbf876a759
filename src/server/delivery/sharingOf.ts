import type { Buyer } from '../../../schemas/buyer/buyer.ts'
import type { AttemptBounds } from '../../store/nouns/leads/leadTypes.ts'

/** Highest number of buyers that may get a lead this buyer gets, and the buyers to ask first if not all may get it. Never includes a
 *  buyer that bids against it. */
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
