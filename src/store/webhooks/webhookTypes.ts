import type { Webhook, WebhookKind, WebhookState } from '../../../schemas/outgoing/webhook.ts'

/** What webhooks are sent. Times are UTC epoch ms, money integer cents. */

/** What a webhook's message is about. */
export interface Happened {
  kind: WebhookKind
  at: number
  session_uuid: string
  offer: string
  version: number
  /** Of the click that it counts for. */
  path: string
  aff_id: string
  sub1: string
  /** What the visitor gave, for a webhook that wants it. */
  lead: Record<string, string> | null
  /** Of a sale or a return: who pays, by what number of theirs, and what; a return's cents are negative. */
  source: string | null
  external_id: string | null
  cents: number | null
}

/** A message that is being sent. `attempt` counts from 1. */
export interface WebhookAttempt {
  entry: number
  attempt: number
  webhook: Pick<Webhook, 'name' | 'url' | 'local' | 'made_at'>
  happened: Happened
}

/** Which messages of webhooks are listed. `from` and `to`: when it happened, both inclusive. `before`: the entry that the page before ended with. */
export interface MessagesWanted {
  webhook: string | null
  state: WebhookState | null
  from?: number | undefined
  to?: number | undefined
  before?: number | undefined
  limit: number
}

/** What sending a message came to. `due_at`: when it is sent again, for the state 'due' alone. */
export interface WebhookEnd {
  state: WebhookState
  message: string
  due_at: number | null
}
