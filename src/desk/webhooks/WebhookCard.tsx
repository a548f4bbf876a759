import { Button } from '@mantine/core'
import { useState } from 'react'
import type { Webhook } from '../../../schemas/outgoing/webhook.ts'
import { momentText } from '../../time/momentText.ts'
import { reasonOf } from '../../operator/loading/operatorCalls.ts'
import { Notice } from '../../operator/loading/Notice.tsx'
import type { Loaded } from '../../operator/loading/useLoaded.ts'
import { AskFirst } from '../../operator/sheets/AskFirst.tsx'
import { KINDS, WEBHOOKS } from './webhookScreen.ts'
import { useMay } from '../parts/deskContext.ts'
import { LoadedPart } from '../parts/LoadedPart.tsx'
import { PlainTable } from '../list/PlainTable.tsx'
import { NewWebhook } from './NewWebhook.tsx'
import type { WebhookCalls } from './webhookCalls.ts'

interface Props {
  calls: WebhookCalls
  webhooks: Loaded<Webhook[]>
  onChange: () => void
}

/** List of the webhooks. */
export function WebhookCard({ calls, webhooks, onChange }: Props) {
  const mayManage = useMay('managesBuyers')
  const [asked, setAsked] = useState<'make' | Webhook | null>(null)
  const [result, setResult] = useState('')
  const close = () => {
    setAsked(null)
    onChange()
  }
  const test = async (name: string) => {
    setResult('')
    const sentence = await calls.test(name).then(({ sentence }) => sentence, reasonOf)
    setResult(WEBHOOKS.tested(name, sentence))
  }
  return (
    <section className="card" aria-labelledby="webhooks" aria-busy={webhooks.loading}>
      <header className="card-head">
        <div>
          <h1 id="webhooks">{WEBHOOKS.title}</h1>
          <p className="card-note">{WEBHOOKS.about}</p>
          <p className="card-note">{WEBHOOKS.owner}</p>
          <p className="card-note" role="status">
            {result}
          </p>
        </div>
        {mayManage && (
          <Button size="xs" onClick={() => setAsked('make')}>
            {WEBHOOKS.make}
          </Button>
        )}
      </header>
      <LoadedPart of={webhooks} failed={WEBHOOKS.failed}>
        {(data) =>
          data?.length === 0 ? (
            <Notice title={WEBHOOKS.none}>{WEBHOOKS.noneWhy}</Notice>
          ) : (
            <PlainTable
              title={WEBHOOKS.title}
              columns={[WEBHOOKS.name, WEBHOOKS.url, WEBHOOKS.kinds, WEBHOOKS.made, WEBHOOKS.actions]}
              rows={
                data?.map((one) => ({
                  key: one.name,
                  cells: [
                    ...factsOf(one),
                    one.ended_at !== null ? (
                      <time>{WEBHOOKS.ended(momentText(one.ended_at))}</time>
                    ) : (
                      mayManage && <Acts name={one.name} onTest={test} onEnd={() => setAsked(one)} />
                    ),
                  ],
                })) ?? null
              }
            />
          )
        }
      </LoadedPart>
      {asked === 'make' && <NewWebhook make={calls.make} onClose={close} />}
      {asked !== null && asked !== 'make' && (
        <AskFirst
          title={WEBHOOKS.endTitle(asked.name)}
          note={WEBHOOKS.endNote}
          act={WEBHOOKS.endNow}
          onAct={() => calls.end(asked.name)}
          onClose={close}
        />
      )}
    </section>
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

interface ActsProps {
  name: string
  onTest: (name: string) => Promise<void>
  onEnd: () => void
}

function Acts({ name, onTest, onEnd }: ActsProps) {
  const [isBusy, setBusy] = useState(false)
  return (
    <span className="row-acts">
      <Button
        size="xs"
        variant="default"
        aria-label={WEBHOOKS.testOf(name)}
        loading={isBusy}
        onClick={() => {
          setBusy(true)
          void onTest(name).finally(() => setBusy(false))
        }}
      >
        {WEBHOOKS.test}
      </Button>
      <Button size="xs" variant="default" aria-label={WEBHOOKS.endOf(name)} onClick={onEnd}>
        {WEBHOOKS.end}
      </Button>
    </span>
  )
}
