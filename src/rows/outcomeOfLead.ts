import type { LeadDelivery } from '../../schemas/desk/leads.ts'

/** Outcome of a lead over all of its deliveries. */
export type LeadOutcome = 'sold' | 'probably_sold' | 'waiting' | 'returned' | 'failed' | 'unsold' | 'unsent'

type Sent = Pick<LeadDelivery, 'status' | 'held' | 'buyer'>

/** Outcome of a lead, and the deliveries that it comes from. A lead that a buyer may still get isn't unsold yet. */
export function outcomeOfLead<One extends Sent>(
  deliveries: readonly One[],
): { outcome: LeadOutcome; by: One[] } {
  for (const [outcome, statuses] of OUTCOMES) {
    const by = deliveries.filter(({ status }) => statuses.includes(status))
    if (by.length > 0) return { outcome, by }
  }
  return { outcome: deliveries.length === 0 ? 'unsent' : 'unsold', by: [...deliveries] }
}

const OUTCOMES: readonly [LeadOutcome, readonly string[]][] = [
  ['sold', ['accepted']],
  ['probably_sold', ['probably_sold']],
  ['waiting', ['due', 'held']],
  ['returned', ['returned']],
  ['failed', ['dead']],
]
