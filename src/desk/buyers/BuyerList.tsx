import { Button } from '@mantine/core'
import { useCallback, useMemo } from 'react'
import { Link } from 'react-router-dom'
import type { BuyerLine } from '../../../schemas/desk/buyers.ts'
import { show } from '../../operator/table/cells.ts'
import { BUYERS } from './buyerScreen.ts'
import { useDesk, useMay } from '../parts/deskContext.ts'
import { ListCard, type ListColumn } from '../list/ListCard.tsx'
import { useList } from '../list/useList.ts'
import { SYSTEMS } from './buyerWords.ts'
import { buyerCalls } from './buyerCalls.ts'
import { unsavedBuyers } from './unsavedBuyers.ts'

/** Every buyer, from the file and the store, with the outcome of today’s leads. */
export function BuyerList() {
  const { inside } = useDesk()
  const mayManage = useMay('managesBuyers')
  const calls = useMemo(() => buyerCalls({ inside }), [inside])
  const load = useCallback(
    async (_asked: object, signal: AbortSignal) => ({ ...(await calls.list(signal)), next: null }),
    [calls],
  )
  const list = useList(NO_FILTERS, load)
  return (
    <ListCard
      title={BUYERS.title}
      list={list}
      columns={COLUMNS}
      keyOf={({ buyer, origin }) => `${origin} ${buyer}`}
      empty={{ title: BUYERS.none, why: BUYERS.noneWhy }}
      tools={
        mayManage && (
          <Button component={Link} to="/buyers/new" size="xs">
            {BUYERS.add}
          </Button>
        )
      }
    />
  )
}

/** Host that leads go to, or the address if they go by email. */
function hostOf(url: string): string | undefined {
  const address = URL.parse(url)
  return address?.protocol === 'mailto:' ? address.pathname : address?.host
}

const NO_FILTERS: readonly string[] = []

const COLUMNS: ListColumn<BuyerLine>[] = [
  {
    title: BUYERS.buyer,
    cell: (line) => (
      <div>
        <div className="phone-first">
          <StateMark {...line} />
        </div>
        <Link to={`/buyers/of/${line.buyer}`}>{line.buyer}</Link>
      </div>
    ),
  },
  {
    title: BUYERS.format,
    whole: true,
    cell: ({ document }) => SYSTEMS[document['format'] as keyof typeof SYSTEMS],
  },
  { title: BUYERS.host, wide: true, cell: ({ document }) => hostOf(String(document['url'])) },
  {
    title: BUYERS.state,
    wide: true,
    isFirstOnPhone: true,
    cell: StateMark,
  },
  { title: BUYERS.leads, right: true, cell: ({ today }) => show(today.leads, 'count') },
  { title: BUYERS.accepted, right: true, cell: ({ today }) => show(today.accepted, 'count') },
  { title: BUYERS.net, right: true, cell: ({ today }) => show(today.net_cents, 'cents') },
]

function StateMark(line: BuyerLine) {
  return (
    <>
      <span className="state" data-state={markOf(line)}>
        {stateOf(line)}
      </span>
      {unsavedBuyers.has(line.buyer) && line.origin === 'store' && <> {BUYERS.unsaved}</>}
    </>
  )
}

function stateOf({ problem, document, origin }: BuyerLine): string {
  if (problem !== null) return `${BUYERS.unused}: ${problem}`
  if (document['paused'] === true) return BUYERS.paused
  if (document['test'] === true) return BUYERS.testing
  return { file: BUYERS.ofFile, demo: BUYERS.ofDemo, store: BUYERS.used }[origin]
}

/** Color of a buyer, from those of lead states. */
function markOf({ problem, document }: BuyerLine): string {
  if (problem !== null) return 'dead'
  return document['paused'] === true || document['test'] === true ? 'suppressed' : 'accepted'
}
