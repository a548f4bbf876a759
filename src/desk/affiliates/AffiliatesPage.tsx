import { useMemo } from 'react'
import { NavLink, Route, Routes } from 'react-router-dom'
import { useDesk } from '../parts/deskContext.ts'
import { affiliateCalls } from './affiliateCalls.ts'
import { AFFILIATES } from './affiliateScreen.ts'
import { PayoutList } from './PayoutList.tsx'
import { PostbackPart } from './PostbackPart.tsx'
import { RuleCard } from './RuleCard.tsx'
import { StatementPart } from './StatementPart.tsx'
import './affiliates.css'

/** Payout rules of affiliates, the ledger of payouts, statements, and postbacks. */
export function AffiliatesPage() {
  const { inside } = useDesk()
  const calls = useMemo(() => affiliateCalls({ inside }), [inside])
  return (
    <main className="screen">
      <nav className="part-links" aria-label={AFFILIATES.parts}>
        <NavLink to="/affiliates" end>
          {AFFILIATES.rules}
        </NavLink>
        <NavLink to="/affiliates/payouts">{AFFILIATES.payouts}</NavLink>
        <NavLink to="/affiliates/statements">{AFFILIATES.statements}</NavLink>
        <NavLink to="/affiliates/postbacks">{AFFILIATES.postbacks}</NavLink>
      </nav>
      <Routes>
        <Route path="payouts" element={<PayoutList calls={calls} />} />
        <Route path="statements" element={<StatementPart calls={calls} />} />
        <Route path="postbacks" element={<PostbackPart calls={calls} />} />
        <Route path="*" element={<RuleCard calls={calls} />} />
      </Routes>
    </main>
  )
}
