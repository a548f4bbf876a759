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
    summary: 'Your own systems that receive events.',
    status: 200,
    answer: closed({ data: Type.Array(Webhook) }),
  },
  'POST /api/reports/desk/webhooks': {
    caller: 'manager',
    sites: 'all',
    confirm: true,
    summary:
      'Creates a webhook. 422 if its name is taken, its address can’t be posted to, or there are too many.',
    body: NewWebhook,
    status: 201,
    answer: MadeWebhook,
  },
  'POST /api/reports/desk/webhooks/end': {
    caller: 'manager',
    sites: 'all',
    summary: 'Deletes a webhook. Waiting messages aren’t sent.',
    body: OneWebhook,
    status: 204,
  },
  'POST /api/reports/desk/webhooks/test': {
    caller: 'manager',
    sites: 'all',
    summary: 'Posts a message of the type "test" to a webhook, and returns the response.',
    body: OneWebhook,
    status: 200,
    answer: TestedWebhook,
  },
  'POST /api/reports/desk/webhooks/messages': {
    caller: 'analyst',
    sites: 'all',
    summary: 'A page of webhook messages, newest first.',
    body: MessagesAsked,
    status: 200,
    answer: MessageList,
  },
  'POST /api/reports/desk/webhooks/replay': {
    caller: 'manager',
    sites: 'all',
    summary: 'Sends a message again that was sent or failed, with the same ID. 409 if that isn’t possible.',
    body: ReplayMessage,
    status: 204,
  },
} as const satisfies Record<string, Call>
