import type { Tally } from './totals/tally.ts'

/** What a rule that writes has besides its statements. */
export interface WriteContext {
  /** What is counted; its engine writes it before the commit. */
  tally: Tally
  /** The newest that are kept. */
  quarantineRows: number
  /** The number by which other processes know whether this one lives; null where there are none, or it has none. */
  process: () => number | null
  /** To be called when something personal was erased. */
  onErase: () => void
}
