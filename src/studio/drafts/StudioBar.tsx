import { IconLogout } from '@tabler/icons-react'
import { useEffect, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { BarButton, OtherPages, SchemeToggle } from '../../stats/BarButton.tsx'
import { LOGIN } from '../../texts/statsScreen.ts'
import { DRAFTS } from '../../texts/studio/draftScreen.ts'
import { useStudio } from './studioContext.ts'

/** The head of the page. `path`: of the site that is edited; null in the list of sites. */
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
      <div className="bar-account">
        <span className="bar-operator" title={LOGIN.loggedIn}>
          {operator}
        </span>
        <OtherPages here="/studio" />
        <SchemeToggle />
        <BarButton label={LOGIN.logOut} Icon={IconLogout} onClick={logOut} />
      </div>
      {stays !== null && (
        <p role="alert" className="bar-trouble">
          {LOGIN.stillIn(stays)}
        </p>
      )}
    </header>
  )
}
