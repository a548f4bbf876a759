import type { Webhook } from '../../../schemas/outgoing/webhook.ts'
import { momentText } from '../../time/momentText.ts'
import type { Loaded } from '../../operator/loading/useLoaded.ts'
import { ReceiverCard } from '../list/ReceiverCard.tsx'
import { KINDS, WEBHOOKS } from './webhookScreen.ts'
import { NewWebhook } from './NewWebhook.tsx'
import type { WebhookCalls } from './webhookCalls.ts'

interface Props {
  calls: WebhookCalls
  webhooks: Loaded<Webhook[]>
  onChange: () => void
}

/** List of the webhooks. */
export function WebhookCard({ calls, webhooks, onChange }: Props) {
  return (
    <ReceiverCard
      id="webhooks"
      title={WEBHOOKS.title}
      notes={[WEBHOOKS.about, WEBHOOKS.owner]}
      words={WEBHOOKS}
      columns={[WEBHOOKS.name, WEBHOOKS.url, WEBHOOKS.kinds, WEBHOOKS.made, WEBHOOKS.actions]}
      factsOf={factsOf}
      receivers={webhooks}
      test={calls.test}
      end={calls.end}
      newSheet={(close) => <NewWebhook make={calls.make} onClose={close} />}
      onChange={onChange}
    />
  )
}

function factsOf({ name, url, kinds, persons, made_by, made_at }: Webhook) {
  const sent = kinds.map((kind) => KINDS[kind]).join(', ')
  return [
    name,
    <div key="url" className="webhook-url">
      {url}
    </div>,
    <span key="sent" className="one-line">
      {persons ? `${sent}, ${WEBHOOKS.withPersons}` : sent}
    </span>,
    <time key="made">{WEBHOOKS.madeBy(made_by, momentText(made_at))}</time>,
  ]
}
