import { useMemo } from 'react'
import { Link } from 'react-router-dom'
import type { BookedReturn } from '../../../schemas/desk/returns.ts'
import { momentText } from '../../time/momentText.ts'
import { show } from '../../operator/table/cells.ts'
import { RETURN_REASONS, RETURNS } from './returnScreen.ts'
import { useDesk } from '../parts/deskContext.ts'
import { ListCard, type ListColumn } from '../list/ListCard.tsx'
import { ListTools } from '../list/ListTools.tsx'
import { useList } from '../list/useList.ts'
import type { ReturnCalls } from './returnCalls.ts'

const FILTERS = ['buyer', 'reason', 'from', 'to']

/** Every return, newest first. */
export function ReturnList({ calls }: { calls: ReturnCalls }) {
  const { choices } = useDesk()
  const { offers = [], buyers = [] } = choices.data ?? {}
  const list = useList(FILTERS, calls.list)
  const names = useMemo(() => new Map(offers.map(({ offer, name }) => [offer, name])), [offers])
  const columns = useMemo(() => columnsOf((offer) => names.get(offer) || offer), [names])
  return (
    <ListCard
      title={RETURNS.title}
      note={RETURNS.note}
      list={list}
      columns={columns}
      keyOf={({ entry }) => entry}
      empty={{ title: RETURNS.none, why: RETURNS.noneWhy }}
      tools={
        <ListTools
          list={list}
          searchFor={RETURNS.search}
          choices={[
            {
              name: 'buyer',
              label: RETURNS.buyer,
              data: buyers.map((buyer) => ({ value: buyer, label: buyer })),
            },
            {
              name: 'reason',
              label: RETURNS.reason,
              data: Object.entries(RETURN_REASONS).map(([value, label]) => ({ value, label })),
            },
          ]}
        />
      }
    />
  )
}

function columnsOf(nameOf: (offer: string) => string): ListColumn<BookedReturn>[] {
  return [
    {
      title: RETURNS.sale,
      cell: ({ session_uuid, external_id }) => (
        <Link to={`/leads/${session_uuid}`} className="list-id" title={external_id}>
          {external_id}
        </Link>
      ),
    },
    { title: RETURNS.time, cell: ({ at }) => <time>{momentText(at)}</time> },
    { title: RETURNS.buyer, whole: true, cell: ({ buyer }) => buyer },
    { title: RETURNS.offer, cell: ({ offer }) => nameOf(offer) },
    {
      title: RETURNS.reason,
      wide: true,
      cell: ({ reason, words }) => (
        <>
          {RETURN_REASONS[reason]}
          {words && <div className="return-words">{words}</div>}
        </>
      ),
    },
    { title: RETURNS.by, whole: true, cell: ({ booked_by }) => booked_by || RETURNS.byBuyer },
    { title: RETURNS.price, right: true, cell: ({ cents }) => show(cents, 'cents') },
  ]
}
