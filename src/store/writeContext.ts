import type { Tally } from './totals/tally.ts'

/** What a rule that writes has besides its statements. */
export interface WriteContext {
  /** What is counted; its engine writes it before the commit. */
  tally: Tally
  /** The newest that are kept. */
  quarantineRows: number
  /** To be called when something personal was erased. */
  onErase: () => void
}
