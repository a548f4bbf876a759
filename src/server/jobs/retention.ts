import type { FastifyBaseLogger } from 'fastify'
import type { Context } from '../context.ts'
import type { Expiry } from '../../store/privacy/privacyTypes.ts'
import { NOTICES } from '../../texts/operatorNotices.ts'
import { logged, repeat } from './repeat.ts'

/** Forgets what is older than it may be kept: when the server starts, and every hour. A burst at a time, so that the
 *  writes of visitors are never held up for long. A clock that was set ahead by mistake would have it all forgotten, so each
 *  time goes on from the last by STEP_MS at most: there are days to see the log and set the clock. Returns how to stop. */
export function startRetention(
  { store, settings, now }: Pick<Context, 'store' | 'settings' | 'now'>,
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>,
): { stop: () => Promise<void> } {
  const sweep = async (hasStopped: () => boolean) => {
    if (!(await store.takesJob('retention'))) return
    const at = now()
    const instant = await store.retentionInstant(at, STEP_MS)
    if (at - instant > DAY_MS)
      log.warn({ daysAhead: Math.round((at - instant) / DAY_MS) }, NOTICES.clockAhead)
    const before = expiry(instant, settings)
    while (!hasStopped() && (await store.expire(before, BURST_SESSIONS)) === BURST_SESSIONS) {
      await new Promise((resolve) => setTimeout(resolve, REST_MS))
    }
    await store.dropUnusedSources(instant)
  }
  return repeat(sweep, HOUR_MS, logged(log, 'retention'))
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Twice as fast as time, or a server that was off for a week would be late for good. */
const STEP_MS = 2 * HOUR_MS
/** Some ten milliseconds of the writer; 200 where a million leads are kept longer than visitors. */
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
