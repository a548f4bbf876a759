import type { Outcome } from '../../../schemas/visitor/sessions.ts'
import type { Page } from '../../flow/page.ts'
import type { Cell } from '../queue/cell.ts'
import { read } from '../queue/network.ts'

interface Watch {
  /** Cell with the server's last message. */
  outcome: Cell<Outcome | null>
  isSettled: (outcome: Outcome) => boolean
  signal: AbortSignal
}

/** Delays between requests: buyers answer within a second or so, some after minutes. */
const WAITS_MS = [300, 700, 1000, 2000, 4000, 8000, 15_000, 30_000, 30_000, 30_000]

/** Polls the outcome of the visitor's leads, with growing intervals, until it is settled or `signal` aborts. Failed requests are
 *  repeated. */
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
    // The page knows of the browser's own opt-out signal before the server does.
    const next = { ...answer, not_sold: answer.not_sold ?? outcome.get()?.not_sold ?? null }
    outcome.set(next)
    if (isSettled(next)) return
  }
}
