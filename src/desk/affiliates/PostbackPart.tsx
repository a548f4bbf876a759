import { useCallback, useState } from 'react'
import type { Postback, PostbackKind, PostbackMessage } from '../../../schemas/outgoing/postback.ts'
import { reasonOf } from '../../operator/loading/operatorCalls.ts'
import { useLoaded } from '../../operator/loading/useLoaded.ts'
import { show } from '../../operator/table/cells.ts'
import { momentText } from '../../time/momentText.ts'
import { attemptColumns } from '../list/attemptColumns.tsx'
import { ListCard, type ListColumn } from '../list/ListCard.tsx'
import { ListTools } from '../list/ListTools.tsx'
import { ReceiverCard } from '../list/ReceiverCard.tsx'
import { useList } from '../list/useList.ts'
import { useMay } from '../parts/deskContext.ts'
import { LIST } from '../parts/deskScreen.ts'
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
      <ReceiverCard
        id="postbacks"
        title={AFFILIATES.postbacks}
        notes={[POSTBACKS.about]}
        words={POSTBACKS}
        columns={[
          POSTBACKS.name,
          AFFILIATES.affiliate,
          POSTBACKS.url,
          POSTBACKS.words,
          AFFILIATES.made,
          AFFILIATES.actions,
        ]}
        factsOf={factsOf}
        receivers={postbacks}
        test={calls.testPostback}
        end={calls.endPostback}
        newSheet={(close) => <NewPostbackSheet add={calls.addPostback} onClose={close} />}
        onChange={() => setChanges((count) => count + 1)}
      />
      <ReportCard calls={calls} names={postbacks.data?.map(({ name }) => name) ?? []} />
    </>
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
