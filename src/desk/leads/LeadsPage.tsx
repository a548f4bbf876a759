import { Route, Routes } from 'react-router-dom'
import { ChoicesNotice } from '../list/ChoicesNotice.tsx'
import { LeadList } from './LeadList.tsx'
import { OneLead } from './OneLead.tsx'

/** The list of leads, or the one that the address names. */
export function LeadsPage() {
  return (
    <main className="screen">
      <ChoicesNotice />
      <Routes>
        <Route path=":uuid" element={<OneLead />} />
        <Route path="*" element={<LeadList />} />
      </Routes>
    </main>
  )
}
