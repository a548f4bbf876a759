import { useMemo } from 'react'
import { NavLink, Route, Routes, useLocation } from 'react-router-dom'
import { RETURNS } from './returnScreen.ts'
import { useDesk } from '../parts/deskContext.ts'
import { ChoicesNotice } from '../list/ChoicesNotice.tsx'
import { FileOfReturns } from './FileOfReturns.tsx'
import { returnCalls } from './returnCalls.ts'
import { ReturnList } from './ReturnList.tsx'
import { StatementCheck } from './StatementCheck.tsx'

/** Returns; for operators of all sites with the permission, also a file of returns and a statement. */
export function ReturnsPage() {
  const { inside, choices, sites } = useDesk()
  const { pathname } = useLocation()
  const calls = useMemo(() => returnCalls({ inside }), [inside])
  // A buyer's file or statement covers all sites.
  const mayBook = (choices.data?.may_return ?? false) && sites === null
  // The list has its own title.
  const isList = !mayBook || !/\/(file|statement)$/.test(pathname)
  return (
    <main className="screen">
      <ChoicesNotice />
      {!isList && <h1 className="return-title">{RETURNS.title}</h1>}
      {mayBook && (
        <nav className="part-links" aria-label={RETURNS.parts}>
          <NavLink to="/returns" end>
            {RETURNS.list}
          </NavLink>
          <NavLink to="/returns/file">{RETURNS.file}</NavLink>
          <NavLink to="/returns/statement">{RETURNS.statement}</NavLink>
        </nav>
      )}
      <Routes>
        {mayBook && <Route path="file" element={<FileOfReturns calls={calls} />} />}
        {mayBook && <Route path="statement" element={<StatementCheck calls={calls} />} />}
        <Route path="*" element={<ReturnList calls={calls} />} />
      </Routes>
    </main>
  )
}
