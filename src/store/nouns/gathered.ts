import { openPayoutBook } from './payouts/payoutBook.ts'
import { openTally } from './totals/tally.ts'

/** Opens what the writes of a batch gather in memory, to be written at its end: payouts, and the totals, to which these add. */
export function openGathered() {
  const tally = openTally()
  const payouts = openPayoutBook(tally)
  return {
    tally,
    payouts,
    /** Drops what was gathered, when the rows that it follows from were rolled back. */
    forget(): void {
      payouts.forget()
      tally.forget()
    },
  }
}
export type Gathered = ReturnType<typeof openGathered>
