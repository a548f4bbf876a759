import type { CallName } from '../../../schemas/api.ts'

/** Limits of one call. */
interface Limit {
  /** Requests from one address. Many visitors share the address of a phone network or an office, so this stops floods, not people. A
   *  session is limited on its own (visitors.ts), and the sessions of an address by the first two lines of the table. */
  perMinute?: number
  /** Size of the body as sent. */
  bodyBytes?: number
  /** Time from the request's headers to its answer. */
  answerMs?: number
}

/** A call, the visitor's page (which also opens sessions), a form posted to it, or the form of a legal page. */
type Limited =
  | CallName
  | 'GET /api/reports/oidc/*'
  | 'GET /*'
  | 'POST /*'
  | 'POST /legal/*'
  | 'GET /readyz'
  | 'POST /api/revocations/lines'
  | 'POST /webhook/inbound-mail'

const KIB = 1024
/** Answers are a few hundred bytes; they include the texts of a step's consents. */
const USUAL_BODY_BYTES = 256 * KIB
/** A request may take 30 seconds to arrive (connections.ts); a call takes milliseconds, a report seconds. If a write is saved after this
 *  limit, the store recognizes its ID when it comes again. */
const USUAL_ANSWER_MS = 36_000
/** Calls that read a whole flow wait for visitors' calls; new pictures take a second or two each. */
const AUTHOR_MS = 180_000
/** Enough for IDs and a token. */
const MARK_BYTES = 2 * KIB

/** Visitors of a carrier's network share one address; 650 of them in 18 seconds have been seen. The data stored for them is limited in
 *  bytes (budgets.ts). */
const SHARED_PER_MINUTE = 6000

const LIMITS: Partial<Record<Limited, Limit>> = {
  'POST /api/sessions': { perMinute: SHARED_PER_MINUTE },
  'GET /*': { perMinute: SHARED_PER_MINUTE },
  'POST /*': { perMinute: SHARED_PER_MINUTE },
  'PATCH /api/sessions': { bodyBytes: 8 * KIB },
  'POST /api/sessions/completed_basics': { bodyBytes: MARK_BYTES },
  'POST /api/sessions/shown': { bodyBytes: MARK_BYTES },
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
  'GET /api/phone-number': { perMinute: SHARED_PER_MINUTE },
  'GET /api/tracking/phone-number': { perMinute: SHARED_PER_MINUTE },
  'GET /api/ip': { perMinute: SHARED_PER_MINUTE },
  'GET /api/trace': { perMinute: SHARED_PER_MINUTE },
  'POST /webhook/tracking/linkout/create': { perMinute: SHARED_PER_MINUTE, bodyBytes: MARK_BYTES },
  'GET /webhook/conversions': { perMinute: 6000 },
  'POST /webhook/conversions': { perMinute: 6000, bodyBytes: 8 * KIB },
  'GET /webhook/returns': { perMinute: 6000 },
  'POST /webhook/returns': { perMinute: 6000, bodyBytes: 8 * KIB },
  'POST /api/revocations': { perMinute: 6000, bodyBytes: 16 * KIB },
  // A list of 100,000 lines, which takes minutes.
  'POST /api/revocations/lines': { perMinute: 20, bodyBytes: 32 * 1024 * KIB, answerMs: 1_800_000 },
  // An email with its attachments.
  'POST /webhook/inbound-mail': { perMinute: 600, bodyBytes: 26 * 1024 * KIB },
  'POST /api/reports/desk/opt-outs/file': { bodyBytes: 11 * 1024 * KIB, answerMs: 1_800_000 },
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
  // A buyer's file in base64.
  'POST /api/reports/desk/returns/file': { bodyBytes: 11 * 1024 * KIB, answerMs: AUTHOR_MS },
  'POST /api/reports/desk/returns/columns': { bodyBytes: 11 * 1024 * KIB, answerMs: AUTHOR_MS },
  'POST /api/reports/desk/returns/statement': { bodyBytes: 11 * 1024 * KIB, answerMs: AUTHOR_MS },
  'POST /api/reports/desk/costs/file': { bodyBytes: 11 * 1024 * KIB, answerMs: AUTHOR_MS },
  'POST /api/reports/desk/costs/columns': { bodyBytes: 11 * 1024 * KIB, answerMs: AUTHOR_MS },
  'POST /api/reports/desk/costs/rates': { bodyBytes: 11 * 1024 * KIB, answerMs: AUTHOR_MS },
  'POST /api/costs': { perMinute: 600 },
  // Several thousand rows that match a filter.
  'POST /api/reports/drilldown/visitors': { bodyBytes: 1024 * KIB },
  'POST /api/reports/drilldown/costs': { bodyBytes: 1024 * KIB },
  'POST /api/reports/drilldown/payouts': { bodyBytes: 1024 * KIB },
  'POST /api/reports/drilldown/sales': { bodyBytes: 1024 * KIB },
  // A flow and some of its pictures, as JSON and base64.
  'PATCH /api/reports/studio/draft': { bodyBytes: 32 * 1024 * KIB },
  'GET /api/reports/studio/problems': { answerMs: AUTHOR_MS },
  'GET /api/reports/studio/difference': { answerMs: AUTHOR_MS },
  'POST /api/reports/studio/replay': { answerMs: AUTHOR_MS },
  'POST /api/reports/studio/replay/visit': { answerMs: AUTHOR_MS },
  'POST /api/reports/studio/publish': { answerMs: AUTHOR_MS },
  'POST /api/reports/studio/page': { answerMs: AUTHOR_MS },
  'GET /api/reports/studio/page': { answerMs: AUTHOR_MS },
  'POST /api/reports/studio/page/visit': { answerMs: AUTHOR_MS },
  // A flow with all of its files.
  'POST /api/publish': { perMinute: 20, bodyBytes: 64 * 1024 * KIB, answerMs: AUTHOR_MS },
  'POST /legal/*': { perMinute: 30, bodyBytes: 8 * KIB },
  'GET /readyz': { answerMs: 5000 },
}

/** Limits of a call for its route; a `factor` of 0 turns off the limit of requests per minute. */
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

/** Bytes that the callers of one network may have stored at once, and that they regain in a minute; see budgets.ts. A visitor who hasn't
 *  answered yet has sent about 3 KB; a whole funnel is about 30. */
export const BUDGETS = {
  strangers: { bytes: 8 * 1024 * KIB, bytesPerMinute: 2 * 1024 * KIB },
  visitors: { bytes: 40 * 1024 * KIB, bytesPerMinute: 20 * 1024 * KIB },
} as const
/** A row with its keys and its entries in indexes. */
export const ROW_BYTES = 512
/** A funnel with all its consents and leads is about 100 KB. */
export const SESSION_BYTES = 1024 * KIB

/** Cost of an email in a network's budget, because it uses up the sender domain's reputation. */
export const MAIL_BYTES = 32 * KIB

/** Calls with unknown session tokens that one network may make at once, and per minute after that. A browser with an old page makes a
 *  few; a carrier's network has thousands of browsers. */
export const UNKNOWN_TOKENS = { atOnce: 600, perMinute: 600 } as const

/** Wrong keys of partners and buyers that one network may try at once, and the pause until it may try one more. */
export const KEY_FAILURES = { atOnce: 10, pauseMs: 6000 } as const

/** Failed logins allowed in a quarter of an hour: for one name from one network, and for all names from it. There is no limit for a name
 *  alone, because it would let anyone lock its owner out. A factor of 0 turns these limits off. */
export const LOGIN_FAILURES = { nameAndNetwork: 10, network: 60, windowMs: 15 * 60_000 } as const

/** Wrong two-factor codes allowed for one account in the same time, from everywhere; the person trying them knows its password. Guessing
 *  all day, one app code would be right in 700 days. A recovery code of 80 bits can't be guessed; its limit saves work. */
export const CODE_FAILURES = { app: 5, recovery: 3 } as const

/** Entries that refused logins may add to the audit log in the same time. Repeats for the same account and network add none. */
export const REFUSED_LOGINS = 100

/** Reads of reports with one key. A dashboard that shows every report of ten sites each minute makes about 90. */
export const REPORT_KEY_READS = { perMinute: 120 } as const
