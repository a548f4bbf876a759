import type { Outcome } from '../../../schemas/visitor/sessions.ts'
import type { KnownOutcome } from '../../flow/outcome.ts'
import type { Page } from '../../flow/page.ts'
import type { Cell } from '../queue/cell.ts'
import { read } from '../queue/network.ts'

interface Watch {
  /** Cell with the server's last message. */
  outcome: Cell<KnownOutcome | null>
  isSettled: (outcome: KnownOutcome) => boolean
  signal: AbortSignal
  /** Name of the window's event when answers have been sent. */
  sent: string
}

/** Delays between requests: buyers answer within a second or so, some after minutes. */
const WAITS_MS = [300, 700, 1000, 2000, 4000, 8000, 15_000, 30_000, 30_000, 30_000]

/** Polls the outcome of the visitor's leads, with growing intervals, until it is settled or `signal` aborts. Failed requests are
 *  repeated. Starts over when answers have been sent, the network is back, or the page is shown again; after the last interval it waits for
 *  that. */
export async function watchOutcome(
  { api, session }: Page,
  { outcome, isSettled, signal, sent }: Watch,
): Promise<void> {
  for (let round = 0; !signal.aborted; round++) {
    const isNew = await untilNews(WAITS_MS[round], { signal, sent })
    if (signal.aborted) return
    if (isNew) round = 0
    const answer = await read<Outcome>(`${api}/sessions/outcome`, session.token).catch(() => null)
    if (signal.aborted) return
    if (!answer) continue
    // The page knows of the browser's own opt-out signal, and of refused answers, before the server does.
    const { not_sold = null, isUnsent, isOffline } = outcome.get() ?? {}
    const next = { ...answer, not_sold: answer.not_sold ?? not_sold, isUnsent, isOffline }
    outcome.set(next)
    if (isSettled(next)) return
  }
}

/** Waits for `waitMs`, or without it for as long as it takes, unless something happens that makes a request worthwhile. Resolves to true
 *  then. */
function untilNews(
  waitMs: number | undefined,
  { signal, sent }: Pick<Watch, 'signal' | 'sent'>,
): Promise<boolean> {
  return new Promise((resolve) => {
    const over = new AbortController()
    const end = (isNew: boolean) => {
      over.abort()
      resolve(isNew)
    }
    for (const news of [sent, 'online', 'pageshow'])
      addEventListener(news, () => end(true), { signal: over.signal })
    document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && end(true), {
      signal: over.signal,
    })
    signal.addEventListener('abort', () => end(false), { signal: over.signal })
    if (waitMs !== undefined) setTimeout(() => end(false), waitMs)
  })
}
