import { Route, Routes } from 'react-router-dom'
import { LeadList } from './LeadList.tsx'

/** The list of leads. */
export function LeadsPage() {
  return (
    <main className="screen">
      <Routes>
        <Route path="*" element={<LeadList />} />
      </Routes>
    </main>
  )
}
