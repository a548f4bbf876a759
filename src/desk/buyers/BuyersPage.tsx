import { useCallback, useMemo } from 'react'
import { Navigate, NavLink, Route, Routes, useParams } from 'react-router-dom'
import { useLoaded } from '../../operator/loading/useLoaded.ts'
import { LoadingBlock } from '../../operator/loading/LoadingBlock.tsx'
import { BUYERS } from './buyerScreen.ts'
import { useDesk } from '../parts/deskContext.ts'
import { LoadedPart } from '../parts/LoadedPart.tsx'
import { buyerCalls } from './buyerCalls.ts'
import { BuyerEditor } from './BuyerEditor.tsx'
import { BuyerList } from './BuyerList.tsx'
import '../../forms/forms.css'
import './buyers.css'
import { NewBuyer } from './NewBuyer.tsx'
import { ScorecardPage } from './ScorecardPage.tsx'
import { ScoredBuyers } from './ScoredBuyers.tsx'
import { SCORE } from './scorecardScreen.ts'
import type { OpenBuyer } from './plainSections.tsx'

/** Buyers of leads: the list, and a form and a scorecard for each. An account for some sites sees scorecards of the leads of these, but no
 *  form, because a buyer's setup applies to all sites. */
export function BuyersPage() {
  const { sites } = useDesk()
  if (sites !== null)
    return (
      <main className="screen">
        <Routes>
          <Route path="/" element={<ScoredBuyers sites={sites} />} />
          <Route path="of/:buyer" element={<Navigate to="scorecard" replace />} />
          <Route path="of/:buyer/scorecard" element={<OneScorecard />} />
          <Route path="*" element={<Navigate to="/buyers" replace />} />
        </Routes>
      </main>
    )
  return (
    <main className="screen">
      <Routes>
        <Route path="/" element={<BuyerList />} />
        <Route path="new" element={<NewBuyer />} />
        <Route path="of/:buyer" element={<OneBuyer />} />
        <Route path="of/:buyer/scorecard" element={<OneScorecard />} />
        <Route path="*" element={<Navigate to="/buyers" replace />} />
      </Routes>
    </main>
  )
}

function OneScorecard() {
  const { buyer = '' } = useParams()
  const { sites } = useDesk()
  return (
    <>
      {sites === null && <BuyerPages buyer={buyer} />}
      <ScorecardPage key={buyer} buyer={buyer} />
    </>
  )
}

/** Links to the pages of one buyer. */
function BuyerPages({ buyer }: { buyer: string }) {
  return (
    <nav className="part-links" aria-label={SCORE.pages}>
      <NavLink to={`/buyers/of/${buyer}`} end>
        {SCORE.setup}
      </NavLink>
      <NavLink to={`/buyers/of/${buyer}/scorecard`}>{SCORE.title}</NavLink>
    </nav>
  )
}

function OneBuyer() {
  const { buyer = '' } = useParams()
  const { inside } = useDesk()
  const calls = useMemo(() => buyerCalls({ inside }), [inside])
  const load = useCallback((signal: AbortSignal) => calls.list(signal), [calls])
  const list = useLoaded(load, { now: Date.now })
  return (
    <>
      <BuyerPages buyer={buyer} />
      {list.data === null && <h1>{buyer}</h1>}
      <LoadedPart of={list} failed={BUYERS.failed}>
        {(data) => {
          if (!data) return <LoadingBlock height={420} />
          const lines = data.data.filter((line) => line.buyer === buyer)
          // The editable one comes first; if the file also has it, that one says so.
          const line = lines.find(({ origin }) => origin === 'store') ?? lines[0] ?? newBuyer(buyer)
          const open = line.origin === 'demo' ? replacement(line) : line
          return <BuyerEditor key={buyer} line={open} calls={calls} onReload={list.retry} />
        }}
      </LoadedPart>
    </>
  )
}

/** An empty form in place of the demo buyer, whose address is of no use to another. */
function replacement({ buyer, used }: OpenBuyer): OpenBuyer {
  return { ...newBuyer(buyer), origin: 'demo', used }
}

/** A buyer that has a form before it is first saved. */
function newBuyer(buyer: string): OpenBuyer {
  return {
    buyer,
    origin: 'store',
    revision: 0,
    saved_by: null,
    saved_at: null,
    document: { format: 'json', url: '' },
    problem: null,
    used: null,
  }
}
