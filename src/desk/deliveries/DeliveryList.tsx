import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { DeliveryLine, DeliveryList as Page } from '../../../schemas/desk/deliveries.ts'
import { momentText } from '../../operator/days/days.ts'
import { show } from '../../operator/table/cells.ts'
import { DELIVERIES } from './deliveryScreen.ts'
import { useDesk } from '../parts/deskContext.ts'
import { ListCard, type ListColumn } from '../list/ListCard.tsx'
import { ListTools } from '../list/ListTools.tsx'
import type { List } from '../list/useList.ts'
import { buyerChoice, offerChoices } from '../list/offerChoices.ts'
import { StatusMark } from '../parts/StatusMark.tsx'
import type { deliveryCalls } from './deliveryCalls.ts'
import { BidWords } from './BidWords.tsx'
import { SendAgainSheet } from './SendAgainSheet.tsx'

interface Props {
  list: List<Page>
  calls: Pick<ReturnType<typeof deliveryCalls>, 'replay'>
  onReplayed: () => void
}

/** Every delivery, newest first; dead, rejected and duplicate ones can be sent again, one or many. */
export function DeliveryList({ list, calls, onReplayed }: Props) {
  const { choices } = useDesk()
  const known = choices.data ?? {}
  const { may_replay = false } = choices.data ?? {}
  const [replaying, setReplaying] = useState<readonly number[] | null>(null)
  return (
    <>
      <ListCard
        title={DELIVERIES.title}
        list={list}
        columns={COLUMNS}
        keyOf={({ delivery }) => delivery}
        {...(may_replay && {
          select: {
            can: ({ state, in_doubt }: DeliveryLine) => REPLAYABLE.has(state) && !in_doubt,
            label: DELIVERIES.tick,
            all: DELIVERIES.tickAll,
            act: DELIVERIES.replay,
            onAct: setReplaying,
          },
        })}
        empty={{ title: DELIVERIES.none, why: DELIVERIES.noneWhy }}
        tools={<ListTools list={list} choices={[...offerChoices(known, list.filters), buyerChoice(known)]} />}
      />
      {replaying && (
        <SendAgainSheet
          deliveries={replaying}
          replay={calls.replay}
          onReplayed={onReplayed}
          onClose={() => setReplaying(null)}
        />
      )}
    </>
  )
}

const REPLAYABLE: ReadonlySet<string> = new Set<DeliveryLine['state']>(['dead', 'rejected', 'duplicate'])

const COLUMNS: ListColumn<DeliveryLine>[] = [
  {
    title: DELIVERIES.delivery,
    cell: ({ delivery, session_uuid }) => (
      <Link
        to={`/leads/${session_uuid}`}
        state={{ fromList: true }}
        aria-label={DELIVERIES.openLead(delivery)}
      >
        {delivery}
      </Link>
    ),
  },
  { title: DELIVERIES.time, cell: ({ at }) => <time>{momentText(at)}</time> },
  { title: DELIVERIES.offer, cell: ({ offer_name }) => offer_name },
  { title: DELIVERIES.site, whole: true, cell: ({ path }) => `/${path}` },
  { title: DELIVERIES.buyer, cell: ({ buyer }) => buyer },
  { title: DELIVERIES.status, cell: ({ status }) => <StatusMark status={status} /> },
  { title: DELIVERIES.attempts, right: true, cell: ({ attempts }) => show(attempts, 'count') },
  {
    title: DELIVERIES.last,
    wide: true,
    cell: ({ last, due_at, auction, bid_cents }) => (
      <>
        <BidWords auction={auction} bid_cents={bid_cents} />
        {last}
        {due_at !== null && (
          <div className="list-line-next">{DELIVERIES.next(momentText(due_at, 'seconds'))}</div>
        )}
      </>
    ),
  },
  { title: DELIVERIES.price, right: true, cell: ({ cents }) => show(cents, 'cents') },
]
