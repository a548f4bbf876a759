import { Route, Routes } from 'react-router-dom'
import { ChoicesNotice } from '../list/ChoicesNotice.tsx'
import { LeadList } from './LeadList.tsx'
import { OneLead } from './OneLead.tsx'

/** List of leads, or the one in the address. */
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
