import type { CallName } from '../../schemas/api.ts'

/** How often one address may make a call, per minute. Many visitors share the address of a phone network or an office,
 *  so these stop floods, not people. What a session does is bounded by the session itself (visitors.ts), the sessions
 *  of an address by the first two lines here. */
const CALLS_PER_MINUTE: Partial<Record<Limited, number>> = {
  'POST /api/sessions': 600,
  'GET /*': 600,
  'POST /api/validations/email': 600,
  'POST /api/validations/phone': 600,
  'POST /api/validations/zip': 600,
  'POST /api/validations/gibberish': 600,
  'POST /api/compute/gibberish': 600,
  'GET /api/flows/:version': 600,
  'GET /api/path-config': 600,
  'GET /api/tracking/phone-number': 600,
  'GET /api/ip': 600,
  'GET /api/trace': 600,
  'POST /webhook/tracking/linkout/create': 600,
  'GET /webhook/conversions': 6000,
  'POST /webhook/conversions': 6000,
  'POST /api/reports/login': 20,
  'POST /legal/*': 30,
}

/** A call, the visitor's page, which opens sessions too, or the form of a legal page. */
type Limited = CallName | 'GET /*' | 'POST /legal/*'

/** The rate limit of a call, for the route's configuration; `factor` 0 is none. */
export function perMinute(name: Limited, factor: number): { max: number; timeWindow: number } | false {
  const limit = CALLS_PER_MINUTE[name]
  if (limit === undefined || factor === 0) return false
  return { max: Math.ceil(limit * factor), timeWindow: 60_000 }
}

/** How often a login may fail in a quarter of an hour: for one name from one network, and for all names from it. Never for
 *  a name alone, or anybody could lock its owner out. A factor of 0 on the limits is none. */
export const LOGIN_FAILURES = { nameAndNetwork: 10, network: 60, windowMs: 15 * 60_000 } as const
