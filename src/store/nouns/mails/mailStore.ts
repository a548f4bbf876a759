import type { Mail, MailState } from '../../../../schemas/buyer/buyer.ts'
import type { MailAttempt, MailEnd } from './mailTypes.ts'

/** Emails to visitors. Rules for all verbs are at `Store`. */
export interface MailStore {
  /** Due emails, longest waiting first. */
  dueMails(now: number, limit: number): Promise<number[]>
  /** Begins an attempt of a due email. Null if it isn't due, or no longer; if its address opted out or got enough emails, it ends as
   *  'suppressed'. */
  beginMail(mail: number, now: number, leaseMs?: number): Promise<MailAttempt | null>
  /** Records the result of an email in flight; does nothing if its visitor has been forgotten. */
  endMail(mail: number, attempt: number, end: MailEnd): Promise<void>
  /** False if the email doesn't exist, is already due, was sent or must not be. */
  replayMail(mail: number, now: number): Promise<boolean>
  /** Like `resumeDeliveries`. */
  resumeMails(now: number, isAlone: boolean): Promise<number>
  /** Newest first; of one state, or of all. */
  mails(filter: { state: MailState | null; limit: number }): Promise<Mail[]>
}
