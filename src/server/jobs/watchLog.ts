import type { FastifyBaseLogger } from 'fastify'
import type { Store } from '../../store/store.ts'
import { NOTICES } from '../kernel/operatorNotices.ts'
import { loggedOnChange, repeat } from './repeat.ts'

/** Logs once when the store's log of writes grows past `largeBytes`, and once when it is small again. The cause is a reader outside this
 *  server, since none of ours reads for long. Returns a function that stops it. */
export function startWatchingLog(
  { store }: { store: Store },
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>,
  { largeBytes, everyMs } = { largeBytes: LARGE_BYTES, everyMs: EVERY_MS },
): { stop: () => Promise<void> } {
  let isLarge = false
  const look = async () => {
    const bytes = (await store.logBytes()) ?? 0
    if (isLarge === bytes > largeBytes) return
    isLarge = !isLarge
    log.warn({ bytes }, isLarge ? NOTICES.logGrows : NOTICES.logCut)
  }
  return repeat(look, everyMs, loggedOnChange(log, 'watch the log of writes'))
}

/** Four times the size at which the store begins to cut it. `deploy/alerts.yml` has the same number. */
const LARGE_BYTES = 256 * 1024 * 1024
const EVERY_MS = 5000
