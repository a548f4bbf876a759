import type { Call } from '../kernel/call.ts'
import { Type } from 'typebox'
import { closed } from '../kernel/shape.ts'
import { Webhook } from '../outgoing/webhook.ts'
import {
  MadeWebhook,
  MessageList,
  MessagesAsked,
  NewWebhook,
  OneWebhook,
  ReplayMessage,
  TestedWebhook,
} from './webhooks.ts'

/** Calls of /desk about webhooks. */
export const WEBHOOK_CALLS = {
  'GET /api/reports/desk/webhooks': {
    caller: 'analyst',
    sites: 'all',
    summary: 'The systems of the operator’s own that are sent what happens.',
    status: 200,
    answer: closed({ data: Type.Array(Webhook) }),
  },
  'POST /api/reports/desk/webhooks': {
    caller: 'manager',
    sites: 'all',
    confirm: true,
    summary:
      'Makes a webhook. 422 when its name is taken, its address is none that can be posted to, or there are too many.',
    body: NewWebhook,
    status: 201,
    answer: MadeWebhook,
  },
  'POST /api/reports/desk/webhooks/end': {
    caller: 'manager',
    sites: 'all',
    summary: 'Ends a webhook: what waits for it is not sent.',
    body: OneWebhook,
    status: 204,
  },
  'POST /api/reports/desk/webhooks/test': {
    caller: 'manager',
    sites: 'all',
    summary: 'Posts a message of the type "test" to a webhook, and says what came back.',
    body: OneWebhook,
    status: 200,
    answer: TestedWebhook,
  },
  'POST /api/reports/desk/webhooks/messages': {
    caller: 'analyst',
    sites: 'all',
    summary: 'A page of messages to webhooks, the newest first.',
    body: MessagesAsked,
    status: 200,
    answer: MessageList,
  },
  'POST /api/reports/desk/webhooks/replay': {
    caller: 'manager',
    sites: 'all',
    summary: 'Sends a message again that was sent or given up, under the same id. 409 when that cannot be.',
    body: ReplayMessage,
    status: 204,
  },
} as const satisfies Record<string, Call>
