import { Type, type Static } from 'typebox'
import { NAME_PATTERN } from '../kernel/formFieldLimits.ts'
import { closed, EpochMs, explained, oneOf } from '../kernel/shape.ts'

/** Messages to the operator's own systems, sent as things happen. Times are UTC epoch ms, money integer cents. */

export const WebhookKind = explained('What happened.', {
  lead: 'a lead was made',
  sale: 'a sale was booked in the ledger',
  return: 'a sale was taken back',
})
export type WebhookKind = Static<typeof WebhookKind>

/** A receiver of messages. */
export const Webhook = closed({
  name: Type.String({ pattern: NAME_PATTERN, description: 'No other webhook ever had it.' }),
  url: Type.String({
    pattern: '^https?://',
    maxLength: 2000,
    description: 'Where messages are posted. https, but for a local one.',
  }),
  kinds: Type.Array(WebhookKind, { minItems: 1, uniqueItems: true, description: 'What it is sent.' }),
  persons: Type.Boolean({
    description:
      'Whether the message of a lead holds what the visitor answered; else it holds numbers alone.',
  }),
  local: Type.Boolean({
    description: 'It runs on this machine, for trying things out: loopback and plain http are allowed.',
  }),
  made_by: Type.String({ description: 'The operator who made it; "console" for the command line.' }),
  made_at: EpochMs,
  ended_at: Type.Union([EpochMs, Type.Null()]),
})
export type Webhook = Static<typeof Webhook>

export const WebhookState = oneOf(['due', 'sent', 'dead', 'suppressed'], {
  description:
    'due: to be sent, now or again. sent: the receiver took it. dead: given up. suppressed: the webhook was ended, or the visitor of a lead was forgotten.',
})
export type WebhookState = Static<typeof WebhookState>

/** One message on its way, without the visitor's data. */
export const WebhookMessage = closed({
  entry: Type.Integer(),
  webhook: Webhook.properties.name,
  kind: WebhookKind,
  session_uuid: Type.String(),
  path: Type.String({ description: 'The site, by its path.' }),
  offer: Type.String(),
  state: WebhookState,
  attempts: Type.Integer(),
  due_at: Type.Union([EpochMs, Type.Null()]),
  at: Type.Integer({ description: 'When it happened.' }),
  last: Type.Union([Type.String(), Type.Null()], { description: 'What the last attempt came to.' }),
})
export type WebhookMessage = Static<typeof WebhookMessage>
