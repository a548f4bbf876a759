import type { PayoutLine } from '../../../schemas/desk/payouts.ts'
import { show } from '../../operator/table/cells.ts'
import { newYorkDate } from '../../time/newYorkDay.ts'
import { momentText } from '../../time/momentText.ts'
import { ExportButton } from '../list/ExportButton.tsx'
import { ListCard, type ListColumn } from '../list/ListCard.tsx'
import { ListTools } from '../list/ListTools.tsx'
import { useList } from '../list/useList.ts'
import { LIST } from '../parts/deskScreen.ts'
import type { AffiliateCalls } from './affiliateCalls.ts'
import { AFFILIATES, dayText, EVENTS, PAYOUTS } from './affiliateScreen.ts'

const FILTERS = ['aff_id', 'event', 'offer', 'from', 'to']

/** The ledger of payouts, newest first. */
export function PayoutList({ calls }: { calls: AffiliateCalls }) {
  const list = useList(FILTERS, calls.payouts)
  return (
    <ListCard
      title={AFFILIATES.payouts}
      list={list}
      columns={COLUMNS}
      keyOf={({ entry }) => entry}
      empty={{ title: PAYOUTS.none, why: PAYOUTS.noneWhy }}
      tools={
        <>
          <ListTools
            list={list}
            typed={{ aff_id: AFFILIATES.affiliate, offer: LIST.offer }}
            choices={[
              {
                name: 'event',
                label: AFFILIATES.event,
                data: Object.entries(EVENTS).map(([value, label]) => ({ value, label })),
              },
            ]}
          />
          <ExportButton name="payouts.csv" load={() => calls.payoutsCsv(list.query)} />
        </>
      }
    />
  )
}

const COLUMNS: ListColumn<PayoutLine>[] = [
  { title: PAYOUTS.entry, whole: true, cell: ({ event, entry }) => PAYOUTS.entryOf(event, entry) },
  {
    title: PAYOUTS.amount,
    right: true,
    cell: ({ cents }) => <span className="one-line">{show(cents, 'cents')}</span>,
  },
  { title: AFFILIATES.affiliate, cell: ({ aff_id }) => aff_id },
  {
    title: PAYOUTS.subs,
    cell: ({ sub1, sub2, sub3 }) => [sub1, sub2, sub3].filter((sub) => sub !== '').join(' / '),
  },
  {
    title: LIST.offer,
    cell: ({ offer, is_first }) => [offer, ...(is_first ? [] : [PAYOUTS.change])].join(' · '),
  },
  { title: LIST.site, whole: true, cell: ({ path }) => `/${path}` },
  { title: PAYOUTS.time, cell: ({ at }) => <time>{momentText(at)}</time> },
  {
    title: PAYOUTS.payable,
    whole: true,
    cell: ({ payable_at }) => <time>{dayText(newYorkDate(payable_at))}</time>,
  },
  { title: PAYOUTS.statement, right: true, cell: ({ statement }) => statement },
]
