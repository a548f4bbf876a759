import type { PayoutCause } from '../nouns/payouts/payoutTypes.ts'
import type { Tally } from '../nouns/totals/tally.ts'

/** Context of a rule that writes, besides its statements. */
export interface WriteContext {
  /** Gathers counts; the engine writes them before the commit. */
  tally: Tally
  /** Gathers what affiliates may be paid for; the engine books it before the commit. */
  payouts: { add: (cause: PayoutCause) => void }
  /** Number of newest rows to keep. */
  quarantineRows: number
  /** Number by which other processes know if this one is alive; null if there are no others, or it has none. */
  process: () => number | null
  /** Called when personal data was erased. */
  onErase: () => void
}
