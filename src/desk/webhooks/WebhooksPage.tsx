import { useCallback, useMemo, useState } from 'react'
import { useLoaded } from '../../operator/loading/useLoaded.ts'
import { useDesk } from '../parts/deskContext.ts'
import { MessageCard } from './MessageCard.tsx'
import { webhookCalls } from './webhookCalls.ts'
import { WebhookCard } from './WebhookCard.tsx'

/** Webhooks, and below them their messages. */
export function WebhooksPage() {
  const { inside } = useDesk()
  const calls = useMemo(() => webhookCalls({ inside }), [inside])
  const [changes, setChanges] = useState(0)
  const load = useCallback((signal: AbortSignal) => calls.list(signal), [calls])
  const webhooks = useLoaded(load, { now: Date.now, refreshTick: changes })
  return (
    <main className="screen">
      <WebhookCard {...{ calls, webhooks }} onChange={() => setChanges((count) => count + 1)} />
      <MessageCard {...{ calls }} names={webhooks.data?.map(({ name }) => name) ?? []} />
    </main>
  )
}
