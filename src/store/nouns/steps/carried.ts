import type { NewLead } from '../leads/leadTypes.ts'
import type { NewMail } from '../mails/mailTypes.ts'
import type { NewPixelEvent } from '../pixels/pixelTypes.ts'
import type { NewConsent, SessionEvent } from '../sessions/sessionTypes.ts'

/** Data that is saved with a step, in the same transaction. */
export interface Carried {
  lead?: NewLead | null
  consents?: NewConsent[]
  mails?: NewMail[]
  /** Email address for telling the visitor who got their leads; null if they aren't told. */
  confirmedTo?: string | null
  pixelEvents?: NewPixelEvent[]
  /** IDs that vendors' scripts have given the browser by now, by cookie name. */
  pixelIds?: Record<string, string>
  /** Events that the step proves, which are counted unless they already are. */
  events?: SessionEvent[]
  /** Opt-out signal of the browser, 'gpc' or 'do_not_sell'; null if none. */
  opt_out?: string | null
  /** Number of the session's submissions when the step was judged; if absent, it is saved regardless. */
  judgedAfter?: number
}
