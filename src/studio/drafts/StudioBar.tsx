import { useEffect, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { BarAccount, StillIn } from '../../operator/page/BarButton.tsx'
import { DRAFTS } from '../parts/draftScreen.ts'
import { useStudio } from '../parts/studioContext.ts'

/** Head of the page. `path` is that of the edited site; null in the list of sites. */
export function StudioBar({ path, children }: { path: string | null; children?: ReactNode }) {
  const { product, operator, stays, logOut } = useStudio()
  useEffect(() => {
    document.title = [...(path === null ? [] : [`/${path}`]), DRAFTS.name, product].join(' · ')
  }, [path, product])
  return (
    <header className="bar">
      <div className="bar-place">
        <Link to="/" className="brand">
          {product} {DRAFTS.name}
        </Link>
        {path !== null && <h1 className="bar-path">/{path}</h1>}
      </div>
      <div className="bar-acts">{children}</div>
      <BarAccount operator={operator} here="/studio" onLogOut={logOut} />
      <StillIn reason={stays} />
    </header>
  )
}
