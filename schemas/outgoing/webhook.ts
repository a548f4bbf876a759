import { Type, type Static } from 'typebox'
import { NAME_PATTERN } from '../kernel/formFieldLimits.ts'
import { closed, EpochMs, explained, oneOf } from '../kernel/shape.ts'

/** Messages to the operator's own systems, sent as things happen. Times are UTC epoch ms, money integer cents. */

export const WebhookKind = explained('The event.', {
  lead: 'a lead was created',
  sale: 'a sale was booked in the ledger',
  return: 'a sale was returned',
})
export type WebhookKind = Static<typeof WebhookKind>

/** A receiver of messages. */
export const Webhook = closed({
  name: Type.String({ pattern: NAME_PATTERN, description: 'The name, which can’t be reused.' }),
  url: Type.String({
    pattern: '^https?://',
    maxLength: 2000,
    description: 'The URL to post messages to. It must be https, except for a local webhook.',
  }),
  kinds: Type.Array(WebhookKind, { minItems: 1, uniqueItems: true, description: 'The events it receives.' }),
  persons: Type.Boolean({
    description:
      'Whether lead messages include the visitor’s answers. If not, they contain only IDs and amounts.',
  }),
  local: Type.Boolean({
    description: 'The webhook runs on this machine, for testing. Loopback and plain http are allowed.',
  }),
  made_by: Type.String({ description: 'The operator who created it, or "console" for the command line.' }),
  made_at: EpochMs,
  ended_at: Type.Union([EpochMs, Type.Null()]),
})
export type Webhook = Static<typeof Webhook>

export const WebhookState = oneOf(['due', 'sent', 'dead', 'suppressed'], {
  description:
    'due: to be sent, for the first time or again. sent: the receiver took it. dead: given up after failing. suppressed: the webhook was deleted, or the visitor of a lead was forgotten.',
})
export type WebhookState = Static<typeof WebhookState>

/** One message on its way, without the visitor's data. */
export const WebhookMessage = closed({
  entry: Type.Integer(),
  webhook: Webhook.properties.name,
  kind: WebhookKind,
  session_uuid: Type.String(),
  path: Type.String({ description: 'The path of the site.' }),
  offer: Type.String(),
  state: WebhookState,
  attempts: Type.Integer(),
  due_at: Type.Union([EpochMs, Type.Null()]),
  at: Type.Integer({ description: 'When it happened.' }),
  last: Type.Union([Type.String(), Type.Null()], { description: 'The result of the last attempt.' }),
})
export type WebhookMessage = Static<typeof WebhookMessage>
