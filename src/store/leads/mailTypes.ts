import type { MailKind, MailState } from '../../../schemas/buyer.ts'
import type { Language } from '../../../schemas/flow.ts'

/** Emails to visitors. Times are UTC epoch ms, money integer cents. */

/** An email that falls due with a step. */
export interface NewMail {
  offer: string
  step: string
  recipient: string
  subject: string
  body: string
}

/** An email by which a visitor asks for a link to go on. Its body holds the sign in whose place the link is put when it is
 *  sent. */
export interface NewLinkMail extends Pick<NewMail, 'recipient' | 'subject' | 'body'> {
  /** Made by the browser: the same is one email. */
  id: string
}

/** An email that is being sent. `key`: the same whenever the same is sent. `attempt` counts from 1. */
export interface MailAttempt extends Pick<NewMail, 'recipient' | 'subject' | 'body' | 'offer'> {
  kind: MailKind
  /** When it fell due; of one that confirms leads, when the last of them did. */
  at: number
  session_uuid: string
  /** What stands for the recipient in an address by which they opt out: see privacy/unsubscribing.ts. */
  unsubscribe: string
  key: string
  attempt: number
  /** Of the visitor's site. */
  path: string
  /** The visitor's. */
  language: Language
}

/** What an attempt to send an email came to. `due_at`: when the next one is due, for the state 'due' alone. */
export interface MailEnd {
  state: Exclude<MailState, 'suppressed'>
  message: string
  /** To whom it went: the visitor may have corrected the address meanwhile. */
  recipient: string
  at: number
  due_at: number | null
}
