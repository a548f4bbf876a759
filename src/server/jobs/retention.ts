import type { FastifyBaseLogger } from 'fastify'
import { NotKept } from '../../store/kernel/storeErrors.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { Settings } from '../settings/settings.ts'
import type { StoreAndClock } from '../kernel/ports.ts'
import type { Expiry } from '../../store/nouns/privacy/privacyTypes.ts'
import { NOTICES } from '../kernel/operatorNotices.ts'
import { badRows } from '../metrics/badRows.ts'
import { logged, repeat } from './repeat.ts'
import { DAY_MS, HOUR_MS } from '../../time/durations.ts'

/** Forgets data past its retention period, when the server starts and every hour. It works in bursts, so that visitors' writes never
 *  wait long. Since a clock set ahead by mistake would erase everything, each run advances by at most STEP_MS from the last, which
 *  leaves days to see the log and fix the clock. Returns a function that stops it. */
export function startRetention(
  { store, settings, now, metrics }: StoreAndClock & { settings: Settings; metrics: Metrics },
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>,
): { stop: () => Promise<void> } {
  const bad = new Set<string>()
  const report = badRows({ metrics }, log, 'retention')
  /** Forgets a burst; if one session's rows prevent that, each session separately. Resolves to the number of sessions. */
  const burst = async (before: Expiry): Promise<number> => {
    try {
      return await store.expire(before, BURST_SESSIONS, [...bad])
    } catch (error) {
      if (error instanceof NotKept) throw error
      const sessions = await store.expired(before, BURST_SESSIONS, [...bad])
      const known = bad.size
      for (const uuid of sessions) await store.forgetSession(uuid).catch(skip(uuid))
      // The cause wasn't a single row.
      if (sessions.length === 0 || (bad.size === known && sessions.length < BURST_SESSIONS)) throw error
      return sessions.length
    }
  }
  const skip = (uuid: string) => (error: unknown) => {
    if (error instanceof NotKept || bad.size === MOST_BAD) throw error
    bad.add(uuid)
    report(error, uuid)
  }
  const sweep = async (hasStopped: () => boolean) => {
    if (!(await store.takesJob('retention'))) return
    const at = now()
    const instant = await store.retentionInstant(at, STEP_MS)
    if (at - instant > DAY_MS)
      log.warn({ daysAhead: Math.round((at - instant) / DAY_MS) }, NOTICES.clockAhead)
    const before = expiry(instant, settings)
    while (!hasStopped() && (await burst(before)) === BURST_SESSIONS) {
      await new Promise((resolve) => setTimeout(resolve, REST_MS))
    }
    await store.dropUnusedSources(instant)
  }
  return repeat(sweep, HOUR_MS, logged(log, 'retention'))
}

/** Twice as fast as time, or a server that was off for a week would never catch up. */
const STEP_MS = 2 * HOUR_MS
/** About ten milliseconds of the writer; 200 if a million leads are kept longer than visitors. */
const BURST_SESSIONS = 100
const REST_MS = 50
/** Above this number, the cause isn't bad rows. */
const MOST_BAD = 1000
/** Source: 11 CCR 7101. */
const PRIVACY_REQUESTS_DAYS = 731
/** Source: 16 CFR 310.5 keeps records of do-not-call requests for five years. */
const REVOCATIONS_DAYS = 1827

export function expiry(
  now: number,
  { keepVisitorsDays, keepLeadsDays }: { keepVisitorsDays: number; keepLeadsDays: number },
): Expiry {
  return {
    sessions: now - keepVisitorsDays * DAY_MS,
    leads: now - Math.max(keepVisitorsDays, keepLeadsDays) * DAY_MS,
    privacyRequests: now - PRIVACY_REQUESTS_DAYS * DAY_MS,
    revocations: now - REVOCATIONS_DAYS * DAY_MS,
  }
}
