import { Button, Skeleton, Table } from '@mantine/core'
import { useState } from 'react'
import type { Webhook } from '../../../schemas/outgoing/webhook.ts'
import { momentText } from '../../stats/address/days.ts'
import { reasonOf } from '../../stats/login/operatorCalls.ts'
import { Notice } from '../../stats/Notice.tsx'
import type { Loaded } from '../../stats/report/useLoaded.ts'
import { AskFirst } from '../../stats/sheets/AskFirst.tsx'
import { KINDS, WEBHOOKS } from '../../texts/desk/webhookScreen.ts'
import { useMay } from '../deskContext.ts'
import { LoadedPart } from '../LoadedPart.tsx'
import { NewWebhook } from './NewWebhook.tsx'
import type { WebhookCalls } from './webhookCalls.ts'

interface Props {
  calls: WebhookCalls
  webhooks: Loaded<Webhook[]>
  onChange: () => void
}

/** The webhooks that there are. */
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
          !data ? (
            <Skeleton height={238} radius={0} />
          ) : data.length === 0 ? (
            <Notice title={WEBHOOKS.none}>{WEBHOOKS.noneWhy}</Notice>
          ) : (
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
            <div className="grid-scroll" tabIndex={0} role="group" aria-labelledby="webhooks">
              <Table verticalSpacing="xs" horizontalSpacing="md">
                <Table.Thead>
                  <Table.Tr>
                    <Table.Th>{WEBHOOKS.name}</Table.Th>
                    <Table.Th>{WEBHOOKS.url}</Table.Th>
                    <Table.Th>{WEBHOOKS.kinds}</Table.Th>
                    <Table.Th>{WEBHOOKS.made}</Table.Th>
                    <Table.Td />
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {data.map((one) => (
                    <Line
                      key={one.name}
                      webhook={one}
                      mayManage={mayManage}
                      onTest={test}
                      onEnd={() => setAsked(one)}
                    />
                  ))}
                </Table.Tbody>
              </Table>
            </div>
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

interface LineProps {
  webhook: Webhook
  mayManage: boolean
  onTest: (name: string) => Promise<void>
  onEnd: () => void
}

function Line({ webhook, mayManage, onTest, onEnd }: LineProps) {
  const { name, url, kinds, persons, made_by, made_at, ended_at } = webhook
  const [isBusy, setBusy] = useState(false)
  const sent = kinds.map((kind) => KINDS[kind]).join(', ')
  return (
    <Table.Tr {...(ended_at !== null && { c: 'dimmed' })}>
      <Table.Th scope="row">{name}</Table.Th>
      <Table.Td className="long-word">{url}</Table.Td>
      <Table.Td>{persons ? `${sent}, ${WEBHOOKS.withPersons}` : sent}</Table.Td>
      <Table.Td>{WEBHOOKS.madeBy(made_by, momentText(made_at))}</Table.Td>
      <Table.Td className="row-acts">
        {ended_at !== null ? (
          WEBHOOKS.ended(momentText(ended_at))
        ) : !mayManage ? null : (
          <>
            <Button
              size="compact-xs"
              variant="default"
              aria-label={WEBHOOKS.testOf(name)}
              loading={isBusy}
              onClick={() => {
                setBusy(true)
                void onTest(name).finally(() => setBusy(false))
              }}
            >
              {WEBHOOKS.test}
            </Button>{' '}
            <Button size="compact-xs" variant="default" aria-label={WEBHOOKS.endOf(name)} onClick={onEnd}>
              {WEBHOOKS.end}
            </Button>
          </>
        )}
      </Table.Td>
    </Table.Tr>
  )
}
