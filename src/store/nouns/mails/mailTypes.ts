import type { MailKind, MailState } from '../../../../schemas/buyer/buyer.ts'
import type { Language } from '../../../../schemas/flow/flow.ts'
import type { EntryEnd } from '../../kernel/outboxes.ts'

/** Emails to visitors. Times are UTC epoch ms, money integer cents. */

/** An email that a step makes due. */
export interface NewMail {
  offer: string
  step: string
  recipient: string
  subject: string
  body: string
}

/** An email with a link to continue, requested by the visitor. Its body has a placeholder for the link, which is inserted on sending. */
export interface NewLinkMail extends Pick<NewMail, 'recipient' | 'subject' | 'body'> {
  /** Made by the browser; the same ID is one email. */
  id: string
}

/** An email in progress. `key`: the same whenever the same email is sent. `attempt` counts from 1. */
export interface MailAttempt extends Pick<NewMail, 'recipient' | 'subject' | 'body' | 'offer'> {
  kind: MailKind
  /** Time when it became due; for a confirmation of leads, when the last of them did. */
  at: number
  session_uuid: string
  /** Token for the recipient in an unsubscribe address; see privacy/unsubscribing.ts. */
  unsubscribe: string
  key: string
  attempt: number
  /** Path of the visitor's site. */
  path: string
  /** Language of the visitor. */
  language: Language
}

/** Result of an attempt to send an email. */
export interface MailEnd extends EntryEnd<Exclude<MailState, 'suppressed'>> {
  /** Address it went to; the visitor may have corrected it in the meantime. */
  recipient: string
  at: number
}
