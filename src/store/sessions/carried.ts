import type { NewLead } from '../leads/leadTypes.ts'
import type { NewMail } from '../leads/mailTypes.ts'
import type { NewPixelEvent } from '../pixels/pixelTypes.ts'
import type { NewConsent, SessionEvent } from './sessionTypes.ts'

/** What a step carries, kept in the same transaction. */
export interface Carried {
  lead?: NewLead | null
  consents?: NewConsent[]
  mails?: NewMail[]
  /** The address at which the visitor is told to whom their leads went; null when they are not. */
  confirmedTo?: string | null
  pixelEvents?: NewPixelEvent[]
  /** What vendors’ scripts call the browser by now, by the names of their cookies. */
  pixelIds?: Record<string, string>
  /** What it proves, counted unless it is. */
  events?: SessionEvent[]
  /** What the browser says with it of not being sold, 'gpc' or 'do_not_sell'; null when nothing. */
  opt_out?: string | null
  /** How many submissions the session had when it was judged; not said, it is kept whatever the session has. */
  judgedAfter?: number
}
