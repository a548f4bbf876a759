import type { CallName } from '../../../schemas/api.ts'

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
type Limited = CallName | 'GET /api/reports/oidc/*' | 'GET /*' | 'POST /*' | 'POST /legal/*' | 'GET /readyz'

const KIB = 1024
/** Answers are some hundred bytes; what a step's consents showed comes with them. */
const USUAL_BODY_BYTES = 256 * KIB
/** A request may take 30 seconds to arrive (connections.ts); what a call does takes milliseconds, a report seconds. A
 *  write that is kept after this is known to the store by its id when it comes again. */
const USUAL_ANSWER_MS = 36_000
/** What reads a whole flow waits its turn beside visitors; new pictures take a second or two each. */
const AUTHOR_MS = 180_000
/** Ids and a token. */
const MARK_BYTES = 2 * KIB

/** The visitors of a carrier's network come from one address: 650 of them in 18 seconds were seen. What they may have kept
 *  is bounded in bytes (budgets.ts). */
const SHARED_PER_MINUTE = 6000

const LIMITS: Partial<Record<Limited, Limit>> = {
  'POST /api/sessions': { perMinute: SHARED_PER_MINUTE },
  'GET /*': { perMinute: SHARED_PER_MINUTE },
  'POST /*': { perMinute: SHARED_PER_MINUTE },
  'PATCH /api/sessions': { bodyBytes: 8 * KIB },
  'POST /api/sessions/completed_basics': { bodyBytes: MARK_BYTES },
  'POST /api/sessions/track/visit': { bodyBytes: MARK_BYTES },
  'POST /api/sessions/track/offer-impression': { bodyBytes: MARK_BYTES },
  'POST /api/sessions/opt-out': { bodyBytes: MARK_BYTES },
  'POST /api/sessions/go-on-link': { perMinute: 600, bodyBytes: MARK_BYTES },
  'POST /api/validations/email': { perMinute: SHARED_PER_MINUTE, bodyBytes: 4 * KIB },
  'POST /api/validations/phone': { perMinute: SHARED_PER_MINUTE, bodyBytes: 4 * KIB },
  'POST /api/validations/zip': { perMinute: SHARED_PER_MINUTE, bodyBytes: 4 * KIB },
  'POST /api/validations/gibberish': { perMinute: SHARED_PER_MINUTE },
  'POST /api/compute/gibberish': { perMinute: SHARED_PER_MINUTE },
  'GET /api/flows/:version': { perMinute: SHARED_PER_MINUTE },
  'GET /api/path-config': { perMinute: SHARED_PER_MINUTE },
  'POST /api/store': { bodyBytes: 64 * KIB },
  'GET /api/tracking/phone-number': { perMinute: SHARED_PER_MINUTE },
  'GET /api/ip': { perMinute: SHARED_PER_MINUTE },
  'GET /api/trace': { perMinute: SHARED_PER_MINUTE },
  'POST /webhook/tracking/linkout/create': { perMinute: SHARED_PER_MINUTE, bodyBytes: MARK_BYTES },
  'GET /webhook/conversions': { perMinute: 6000 },
  'POST /webhook/conversions': { perMinute: 6000, bodyBytes: 8 * KIB },
  'GET /webhook/returns': { perMinute: 6000 },
  'POST /webhook/returns': { perMinute: 6000, bodyBytes: 8 * KIB },
  'POST /api/reports/login': { perMinute: 20, bodyBytes: 16 * KIB },
  'POST /api/reports/logout': { bodyBytes: KIB },
  'POST /api/reports/confirm': { perMinute: 20, bodyBytes: 16 * KIB },
  'POST /api/reports/account/password': { perMinute: 20, bodyBytes: 16 * KIB },
  'POST /api/reports/account/second-factor/begin': { perMinute: 20, bodyBytes: 16 * KIB },
  'POST /api/reports/account/second-factor/confirm': { perMinute: 20, bodyBytes: MARK_BYTES },
  'POST /api/reports/account/second-factor/off': { perMinute: 20, bodyBytes: 16 * KIB },
  'POST /api/reports/account/passkeys/begin': { perMinute: 20, bodyBytes: KIB },
  'POST /api/reports/account/passkeys': { perMinute: 20, bodyBytes: 64 * KIB },
  'POST /api/reports/account/passkeys/remove': { perMinute: 20, bodyBytes: MARK_BYTES },
  'GET /api/reports/login/ways': { perMinute: 60 },
  'POST /api/reports/login/passkey/begin': { perMinute: 20, bodyBytes: KIB },
  'POST /api/reports/login/passkey': { perMinute: 20, bodyBytes: 32 * KIB },
  'GET /api/reports/oidc/*': { perMinute: 20 },
  'POST /api/reports/invitation': { perMinute: 60, bodyBytes: MARK_BYTES },
  'POST /api/reports/invitation/accept': { perMinute: 20, bodyBytes: 16 * KIB },
  // A buyer's file, as text; a buyer's statement, in base64.
  'POST /api/reports/desk/returns/file': { bodyBytes: 4096 * KIB, answerMs: AUTHOR_MS },
  'POST /api/reports/desk/returns/statement/columns': { bodyBytes: 11 * 1024 * KIB, answerMs: AUTHOR_MS },
  'POST /api/reports/desk/returns/statement': { bodyBytes: 11 * 1024 * KIB, answerMs: AUTHOR_MS },
  // Some thousand rows that a filter leaves.
  'POST /api/reports/drilldown/visitors': { bodyBytes: 1024 * KIB },
  'POST /api/reports/drilldown/sales': { bodyBytes: 1024 * KIB },
  // A flow and some of its pictures, as JSON and in base64.
  'PATCH /api/reports/studio/draft': { bodyBytes: 32 * 1024 * KIB },
  'GET /api/reports/studio/problems': { answerMs: AUTHOR_MS },
  'GET /api/reports/studio/difference': { answerMs: AUTHOR_MS },
  'POST /api/reports/studio/replay': { answerMs: AUTHOR_MS },
  'POST /api/reports/studio/replay/visit': { answerMs: AUTHOR_MS },
  'POST /api/reports/studio/publish': { answerMs: AUTHOR_MS },
  'POST /api/reports/studio/page': { answerMs: AUTHOR_MS },
  'GET /api/reports/studio/page': { answerMs: AUTHOR_MS },
  'POST /api/reports/studio/page/visit': { answerMs: AUTHOR_MS },
  // The same, with all of its files.
  'POST /api/publish': { perMinute: 20, bodyBytes: 64 * 1024 * KIB, answerMs: AUTHOR_MS },
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

/** What the callers of one network may have kept at once, and what they get back in a minute: see budgets.ts. A visitor who
 *  has not answered yet has sent some 3 KB, a whole funnel is some 30. */
export const BUDGETS = {
  strangers: { bytes: 8 * 1024 * KIB, bytesPerMinute: 2 * 1024 * KIB },
  visitors: { bytes: 40 * 1024 * KIB, bytesPerMinute: 20 * 1024 * KIB },
} as const
/** A row with its keys and its places in indexes. */
export const ROW_BYTES = 512
/** A funnel with all its consents and leads is some 100 KB. */
export const SESSION_BYTES = 1024 * KIB

/** What an email costs of a network's budget: it uses up the good name of the domain that it comes from. */
export const MAIL_BYTES = 32 * KIB

/** Calls with session tokens of no session that one network may make at once, and in a minute from then on. A browser with an old
 *  page makes a few; a carrier's network has thousands of browsers. */
export const UNKNOWN_TOKENS = { atOnce: 600, perMinute: 600 } as const

/** Wrong keys of partners and buyers that one network may try at once, and the pause that gives it back one more. */
export const KEY_FAILURES = { atOnce: 10, pauseMs: 6000 } as const

/** How often a login may fail in a quarter of an hour: for one name from one network, and for all names from it. Never for
 *  a name alone, or anybody could lock its owner out. A factor of 0 on the limits is none. */
export const LOGIN_FAILURES = { nameAndNetwork: 10, network: 60, windowMs: 15 * 60_000 } as const

/** How many codes of a second factor may be wrong for one account in the same time, from everywhere: who tries them knows its password.
 *  Guessed all day long, one code of an app in 700 days is right. A recovery code of 80 bits is never guessed: what is bounded is
 *  the work. */
export const CODE_FAILURES = { app: 5, recovery: 3 } as const

/** How many entries refused logins may add to the audit log in the same time. One that is about the same account and network as
 *  another adds none. */
export const REFUSED_LOGINS = 100

/** How often one key may read reports. A dashboard that shows every report of ten sites each minute comes to some 90. */
export const REPORT_KEY_READS = { perMinute: 120 } as const
