import { useCallback, useState } from 'react'
import type { Outgoing, OutgoingLine } from '../../../schemas/desk/outgoing.ts'
import { daysText } from '../../time/localTime.ts'
import { momentText } from '../../time/momentText.ts'
import { reasonOf } from '../../operator/loading/operatorCalls.ts'
import { OUTGOING, OUTGOING_LISTS, OUTGOING_STATES, outgoingAbout } from './outgoingScreen.ts'
import { useDesk, useMay } from '../parts/deskContext.ts'
import { LIST } from '../parts/deskScreen.ts'
import { siteChoice } from '../list/offerChoices.ts'
import { attemptColumns } from '../list/attemptColumns.tsx'
import { ListCard, type ListColumn } from '../list/ListCard.tsx'
import { ListTools } from '../list/ListTools.tsx'
import { useList, type ListQuery } from '../list/useList.ts'
import type { DeliveryCalls } from './deliveryCalls.ts'

const FILTERS = ['path', 'state', 'from', 'to']

/** Emails, events for ad vendors, or copies of leads, newest first. */
export function OutgoingList({ what, calls }: { what: Outgoing; calls: DeliveryCalls }) {
  const words = OUTGOING_LISTS[what]
  const { choices } = useDesk()
  const load = useCallback(
    (asked: ListQuery, signal: AbortSignal) => calls.outgoing({ ...asked, what }, signal),
    [calls, what],
  )
  const list = useList(FILTERS, load)
  const [result, setResult] = useState('')
  const mayReplay = useMay('managesBuyers')
  const replay = async (entry: number) => {
    setResult(await calls.replayOutgoing({ what, entry }).then(() => words.isAgain(entry), reasonOf))
    list.refresh()
  }
  return (
    <ListCard
      title={words.title}
      note={
        <>
          {words.note} <span role="status">{result}</span>
        </>
      }
      list={list}
      columns={columnsOf(what, mayReplay ? replay : null)}
      keyOf={({ entry }) => entry}
      empty={{ title: words.none, why: words.noneWhy }}
      tools={
        <ListTools
          list={list}
          choices={[
            ...(what === 'copy' ? [] : siteChoice(choices.data ?? {}, undefined)),
            {
              name: 'state',
              label: OUTGOING.state,
              data: Object.entries(OUTGOING_STATES).map(([value, label]) => ({ value, label })),
            },
          ]}
        />
      }
    />
  )
}

function columnsOf(
  what: Outgoing,
  replay: ((entry: number) => Promise<void>) | null,
): ListColumn<OutgoingLine>[] {
  const words = OUTGOING_LISTS[what]
  const ofVendors: ListColumn<OutgoingLine>[] = [
    { title: OUTGOING.vendor, whole: true, cell: ({ vendor, account }) => `${vendor} ${account}` },
  ]
  const ofSites: ListColumn<OutgoingLine>[] = [
    { title: OUTGOING.about, whole: true, cell: outgoingAbout },
    { title: LIST.site, whole: true, cell: ({ path }) => `/${path}` },
  ]
  const ofBuyers: ListColumn<OutgoingLine>[] = [
    { title: OUTGOING.buyer, whole: true, cell: ({ name }) => name },
    { title: OUTGOING.address, whole: true, cell: ({ account }) => account },
    { title: OUTGOING.days, whole: true, cell: ({ period }) => period && daysText(period) },
  ]
  return [
    {
      title: words.entry,
      whole: true,
      cell: ({ entry, state }) => (
        <div>
          <div className="phone-first">
            <StateMark state={state} />
          </div>
          {words.entryOf(entry)}
        </div>
      ),
    },
    ...{ mail: ofSites, pixel: [...ofSites, ...ofVendors], copy: ofBuyers }[what],
    { title: OUTGOING.time, cell: ({ at }) => <time>{momentText(at)}</time> },
    { title: OUTGOING.state, whole: true, isFirstOnPhone: true, cell: StateMark },
    ...attemptColumns({ states: ['refused', 'dead'], nameOf: words.againOf, replay }),
  ]
}

function StateMark({ state }: Pick<OutgoingLine, 'state'>) {
  return (
    <span className="state" data-state={LOOKS[state]}>
      {OUTGOING_STATES[state]}
    </span>
  )
}

/** Looks of delivery states. */
const LOOKS = {
  due: 'due',
  sent: 'accepted',
  refused: 'rejected',
  dead: 'dead',
  suppressed: 'suppressed',
} as const
