import type { Webhook, WebhookMessage } from '../../../../schemas/outgoing/webhook.ts'
import type { MessagesWanted, WebhookAttempt, WebhookEnd } from './webhookTypes.ts'

/** Messages to the operator's own systems. Rules for all verbs are at `Store`. */
export interface WebhookStore {
  /** Adds a receiver of messages. 'known' if its name is or was in use; 'full' if there are as many as allowed. */
  addWebhook(webhook: Omit<Webhook, 'ended_at'>): Promise<'added' | 'known' | 'full'>
  /** Ends a webhook; waiting messages are no longer sent to it. False if none has this name, or it was already ended. */
  endWebhook(name: string, at: number): Promise<boolean>
  webhook(name: string): Promise<Webhook | null>
  webhooks(): Promise<Webhook[]>
  /** Due messages of one webhook, longest waiting first. */
  dueWebhookMessages(webhook: string, now: number, limit: number): Promise<number[]>
  /** Begins an attempt of a due message. Null if it isn't due, or no longer; the lead of a forgotten visitor ends as 'suppressed'. */
  beginWebhookMessage(entry: number, now: number, leaseMs?: number): Promise<WebhookAttempt | null>
  /** Records the result of a message in flight. */
  endWebhookMessage(entry: number, attempt: number, end: WebhookEnd): Promise<void>
  /** False if the message doesn't exist, is due or was suppressed, or its webhook was ended. */
  replayWebhookMessage(entry: number, now: number): Promise<boolean>
  /** Like `resumeDeliveries`. */
  resumeWebhookMessages(now: number, isAlone: boolean): Promise<number>
  /** Newest first; of one webhook and one state, or of all. */
  webhookMessages(wanted: MessagesWanted): Promise<WebhookMessage[]>
}
