import { TOO_ENTANGLED } from './diagram.ts'
import type { Witness } from './witness.ts'

/** Tells whether such a visitor exists, and computes one's answers on demand. */
export interface Answer {
  possible: boolean
  script: () => Witness | null
}

/** The result of `work`, or null when it takes more than the budget. */
export function decided<T>(work: () => T): T | null {
  try {
    return work()
  } catch (error) {
    if (error === TOO_ENTANGLED) return null
    throw error
  }
}
