import { useEffect, useRef, type ReactNode } from 'react'
import { NavLink, useLocation } from 'react-router-dom'
import { BarAccount, StillIn } from '../operator/page/BarButton.tsx'
import { DESK } from './parts/deskScreen.ts'
import { useDesk } from './parts/deskContext.ts'
import { SECTIONS, sectionsFor } from './sections.ts'

/** Frame of the desk: the bar, and the list of parts beside the contents, or above them on a narrow screen. */
export function DeskFrame({ children }: { children: ReactNode }) {
  const { product, operator, role, sites, stays, logOut } = useDesk()
  const { pathname } = useLocation()
  const shown = SECTIONS.find(({ slug }) => slug === pathname.split('/')[1])
  useEffect(() => {
    document.title = [...(shown ? [shown.name] : []), DESK.name, product].join(' · ')
  }, [shown, product])
  const nav = useRef<HTMLElement>(null)
  useEffect(() => {
    nav.current?.querySelector('[aria-current=page]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [shown])
  return (
    <div className="desk">
      <header className="bar">
        <p className="brand">
          {product} {DESK.name}
        </p>
        <BarAccount operator={operator} here="/desk" onLogOut={logOut} />
        <StillIn reason={stays} />
      </header>
      <nav ref={nav} className="desk-nav" aria-label={DESK.sections}>
        {sectionsFor({ role, sites }).map(({ slug, name, Icon }) => (
          <NavLink key={slug} to={`/${slug}`}>
            <Icon size={18} aria-hidden />
            {name}
          </NavLink>
        ))}
      </nav>
      {children}
    </div>
  )
}
