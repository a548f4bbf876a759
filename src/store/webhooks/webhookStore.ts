import type { Webhook, WebhookMessage } from '../../../schemas/outgoing/webhook.ts'
import type { MessagesWanted, WebhookAttempt, WebhookEnd } from './webhookTypes.ts'

/** What systems of the operator’s own are sent. What holds for all verbs is said of `Store`. */
export interface WebhookStore {
  /** Makes a receiver of messages. 'known' when there is, or was, one of this name; 'full' when there are as many as there may be. */
  addWebhook(webhook: Omit<Webhook, 'ended_at'>): Promise<'added' | 'known' | 'full'>
  /** Nothing that waits is sent to it any more. False when there is none of this name, or it was ended. */
  endWebhook(name: string, at: number): Promise<boolean>
  webhook(name: string): Promise<Webhook | null>
  webhooks(): Promise<Webhook[]>
  /** What one webhook is due to be sent, the longest waiting first. */
  dueWebhookMessages(webhook: string, now: number, limit: number): Promise<number[]>
  /** Takes up a message that is due. Null when it is not, or no longer; the lead of a forgotten visitor ends as 'suppressed'. */
  beginWebhookMessage(entry: number, now: number, leaseMs?: number): Promise<WebhookAttempt | null>
  /** Writes down what came of a message under way. */
  endWebhookMessage(entry: number, attempt: number, end: WebhookEnd): Promise<void>
  /** False when there is no such message, it is due or was suppressed, or its webhook was ended. */
  replayWebhookMessage(entry: number, now: number): Promise<boolean>
  /** As `resumeDeliveries` does. */
  resumeWebhookMessages(now: number, isAlone: boolean): Promise<number>
  /** The newest first; of one webhook and one state, or of all. */
  webhookMessages(wanted: MessagesWanted): Promise<WebhookMessage[]>
}
