import { useCallback } from 'react'
import { Link } from 'react-router-dom'
import type { DeskChoices } from '../../../schemas/desk/leads.ts'
import { ListCard, type ListColumn } from '../list/ListCard.tsx'
import { useList } from '../list/useList.ts'
import { useDesk } from '../parts/deskContext.ts'
import { BUYERS } from './buyerScreen.ts'
import { SCORE } from './scorecardScreen.ts'

/** Buyers that an account for some sites sees: those that got leads of these, each with its scorecard. */
export function ScoredBuyers({ sites }: { sites: readonly string[] }) {
  const { inside } = useDesk()
  const load = useCallback(
    async (_asked: object, signal: AbortSignal) => {
      const { buyers } = await inside<DeskChoices>({ url: '/desk/choices', signal })
      return { data: buyers, next: null }
    },
    [inside],
  )
  const list = useList(NO_FILTERS, load)
  return (
    <ListCard
      title={BUYERS.title}
      note={SCORE.someSites(sites)}
      list={list}
      columns={COLUMNS}
      keyOf={(buyer) => buyer}
      tools={null}
      empty={{ title: SCORE.noBuyers, why: SCORE.noBuyersWhy }}
    />
  )
}

const NO_FILTERS: readonly string[] = []

const COLUMNS: ListColumn<string>[] = [
  { title: BUYERS.buyer, cell: (buyer) => <Link to={`/buyers/of/${buyer}/scorecard`}>{buyer}</Link> },
]
