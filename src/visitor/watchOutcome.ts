import type { Outcome } from '../../schemas/api.ts'
import { read } from './network.ts'

interface Watch {
  /** Where the server says it. */
  address: string
  token: string
  signal: AbortSignal
  /** Hears each answer; true ends the watch. */
  hear: (outcome: Outcome) => boolean
}

/** Buyers answer within a second or so, some after minutes. */
const WAITS_MS = [300, 700, 1000, 2000, 4000, 8000, 15_000, 30_000, 30_000, 30_000]

/** Asks what became of the visitor's leads, ever more seldom, until it is settled or `signal` says stop. An answer that
 *  does not come is asked for again. */
export async function watchOutcome({ address, token, signal, hear }: Watch): Promise<void> {
  for (const waitMs of WAITS_MS) {
    await new Promise((resolve) => setTimeout(resolve, waitMs))
    if (signal.aborted) return
    const outcome = await read<Outcome>(address, token).catch(() => null)
    if (signal.aborted || (outcome && hear(outcome))) return
  }
}
