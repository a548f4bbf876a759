import { useState } from 'react'
import type { WebhookMessage } from '../../../schemas/outgoing/webhook.ts'
import { momentText } from '../../time/momentText.ts'
import { reasonOf } from '../../operator/loading/operatorCalls.ts'
import { MESSAGES, MESSAGE_STATES } from './webhookScreen.ts'
import { useMay } from '../parts/deskContext.ts'
import { LIST } from '../parts/deskScreen.ts'
import { attemptColumns } from '../list/attemptColumns.tsx'
import { ListCard, type ListColumn } from '../list/ListCard.tsx'
import { ListTools } from '../list/ListTools.tsx'
import { useList } from '../list/useList.ts'
import type { WebhookCalls } from './webhookCalls.ts'

const FILTERS = ['webhook', 'state', 'from', 'to']

/** Messages of webhooks, newest first. `names` are those of all webhooks. */
export function MessageCard({ calls, names }: { calls: WebhookCalls; names: readonly string[] }) {
  const list = useList(FILTERS, calls.messages)
  const [result, setResult] = useState('')
  const mayReplay = useMay('managesBuyers')
  const replay = async (entry: number) => {
    setResult(await calls.replay(entry).then(() => MESSAGES.isAgain(entry), reasonOf))
    list.refresh()
  }
  return (
    <ListCard
      isPart
      title={MESSAGES.title}
      note={result && <span role="status">{result}</span>}
      list={list}
      columns={columnsOf(mayReplay ? replay : null)}
      keyOf={({ entry }) => entry}
      empty={{ title: MESSAGES.none, why: MESSAGES.noneWhy }}
      tools={
        <ListTools
          list={list}
          choices={[
            {
              name: 'webhook',
              label: MESSAGES.webhook,
              data: names.map((name) => ({ value: name, label: name })),
            },
            {
              name: 'state',
              label: MESSAGES.state,
              data: Object.entries(MESSAGE_STATES).map(([value, label]) => ({ value, label })),
            },
          ]}
        />
      }
    />
  )
}

function columnsOf(replay: ((entry: number) => Promise<void>) | null): ListColumn<WebhookMessage>[] {
  return [
    { title: MESSAGES.message, cell: ({ kind, entry }) => MESSAGES.messageOf(kind, entry) },
    { title: MESSAGES.webhook, cell: ({ webhook }) => webhook },
    { title: LIST.offer, cell: ({ offer }) => offer },
    { title: LIST.site, whole: true, cell: ({ path }) => `/${path}` },
    { title: MESSAGES.time, cell: ({ at }) => <time>{momentText(at)}</time> },
    {
      title: MESSAGES.state,
      cell: ({ state }) => (
        <span className="state" data-state={state === 'sent' ? 'accepted' : state}>
          {MESSAGE_STATES[state]}
        </span>
      ),
    },
    ...attemptColumns({ states: ['sent', 'dead'], nameOf: MESSAGES.againOf, replay }),
  ]
}
