import type { Mail, MailState } from '../../../schemas/buyer.ts'
import type { MailAttempt, MailEnd } from './mailTypes.ts'

/** Emails to visitors. What holds for all verbs is said of `Store`. */
export interface MailStore {
  /** Emails that are due, the longest waiting first. */
  dueMails(now: number, limit: number): Promise<number[]>
  /** Takes up an email that is due. Null when it is not, or no longer; one whose address opted out, or
   *  was sent enough of them, ends as 'suppressed'. */
  beginMail(mail: number, now: number, leaseMs?: number): Promise<MailAttempt | null>
  /** Writes down what came of an email under way; nothing where its visitor was forgotten since. */
  endMail(mail: number, attempt: number, end: MailEnd): Promise<void>
  /** False when there is no such email, or it is due already, was sent or must not be. */
  replayMail(mail: number, now: number): Promise<boolean>
  /** As `resumeDeliveries` does. */
  resumeMails(now: number, isAlone: boolean): Promise<number>
  /** The newest first; of one state, or of all. */
  mails(filter: { state: MailState | null; limit: number }): Promise<Mail[]>
}
