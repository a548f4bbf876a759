import type { Outcome } from '../../../schemas/visitor/sessions.ts'
import type { Page } from '../../flow/page.ts'
import type { Cell } from './cell.ts'
import { read } from '../queue/network.ts'

interface Watch {
  /** Holds what the server last said. */
  outcome: Cell<Outcome | null>
  isSettled: (outcome: Outcome) => boolean
  signal: AbortSignal
}

/** Buyers answer within a second or so, some after minutes. */
const WAITS_MS = [300, 700, 1000, 2000, 4000, 8000, 15_000, 30_000, 30_000, 30_000]

/** Asks what became of the visitor's leads, ever more seldom, until it is settled or `signal` says stop. An answer that
 *  does not come is asked for again. */
export async function watchOutcome(
  { api, session }: Page,
  { outcome, isSettled, signal }: Watch,
): Promise<void> {
  for (const waitMs of WAITS_MS) {
    await new Promise((resolve) => setTimeout(resolve, waitMs))
    if (signal.aborted) return
    const answer = await read<Outcome>(`${api}/sessions/outcome`, session.token).catch(() => null)
    if (signal.aborted) return
    if (!answer) continue
    // What the browser itself asks is known to the page before the server hears of it.
    const next = { ...answer, not_sold: answer.not_sold ?? outcome.get()?.not_sold ?? null }
    outcome.set(next)
    if (isSettled(next)) return
  }
}
