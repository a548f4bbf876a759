import type { Static } from 'typebox'
import type { MadeWebhook, MessageList, NewWebhook, TestedWebhook } from '../../../schemas/desk/webhooks.ts'
import type { Webhook } from '../../../schemas/outgoing/webhook.ts'
import type { OperatorCalls } from '../../operator/loading/operatorCalls.ts'
import type { ListQuery } from '../list/useList.ts'

export type WebhookCalls = ReturnType<typeof webhookCalls>

/** Calls about webhooks. */
export function webhookCalls({ inside }: Pick<OperatorCalls, 'inside'>) {
  const post = <Answer>(url: string, data: object) => inside<Answer>({ method: 'post', url, data })
  return {
    list: async (signal: AbortSignal) =>
      (await inside<{ data: Webhook[] }>({ url: '/desk/webhooks', signal })).data,
    make: (wanted: Static<typeof NewWebhook>) => post<Static<typeof MadeWebhook>>('/desk/webhooks', wanted),
    end: (name: string) => post<void>('/desk/webhooks/end', { name }),
    test: (name: string) => post<TestedWebhook>('/desk/webhooks/test', { name }),
    messages: (data: ListQuery, signal: AbortSignal) =>
      inside<MessageList>({ method: 'post', url: '/desk/webhooks/messages', data, signal }),
    replay: (entry: number) => post<void>('/desk/webhooks/replay', { entry }),
  }
}
