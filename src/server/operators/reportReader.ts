import type { FastifyRequest } from 'fastify'
import { ROLES } from '../../../schemas/people/roles.ts'
import type { ReportKey } from '../../../schemas/people/reportKey.ts'
import { REFUSALS } from '../kernel/callRefusals.ts'
import type { Buckets } from '../limits/buckets.ts'
import type { LoginDeps } from './loginSessions.ts'
import type { StoreAndClock } from '../kernel/ports.ts'
import { refusal } from '../kernel/problem.ts'
import { REPORT_KEY_READS } from '../limits/limits.ts'
import { digestOf } from '../kernel/digests.ts'
import { operator } from './loginRoutes.ts'
import { onceAMinute } from './onceAMinute.ts'
import { MINUTE_MS } from '../../time/durations.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Key with which a program reads reports; null for every other caller. */
    reportKey: ReportKey | null
  }
}

interface ReaderDeps extends LoginDeps {
  buckets: Buckets
}

/** Refuses callers without a login or a key that reads reports. A key has no role, so it never shows personal data. */
export function reportReader(ctx: ReaderDeps): (request: FastifyRequest) => Promise<void> {
  const loggedIn = operator(ctx)
  const keyHolder = checkKey(ctx)
  return (request) => (request.headers.authorization === undefined ? loggedIn : keyHolder)(request)
}

function checkKey(ctx: ReaderDeps): (request: FastifyRequest) => Promise<void> {
  const { store, now } = ctx
  const isDue = onceAMinute(now)
  return async (request) => {
    const [, token] = BEARER.exec(request.headers.authorization ?? '') ?? []
    const digest = digestOf(token ?? '')
    const key = token === undefined ? null : await store.reportKey(digest)
    if (!key || !(await holds(ctx, key)))
      throw refusal(401, REFUSALS.unknownReportKey, { field: 'authorization' })
    spend(ctx, key)
    request.reportKey = key
    if (isDue(digest)) store.seeReportKey(digest, now()).catch(() => {})
  }
}

const BEARER = /^Bearer ([\w-]{40,64})$/

/** True while a key is active. It ends when it is revoked, when it expires, and when the admin who made it loses that role. */
async function holds(
  { store, now }: StoreAndClock,
  { revoked_at, expires_at, made_by }: ReportKey,
): Promise<boolean> {
  if (revoked_at !== null || (expires_at !== null && expires_at <= now())) return false
  if (made_by === null) return true
  const maker = await store.operator(made_by)
  return maker !== null && maker.revoked_at === null && ROLES[maker.role].managesPeople
}

/** Applies a key's own limit, over all processes together. Throws 429 when it is used up. */
function spend({ buckets, settings }: ReaderDeps, { name }: ReportKey): void {
  if (settings.rateLimit === 0) return
  const bucket = { name: `report key ${name}`, fullMs: MINUTE_MS }
  const costMs = MINUTE_MS / Math.ceil(REPORT_KEY_READS.perMinute * settings.rateLimit)
  const missingMs = buckets.missing(bucket, costMs)
  if (missingMs > 0) {
    const retryAfterS = Math.ceil(missingMs / 1000)
    throw refusal(429, REFUSALS.tooManyRequests(retryAfterS), { retryAfterS })
  }
  buckets.take(bucket, costMs)
}
