import { Button } from '@mantine/core'
import { useCallback, useState } from 'react'
import type { Postback, PostbackKind, PostbackMessage } from '../../../schemas/outgoing/postback.ts'
import { Notice } from '../../operator/loading/Notice.tsx'
import { reasonOf } from '../../operator/loading/operatorCalls.ts'
import { useLoaded, type Loaded } from '../../operator/loading/useLoaded.ts'
import { AskFirst } from '../../operator/sheets/AskFirst.tsx'
import { show } from '../../operator/table/cells.ts'
import { momentText } from '../../time/momentText.ts'
import { attemptColumns } from '../list/attemptColumns.tsx'
import { ListCard, type ListColumn } from '../list/ListCard.tsx'
import { ListTools } from '../list/ListTools.tsx'
import { PlainTable } from '../list/PlainTable.tsx'
import { useList } from '../list/useList.ts'
import { useMay } from '../parts/deskContext.ts'
import { LIST } from '../parts/deskScreen.ts'
import { LoadedPart } from '../parts/LoadedPart.tsx'
import type { AffiliateCalls } from './affiliateCalls.ts'
import { AFFILIATES, KINDS, POSTBACKS, REPORT_STATES, REPORTS } from './affiliateScreen.ts'
import { NewPostbackSheet } from './NewPostbackSheet.tsx'

/** Postbacks, and below them what they reported. */
export function PostbackPart({ calls }: { calls: AffiliateCalls }) {
  const [changes, setChanges] = useState(0)
  const load = useCallback((signal: AbortSignal) => calls.postbacks(signal), [calls])
  const postbacks = useLoaded(load, { now: Date.now, refreshTick: changes })
  return (
    <>
      <PostbackCard {...{ calls, postbacks }} onChange={() => setChanges((count) => count + 1)} />
      <ReportCard calls={calls} names={postbacks.data?.map(({ name }) => name) ?? []} />
    </>
  )
}

interface CardProps {
  calls: AffiliateCalls
  postbacks: Loaded<Postback[]>
  onChange: () => void
}

function PostbackCard({ calls, postbacks, onChange }: CardProps) {
  const mayManage = useMay('managesBuyers')
  const [asked, setAsked] = useState<'make' | Postback | null>(null)
  const [result, setResult] = useState('')
  const close = () => {
    setAsked(null)
    onChange()
  }
  const test = async (name: string) => {
    setResult('')
    setResult(
      POSTBACKS.tested(name, await calls.testPostback(name).then(({ sentence }) => sentence, reasonOf)),
    )
  }
  return (
    <section className="card" aria-labelledby="postbacks" aria-busy={postbacks.loading}>
      <header className="card-head">
        <div>
          <h1 id="postbacks">{AFFILIATES.postbacks}</h1>
          <p className="card-note">{POSTBACKS.about}</p>
          <p className="card-note" role="status">
            {result}
          </p>
        </div>
        {mayManage && (
          <Button size="xs" onClick={() => setAsked('make')}>
            {POSTBACKS.make}
          </Button>
        )}
      </header>
      <LoadedPart of={postbacks} failed={POSTBACKS.failed}>
        {(data) =>
          data?.length === 0 ? (
            <Notice title={POSTBACKS.none}>{POSTBACKS.noneWhy}</Notice>
          ) : (
            <PlainTable
              title={AFFILIATES.postbacks}
              columns={[
                POSTBACKS.name,
                AFFILIATES.affiliate,
                POSTBACKS.url,
                POSTBACKS.words,
                AFFILIATES.made,
                AFFILIATES.actions,
              ]}
              rows={
                data?.map((one) => ({
                  key: one.name,
                  cells: [
                    ...factsOf(one),
                    one.ended_at !== null ? (
                      <time>{POSTBACKS.ended(momentText(one.ended_at))}</time>
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
      {asked === 'make' && <NewPostbackSheet add={calls.addPostback} onClose={close} />}
      {asked !== null && asked !== 'make' && (
        <AskFirst
          title={POSTBACKS.endTitle(asked.name)}
          note={POSTBACKS.endNote}
          act={POSTBACKS.endNow}
          onAct={() => calls.endPostback(asked.name)}
          onClose={close}
        />
      )}
    </section>
  )
}

function factsOf({ name, aff_id, offer, settings, made_by, made_at }: Postback) {
  const kinds = Object.keys(settings.words) as PostbackKind[]
  return [
    <span key="name" className="one-line">
      {name}
    </span>,
    offer === '' ? aff_id : `${aff_id} · ${offer}`,
    <div key="url" className="webhook-url">
      {settings.url}
    </div>,
    kinds.map((kind) => KINDS[kind]).join(', '),
    <time key="made">{AFFILIATES.doneBy(made_by, momentText(made_at))}</time>,
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
        aria-label={POSTBACKS.testOf(name)}
        loading={isBusy}
        onClick={() => {
          setBusy(true)
          void onTest(name).finally(() => setBusy(false))
        }}
      >
        {POSTBACKS.test}
      </Button>
      <Button size="xs" variant="default" aria-label={POSTBACKS.endOf(name)} onClick={onEnd}>
        {POSTBACKS.end}
      </Button>
    </span>
  )
}

const FILTERS = ['postback', 'state', 'from', 'to']

function ReportCard({ calls, names }: { calls: AffiliateCalls; names: readonly string[] }) {
  const list = useList(FILTERS, calls.messages)
  const [result, setResult] = useState('')
  const mayReplay = useMay('managesBuyers')
  const replay = async (entry: number) => {
    setResult(await calls.replay(entry).then(() => REPORTS.isAgain(entry), reasonOf))
    list.refresh()
  }
  return (
    <ListCard
      isPart
      title={REPORTS.title}
      note={result && <span role="status">{result}</span>}
      list={list}
      columns={columnsOf(mayReplay ? replay : null)}
      keyOf={({ entry }) => entry}
      empty={{ title: REPORTS.none, why: REPORTS.noneWhy }}
      tools={
        <ListTools
          list={list}
          choices={[
            {
              name: 'postback',
              label: REPORTS.postback,
              data: names.map((name) => ({ value: name, label: name })),
            },
            {
              name: 'state',
              label: REPORTS.state,
              data: Object.entries(REPORT_STATES).map(([value, label]) => ({ value, label })),
            },
          ]}
        />
      }
    />
  )
}

function columnsOf(replay: ((entry: number) => Promise<void>) | null): ListColumn<PostbackMessage>[] {
  return [
    { title: REPORTS.message, cell: ({ kind, entry }) => REPORTS.messageOf(kind, entry) },
    { title: REPORTS.postback, whole: true, cell: ({ postback }) => postback },
    { title: AFFILIATES.affiliate, cell: ({ aff_id }) => aff_id },
    { title: LIST.offer, cell: ({ offer }) => offer },
    { title: REPORTS.payout, right: true, cell: ({ cents }) => show(cents, 'cents') },
    { title: REPORTS.time, cell: ({ at }) => <time>{momentText(at)}</time> },
    {
      title: REPORTS.state,
      cell: ({ state }) => (
        <span className="state" data-state={state === 'sent' ? 'accepted' : state}>
          {REPORT_STATES[state]}
        </span>
      ),
    },
    ...attemptColumns<PostbackMessage>({ states: ['sent', 'dead'], nameOf: REPORTS.againOf, replay }),
  ]
}
