import { Button, Menu } from '@mantine/core'
import { useMemo, useState } from 'react'
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
import { ExportButton } from '../list/ExportButton.tsx'
import { useList } from '../list/useList.ts'
import { ChangeSaleSheet } from './ChangeSaleSheet.tsx'
import { ReturnSheet } from './ReturnSheet.tsx'
import type { ReturnCalls } from './returnCalls.ts'

const FILTERS = ['path', 'buyer', 'reason', 'from', 'to']

/** Every return of all of a sale or of a part, every correction and reversal, newest first. */
export function ReturnList({ calls }: { calls: ReturnCalls }) {
  const { choices } = useDesk()
  const known = choices.data ?? {}
  const { buyers = [], may_return = false, sees_persons = false } = choices.data ?? {}
  const [changing, setChanging] = useState<Changing | null>(null)
  const columns = useMemo(() => (may_return ? [...COLUMNS, actColumn(setChanging)] : COLUMNS), [may_return])
  const list = useList(FILTERS, calls.list)
  const onChanged = () => {
    setChanging(null)
    list.refresh()
  }
  return (
    <>
      <ListCard
        title={RETURNS.title}
        note={RETURNS.note}
        list={list}
        columns={columns}
        keyOf={({ entry }) => entry}
        empty={{ title: RETURNS.none, why: RETURNS.noneWhy }}
        tools={
          <>
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
            <ExportButton name="returns.csv" load={() => calls.csv(list.query, sees_persons)} />
          </>
        }
      />
      {changing && (
        <ChangeSheet {...changing} calls={calls} onChanged={onChanged} onClose={() => setChanging(null)} />
      )}
    </>
  )
}

interface Changing {
  row: BookedReturn
  act: 'return' | 'correct' | 'reverse'
}

interface SheetProps extends Changing {
  calls: ReturnCalls
  onChanged: () => void
  onClose: () => void
}

/** Asks for another part to return, another amount, or why an entry is reversed. */
function ChangeSheet({ row, act, calls, onChanged, onClose }: SheetProps) {
  const { buyer, external_id, entry, cents, left_cents, amount_cents } = row
  const sale = { sale: { buyer, external_id } }
  if (act === 'return')
    return (
      <ReturnSheet
        {...{ sale, buyer, onClose }}
        cents={left_cents}
        takeBack={calls.takeBack}
        onTaken={onChanged}
      />
    )
  const isReversal = act === 'reverse'
  return (
    <ChangeSaleSheet
      title={isReversal ? RETURNS.reverseTitle(show(0 - cents, 'cents')) : RETURNS.correctTitle(buyer)}
      left={left_cents}
      amount={isReversal ? null : amount_cents}
      by={cents}
      change={(amount, words) =>
        isReversal
          ? calls.reverse({ ...sale, entry, words })
          : calls.correct({ ...sale, cents: amount, words })
      }
      {...{ onChanged, onClose }}
    />
  )
}

/** Menu of what can be changed about the sale of a row. */
function actColumn(onChoose: (changing: Changing) => void): ListColumn<BookedReturn> {
  return {
    title: RETURNS.change,
    right: true,
    cell: (row) => (
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <Button size="compact-xs" variant="default" aria-label={RETURNS.changeOf(row.external_id)}>
            {RETURNS.changeAct}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item disabled={row.left_cents <= 0} onClick={() => onChoose({ row, act: 'return' })}>
            {RETURNS.takeBack}
          </Menu.Item>
          <Menu.Item disabled={row.left_cents <= 0} onClick={() => onChoose({ row, act: 'correct' })}>
            {RETURNS.correct}
          </Menu.Item>
          <Menu.Item disabled={row.is_reversed} onClick={() => onChoose({ row, act: 'reverse' })}>
            {RETURNS.reverse(show(0 - row.cents, 'cents'))}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    ),
  }
}

/** Effect of an entry, in a few words. */
function kindOf({ kind, reverses, cents, amount_cents }: BookedReturn): string {
  if (kind === 'adjustment') return RETURNS.kinds.adjustment
  if (kind === 'sale') return cents > 0 ? RETURNS.kinds.reversed : RETURNS.kinds.bookedAgain
  if (reverses !== null) return RETURNS.kinds.putBack
  return cents < amount_cents ? RETURNS.kinds.part : RETURNS.kinds.whole
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
  {
    title: RETURNS.kind,
    whole: true,
    cell: (row) => (
      <>
        {kindOf(row)}
        {row.is_reversed && <div className="return-words">{RETURNS.isReversed}</div>}
      </>
    ),
  },
  { title: RETURNS.price, right: true, cell: ({ cents }) => show(0 - cents, 'cents') },
  { title: RETURNS.left, right: true, cell: ({ left_cents }) => show(left_cents, 'cents') },
  { title: RETURNS.time, cell: ({ at }) => <time>{momentText(at)}</time> },
  { title: RETURNS.buyer, whole: true, cell: ({ buyer }) => buyer },
  { title: RETURNS.offer, name: true, cell: ({ offer_name }) => offer_name },
  { title: LIST.site, whole: true, cell: ({ path }) => `/${path}` },
  {
    title: RETURNS.reason,
    wide: true,
    cell: ({ reason, words, booked_by }) => (
      <>
        {RETURN_REASONS[reason]} {booked_by && <small>{RETURNS.by(booked_by)}</small>}
        {words && <div className="return-words">{words}</div>}
      </>
    ),
  },
]
