import { TOO_ENTANGLED } from './diagram.ts'
import type { Witness } from './witness.ts'

/** Tells whether such a visitor exists, and computes one's answers on demand. */
export interface Answer {
  possible: boolean
  script: () => Witness | null
}

/** Result of `work`, or null if it exceeds the budget. */
export function decided<T>(work: () => T): T | null {
  try {
    return work()
  } catch (error) {
    if (error === TOO_ENTANGLED) return null
    throw error
  }
}
