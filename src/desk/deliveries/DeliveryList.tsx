import { useMemo, useState } from 'react'
import { Link } from 'react-router-dom'
import type { DeliveryLine, DeliveryList as Page } from '../../../schemas/desk/deliveries.ts'
import { momentText } from '../../operator/days/days.ts'
import { show } from '../../operator/table/cells.ts'
import { DELIVERIES } from './deliveryScreen.ts'
import { useDesk } from '../parts/deskContext.ts'
import { ListCard, type ListColumn } from '../list/ListCard.tsx'
import { ListTools } from '../list/ListTools.tsx'
import type { List } from '../list/useList.ts'
import { StateMark } from '../parts/StateMark.tsx'
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
  const { offers = [], buyers = [], may_replay = false } = choices.data ?? {}
  const offerNames = useMemo(() => new Map(offers.map(({ offer, name }) => [offer, name])), [offers])
  const columns = useMemo(() => columnsOf((offer) => offerNames.get(offer) || offer), [offerNames])
  const [replaying, setReplaying] = useState<readonly number[] | null>(null)
  return (
    <>
      <ListCard
        title={DELIVERIES.title}
        list={list}
        columns={columns}
        keyOf={({ delivery }) => delivery}
        {...(may_replay && {
          select: {
            can: ({ state }: DeliveryLine) => REPLAYABLE.has(state),
            label: DELIVERIES.tick,
            all: DELIVERIES.tickAll,
            act: DELIVERIES.replay,
            onAct: setReplaying,
          },
        })}
        empty={{ title: DELIVERIES.none, why: DELIVERIES.noneWhy }}
        tools={
          <ListTools
            list={list}
            choices={[
              {
                name: 'offer',
                label: DELIVERIES.offer,
                data: [...offerNames].map(([value, name]) => ({ value, label: name || value })),
              },
              {
                name: 'buyer',
                label: DELIVERIES.buyer,
                data: buyers.map((buyer) => ({ value: buyer, label: buyer })),
              },
            ]}
          />
        }
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

/** A held delivery shows the reason beside it. */
const stateCell = ({ state, held }: DeliveryLine) => (
  <StateMark state={state} isHeld={state === 'due' && held !== null} />
)

function columnsOf(nameOf: (offer: string) => string): ListColumn<DeliveryLine>[] {
  return [
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
    { title: DELIVERIES.offer, cell: ({ offer }) => nameOf(offer) },
    { title: DELIVERIES.buyer, cell: ({ buyer }) => buyer },
    { title: DELIVERIES.state, cell: stateCell },
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
}
