import type { Delivery } from '../../../schemas/buyer/buyer.ts'
import type { NotReplayed } from '../../../schemas/desk/deliveries.ts'

/** Reason that a delivery wasn't replayed. `delivery`: null if no delivery has this number. */
export function whyNotReplayed(
  delivery: Pick<Delivery, 'state' | 'duplicate_of' | 'in_doubt'> | null,
): NotReplayed {
  if (!delivery) return 'unknown'
  const { state, duplicate_of, in_doubt } = delivery
  if (in_doubt && state !== 'due') return 'in_doubt'
  if (state === 'dead' || state === 'rejected') return 'consent_refused'
  return state === 'duplicate' && duplicate_of !== null ? 'sold_before' : 'other_state'
}
