import { Type, type Static } from 'typebox'
import { Place } from './pages.ts'
import { closed, EpochMs } from '../kernel/shape.ts'
import { Webhook, WebhookMessage, WebhookState } from '../outgoing/webhook.ts'

/** Webhooks at /desk. Those to the server's own machine are made only on its command line. */

const { name, url, kinds, persons } = Webhook.properties

export const NewWebhook = closed({ name, url, kinds, persons })

export const MadeWebhook = closed({
  key: Type.String({ description: 'The key that signs its messages. It’s shown only here.' }),
})

export const OneWebhook = closed({ name })

export const TestedWebhook = closed({
  taken: Type.Boolean(),
  sentence: Type.String({ description: 'The receiver’s response, or why there was none.' }),
})
export type TestedWebhook = Static<typeof TestedWebhook>

export const MessagesAsked = closed({
  webhook: Type.Optional(name),
  state: Type.Optional(WebhookState),
  from: Type.Optional(EpochMs),
  to: Type.Optional({ ...EpochMs, description: 'Inclusive.' }),
  before: Type.Optional(Place),
})

export const MessageList = closed({
  data: Type.Array(WebhookMessage, { description: 'Newest first.' }),
  next: Type.Union([Place, Type.Null()], {
    description: 'Where the next page starts. Null on the last page.',
  }),
})
export type MessageList = Static<typeof MessageList>

export const ReplayMessage = closed({ entry: WebhookMessage.properties.entry })
