import type { FastifyBaseLogger } from 'fastify'
import type { Context } from './context.ts'
import type { Expiry } from './store/store.ts'

/** Forgets what is older than it may be kept: when the server starts, and every hour. A burst at a time, so that the
 *  writes of visitors are never held up for long. Returns how to stop. */
export function startRetention(
  { store, settings, now }: Pick<Context, 'store' | 'settings' | 'now'>,
  log: FastifyBaseLogger,
): { stop: () => Promise<void> } {
  let stopped = false
  const sweep = async () => {
    while (!stopped && (await store.expire(expiry(now(), settings), BURST_SESSIONS)) === BURST_SESSIONS) {
      await new Promise((resolve) => setTimeout(resolve, REST_MS))
    }
  }
  const start = () => sweep().catch((error: unknown) => log.error({ err: error }, 'retention'))
  let sweeping = start()
  const timer = setInterval(() => (sweeping = sweeping.then(start)), HOUR_MS)
  return {
    async stop() {
      stopped = true
      clearInterval(timer)
      await sweeping
    },
  }
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Some ten milliseconds of the writer. */
const BURST_SESSIONS = 100
const REST_MS = 50
/** Source: 11 CCR 7101. */
const PRIVACY_REQUESTS_DAYS = 731

export function expiry(
  now: number,
  { keepVisitorsDays, keepLeadsDays }: { keepVisitorsDays: number; keepLeadsDays: number },
): Expiry {
  return {
    sessions: now - keepVisitorsDays * DAY_MS,
    leads: now - Math.max(keepVisitorsDays, keepLeadsDays) * DAY_MS,
    privacyRequests: now - PRIVACY_REQUESTS_DAYS * DAY_MS,
  }
}
