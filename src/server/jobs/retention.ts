import type { FastifyBaseLogger } from 'fastify'
import { NotKept } from '../../store/store.ts'
import type { Context } from '../context.ts'
import type { Expiry } from '../../store/privacy/privacyTypes.ts'
import { NOTICES } from '../../texts/operatorNotices.ts'
import { badRows } from '../metrics/badRows.ts'
import { logged, repeat } from './repeat.ts'

/** Forgets what is older than it may be kept: when the server starts, and every hour. A burst at a time, so that the
 *  writes of visitors are never held up for long. A clock that was set ahead by mistake would have it all forgotten, so each
 *  time goes on from the last by STEP_MS at most: there are days to see the log and set the clock. Returns how to stop. */
export function startRetention(
  { store, settings, now, metrics }: Pick<Context, 'store' | 'settings' | 'now' | 'metrics'>,
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>,
): { stop: () => Promise<void> } {
  const bad = new Set<string>()
  const report = badRows({ metrics }, log, 'retention')
  /** Forgets a burst; where one session's rows keep it from that, each on its own. Resolves to how many sessions that were. */
  const burst = async (before: Expiry): Promise<number> => {
    try {
      return await store.expire(before, BURST_SESSIONS, [...bad])
    } catch (error) {
      if (error instanceof NotKept) throw error
      const sessions = await store.expired(before, BURST_SESSIONS, [...bad])
      const known = bad.size
      for (const uuid of sessions) await store.forgetSession(uuid).catch(skip(uuid))
      // It was not a row.
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

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Twice as fast as time, or a server that was off for a week would be late for good. */
const STEP_MS = 2 * HOUR_MS
/** Some ten milliseconds of the writer; 200 where a million leads are kept longer than visitors. */
const BURST_SESSIONS = 100
const REST_MS = 50
/** More than that are no bad rows: something else is wrong. */
const MOST_BAD = 1000
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
