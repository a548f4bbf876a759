import type { Webhook, WebhookKind, WebhookState } from '../../../../schemas/outgoing/webhook.ts'
import type { Fields } from '../../../flow/answers/fields.ts'
import type { Listed } from '../../kernel/outboxes.ts'

/** Messages of webhooks. Times are UTC epoch ms, money integer cents. */

/** Event that a webhook's message is about. */
export interface Happened {
  kind: WebhookKind
  at: number
  session_uuid: string
  offer: string
  version: number
  /** Path of the click that it counts for. */
  path: string
  aff_id: string
  sub1: string
  /** The visitor's answers, for a webhook that wants them. */
  lead: Fields | null
  /** Payer of a sale or a return, with the payer's ID and price; a return's cents are negative. */
  source: string | null
  external_id: string | null
  cents: number | null
  /** Set if the amount of a sale was corrected; `cents` is the difference. */
  isAdjustment?: true
  /** Set if an entry was reversed; `cents` is the opposite of that entry's. */
  isReversal?: true
}

/** A message in flight. `attempt` counts from 1. */
export interface WebhookAttempt {
  entry: number
  attempt: number
  webhook: Pick<Webhook, 'name' | 'url' | 'local' | 'made_at'>
  happened: Happened
}

/** Filters for a list of webhook messages. `from` and `to`: time of the event. */
export interface MessagesWanted extends Listed<WebhookState> {
  webhook: string | null
}
