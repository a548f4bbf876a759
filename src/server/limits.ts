import type { CallName } from '../../schemas/api.ts'

/** What one call may ask of the server. */
interface Limit {
  /** How often one address may make it. Many visitors share the address of a phone network or an office, so these stop
   *  floods, not people. What a session does is bounded by the session itself (visitors.ts), the sessions of an address
   *  by the first two lines of the table. */
  perMinute?: number
  /** Of its body as it is sent. */
  bodyBytes?: number
  /** From its headers to its answer. */
  answerMs?: number
}

/** A call, the visitor's page, which opens sessions too, a form that is posted to it, or that of a legal page. */
type Limited = CallName | 'GET /*' | 'POST /*' | 'POST /legal/*' | 'GET /readyz'

const KIB = 1024
/** Answers are some hundred bytes; what a step's consents showed comes with them. */
const USUAL_BODY_BYTES = 256 * KIB
/** A request may take 30 seconds to arrive (connections.ts); what a call does takes milliseconds, a report seconds. A
 *  write that is kept after this is known to the store by its id when it comes again. */
const USUAL_ANSWER_MS = 36_000
/** Ids and a token. */
const MARK_BYTES = 2 * KIB

const LIMITS: Partial<Record<Limited, Limit>> = {
  'POST /api/sessions': { perMinute: 600 },
  'GET /*': { perMinute: 600 },
  'POST /*': { perMinute: 600 },
  'PATCH /api/sessions': { bodyBytes: 8 * KIB },
  'POST /api/sessions/completed_basics': { bodyBytes: MARK_BYTES },
  'POST /api/sessions/track/visit': { bodyBytes: MARK_BYTES },
  'POST /api/sessions/track/offer-impression': { bodyBytes: MARK_BYTES },
  'POST /api/sessions/opt-out': { bodyBytes: MARK_BYTES },
  'POST /api/validations/email': { perMinute: 600, bodyBytes: 4 * KIB },
  'POST /api/validations/phone': { perMinute: 600, bodyBytes: 4 * KIB },
  'POST /api/validations/zip': { perMinute: 600, bodyBytes: 4 * KIB },
  'POST /api/validations/gibberish': { perMinute: 600 },
  'POST /api/compute/gibberish': { perMinute: 600 },
  'GET /api/flows/:version': { perMinute: 600 },
  'GET /api/path-config': { perMinute: 600 },
  'POST /api/store': { bodyBytes: 64 * KIB },
  'GET /api/tracking/phone-number': { perMinute: 600 },
  'GET /api/ip': { perMinute: 600 },
  'GET /api/trace': { perMinute: 600 },
  'POST /webhook/tracking/linkout/create': { perMinute: 600, bodyBytes: MARK_BYTES },
  'GET /webhook/conversions': { perMinute: 6000 },
  'POST /webhook/conversions': { perMinute: 6000, bodyBytes: 8 * KIB },
  'GET /webhook/returns': { perMinute: 6000 },
  'POST /webhook/returns': { perMinute: 6000, bodyBytes: 8 * KIB },
  'POST /api/reports/login': { perMinute: 20, bodyBytes: 16 * KIB },
  'POST /api/reports/logout': { bodyBytes: KIB },
  // Some thousand rows that a filter leaves.
  'POST /api/reports/behind/visitors': { bodyBytes: 1024 * KIB },
  'POST /api/reports/behind/sales': { bodyBytes: 1024 * KIB },
  'POST /legal/*': { perMinute: 30, bodyBytes: 8 * KIB },
  'GET /readyz': { answerMs: 5000 },
}

/** The limits of a call as its route is told them; `factor` 0 is no limit of requests per minute. */
export function limitsOf(
  name: Limited,
  factor: number,
): {
  bodyLimit: number
  config: { rateLimit: { max: number; timeWindow: number } | false; answerMs: number }
} {
  const { perMinute, bodyBytes = USUAL_BODY_BYTES, answerMs = USUAL_ANSWER_MS } = LIMITS[name] ?? {}
  const isLimited = perMinute !== undefined && factor !== 0
  return {
    bodyLimit: bodyBytes,
    config: { rateLimit: isLimited && { max: Math.ceil(perMinute * factor), timeWindow: 60_000 }, answerMs },
  }
}

/** How often a login may fail in a quarter of an hour: for one name from one network, and for all names from it. Never for
 *  a name alone, or anybody could lock its owner out. A factor of 0 on the limits is none. */
export const LOGIN_FAILURES = { nameAndNetwork: 10, network: 60, windowMs: 15 * 60_000 } as const
