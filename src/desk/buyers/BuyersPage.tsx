import { useCallback, useMemo } from 'react'
import { Navigate, Route, Routes, useParams } from 'react-router-dom'
import type { KnownBuyer } from '../../../schemas/desk/buyers.ts'
import { Opening } from '../../stats/login/LoginGate.tsx'
import { Notice } from '../../stats/Notice.tsx'
import { useLoaded } from '../../stats/report/useLoaded.ts'
import { BUYERS } from '../../texts/desk/buyerScreen.ts'
import { SCREEN } from '../../texts/statsScreen.ts'
import { useDesk } from '../deskContext.ts'
import { buyerCalls } from './buyerCalls.ts'
import { BuyerEditor } from './BuyerEditor.tsx'
import { BuyerList } from './BuyerList.tsx'
import '../../forms/forms.css'
import './buyers.css'
import { NewBuyer } from './NewBuyer.tsx'

/** Whom leads are sold to: the list, and each one's form. */
export function BuyersPage() {
  return (
    <main className="screen">
      <Routes>
        <Route path="/" element={<BuyerList />} />
        <Route path="new" element={<NewBuyer />} />
        <Route path="of/:buyer" element={<OneBuyer />} />
        <Route path="*" element={<Navigate to="/buyers" replace />} />
      </Routes>
    </main>
  )
}

function OneBuyer() {
  const { buyer = '' } = useParams()
  const { inside } = useDesk()
  const calls = useMemo(() => buyerCalls({ inside }), [inside])
  const load = useCallback((signal: AbortSignal) => calls.list(signal), [calls])
  const { data, failure, retry } = useLoaded(load, { now: Date.now })
  if (failure !== null)
    return (
      <Notice title={BUYERS.failed} urgent action={{ label: SCREEN.retry, act: retry }}>
        {failure}
      </Notice>
    )
  if (!data) return <Opening />
  const lines = data.data.filter((line) => line.buyer === buyer)
  // The one that can be changed comes first; where the file has it too, that one says so.
  const line = lines.find(({ origin }) => origin === 'store') ?? lines[0]
  if (line) return <BuyerEditor key={buyer} line={line} calls={calls} onReload={retry} />
  return <NewOrNone buyer={buyer} calls={calls} onReload={retry} />
}

/** A buyer that is being made has a form before it is saved. */
function NewOrNone({
  buyer,
  calls,
  onReload,
}: {
  buyer: string
  calls: ReturnType<typeof buyerCalls>
  onReload: () => void
}) {
  const line: KnownBuyer = {
    buyer,
    origin: 'store',
    revision: 0,
    saved_by: null,
    saved_at: null,
    document: { format: 'json', url: '' },
    problem: null,
  }
  return <BuyerEditor key={buyer} line={line} calls={calls} onReload={onReload} />
}
