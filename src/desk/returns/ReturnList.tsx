import { Link } from 'react-router-dom'
import type { BookedReturn } from '../../../schemas/desk/returns.ts'
import { momentText } from '../../time/momentText.ts'
import { show } from '../../operator/table/cells.ts'
import { RETURN_REASONS, RETURNS } from './returnScreen.ts'
import { useDesk } from '../parts/deskContext.ts'
import { ListCard, type ListColumn } from '../list/ListCard.tsx'
import { LIST } from '../parts/deskScreen.ts'
import { siteChoice } from '../list/offerChoices.ts'
import { ListTools } from '../list/ListTools.tsx'
import { useList } from '../list/useList.ts'
import type { ReturnCalls } from './returnCalls.ts'

const FILTERS = ['path', 'buyer', 'reason', 'from', 'to']

/** Every return, newest first. */
export function ReturnList({ calls }: { calls: ReturnCalls }) {
  const { choices } = useDesk()
  const known = choices.data ?? {}
  const { buyers = [] } = choices.data ?? {}
  const list = useList(FILTERS, calls.list)
  return (
    <ListCard
      title={RETURNS.title}
      note={RETURNS.note}
      list={list}
      columns={COLUMNS}
      keyOf={({ entry }) => entry}
      empty={{ title: RETURNS.none, why: RETURNS.noneWhy }}
      tools={
        <ListTools
          list={list}
          searchFor={RETURNS.search}
          choices={[
            ...siteChoice(known, undefined),
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

const COLUMNS: ListColumn<BookedReturn>[] = [
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
  { title: RETURNS.offer, cell: ({ offer_name }) => offer_name },
  { title: LIST.site, whole: true, cell: ({ path }) => `/${path}` },
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
