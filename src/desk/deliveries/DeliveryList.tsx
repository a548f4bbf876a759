import { Button } from '@mantine/core'
import { useMemo, useState } from 'react'
import { Link } from 'react-router-dom'
import type { DeliveryLine, DeliveryList as Page } from '../../../schemas/desk/deliveries.ts'
import { momentText } from '../../time/momentText.ts'
import { show } from '../../operator/table/cells.ts'
import { DELIVERIES } from './deliveryScreen.ts'
import { useDesk } from '../parts/deskContext.ts'
import { ListCard, type ListColumn } from '../list/ListCard.tsx'
import { ListTools } from '../list/ListTools.tsx'
import type { List } from '../list/useList.ts'
import { buyerChoice, offerChoices } from '../list/offerChoices.ts'
import { StatusMark } from '../parts/StatusMark.tsx'
import type { DeliveryCalls } from './deliveryCalls.ts'
import { BidWords } from '../parts/BidWords.tsx'
import { ExportButton } from '../list/ExportButton.tsx'
import { LeadPanel } from '../leads/LeadPanel.tsx'
import { SendAllSheet } from './SendAllSheet.tsx'
import { SendAgainSheet } from './SendAgainSheet.tsx'

interface Props {
  list: List<Page>
  calls: DeliveryCalls
  onReplayed: () => void
}

/** Every delivery, newest first; dead, rejected, and duplicate ones can be sent again, one or many. */
export function DeliveryList({ list, calls, onReplayed }: Props) {
  const { choices } = useDesk()
  const known = choices.data ?? {}
  const { may_replay = false } = choices.data ?? {}
  const { sort: _sort, ...matching } = list.query
  const [isSendingAll, setIsSendingAll] = useState(false)
  const [opened, setOpened] = useState<string | null>(null)
  const columns = useMemo(() => columnsOf(setOpened), [])
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
            can: ({ state, in_doubt }: DeliveryLine) => REPLAYABLE.has(state) && !in_doubt,
            label: DELIVERIES.tick,
            all: DELIVERIES.tickAll,
            act: DELIVERIES.replay,
            onAct: setReplaying,
          },
        })}
        empty={{ title: DELIVERIES.none, why: DELIVERIES.noneWhy }}
        tools={
          <>
            <ListTools list={list} choices={[...offerChoices(known, list.filters), buyerChoice(known)]} />
            {may_replay && (
              <Button size="xs" variant="default" className="list-add" onClick={() => setIsSendingAll(true)}>
                {DELIVERIES.allAgain}
              </Button>
            )}
            <ExportButton name="deliveries.csv" load={() => calls.csv(list.query)} />
          </>
        }
      />
      {opened !== null && <LeadPanel uuid={opened} onClose={() => setOpened(null)} />}
      {isSendingAll && (
        <SendAllSheet
          query={matching}
          calls={calls}
          onReplayed={onReplayed}
          onClose={() => setIsSendingAll(false)}
        />
      )}
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

function columnsOf(onOpen: (uuid: string) => void): ListColumn<DeliveryLine>[] {
  return [
    {
      title: DELIVERIES.delivery,
      cell: ({ delivery, session_uuid, status, cents }) => (
        <div>
          <div className="phone-first">
            <StatusMark status={status} /> <b>{show(cents, 'cents')}</b>
          </div>
          <Link
            to={`/leads/${session_uuid}`}
            state={{ fromList: true }}
            aria-label={DELIVERIES.openLead(delivery)}
          >
            {delivery}
          </Link>
        </div>
      ),
    },
    {
      title: DELIVERIES.time,
      sort: { descending: null, ascending: 'oldest' },
      cell: ({ at }) => <time>{momentText(at)}</time>,
    },
    { title: DELIVERIES.offer, name: true, cell: ({ offer_name }) => offer_name },
    { title: DELIVERIES.site, whole: true, cell: ({ path }) => `/${path}` },
    {
      title: DELIVERIES.buyer,
      sort: { ascending: 'buyer', descending: 'buyer_descending', isAscendingFirst: true },
      cell: ({ buyer }) => buyer,
    },
    {
      title: DELIVERIES.status,
      isFirstOnPhone: true,
      sort: { ascending: 'status', descending: 'status_descending', isAscendingFirst: true },
      cell: ({ status }) => <StatusMark status={status} />,
    },
    { title: DELIVERIES.attempts, right: true, cell: ({ attempts }) => show(attempts, 'count') },
    {
      title: DELIVERIES.last,
      wide: true,
      cell: ({ delivery, session_uuid, last, due_at, auction, bid_cents }) => (
        <>
          {(last !== '' || auction !== null) && (
            <button
              type="button"
              className="list-reason"
              title={DELIVERIES.details(delivery)}
              onClick={() => onOpen(session_uuid)}
            >
              <BidWords auction={auction} bid_cents={bid_cents} />
              {last}
            </button>
          )}
          {due_at !== null && (
            <div className="list-line-next">{DELIVERIES.next(momentText(due_at, 'seconds'))}</div>
          )}
        </>
      ),
    },
    {
      title: DELIVERIES.price,
      right: true,
      isFirstOnPhone: true,
      sort: { descending: 'price' },
      cell: ({ cents }) => show(cents, 'cents'),
    },
  ]
}
