import { lazy, Suspense, useCallback, useMemo, useEffect, useRef, type ReactNode } from 'react'
import { Navigate, Route, Routes, useLocation, NavLink } from 'react-router-dom'
import type { DeskChoices } from '../../schemas/desk/leads.ts'
import type { BrowserStorage } from '../operator/browser/preferences.ts'
import { LoginGate, Opening } from '../operator/login/LoginGate.tsx'
import type { OperatorCalls } from '../operator/loading/operatorCalls.ts'
import { useLoaded } from '../operator/loading/useLoaded.ts'
import { DESK } from './parts/deskScreen.ts'
import { DeskContext, useDesk } from './parts/deskContext.ts'
import { Part } from './parts/Part.tsx'
import { SECTIONS, sectionsFor } from './sections.ts'
import { SettleBadge } from './settle/SettleBadge.tsx'
import { BarAccount, StillIn } from '../operator/page/BarButton.tsx'

interface Props {
  product: string
  calls: OperatorCalls
  storage: BrowserStorage
}

/** The desk: the page of a link that a person was sent; else the login, then the part that the address names. */
export function DeskApp({ product, calls, storage }: Props) {
  const { pathname } = useLocation()
  if (pathname === '/invitation')
    return (
      <Suspense fallback={<Opening />}>
        <InvitationPage product={product} inside={calls.inside} />
      </Suspense>
    )
  return (
    <LoginGate calls={calls} storage={storage} product={product} title={DESK.login}>
      {({ operator, role, sites, stays, logOut }) => (
        <Inside around={{ product, operator, role, sites, stays, logOut, inside: calls.inside, storage }} />
      )}
    </LoginGate>
  )
}

const InvitationPage = lazy(async () => ({
  default: (await import('./account/InvitationPage.tsx')).InvitationPage,
}))

function Inside({ around }: { around: Omit<DeskContext, 'choices'> }) {
  const { product, operator, role, sites, stays, logOut, inside, storage } = around
  const load = useCallback(
    (signal: AbortSignal) => inside<DeskChoices>({ url: '/desk/choices', signal }),
    [inside],
  )
  const choices = useLoaded(load, { now: Date.now })
  const value = useMemo(
    () => ({ product, operator, role, sites, stays, logOut, inside, storage, choices }),
    [product, operator, role, sites, stays, logOut, inside, storage, choices],
  )
  const sections = sectionsFor({ role, sites })
  return (
    <DeskContext value={value}>
      <DeskFrame>
        <Suspense fallback={<Opening />}>
          <Routes>
            <Route path="/" element={<Navigate to={`/${sections[0]!.slug}`} replace />} />
            {SECTIONS.map(({ slug, name, load }) => (
              <Route key={slug} path={`/${slug}/*`} element={<Part key={slug} {...{ name, load }} />} />
            ))}
            <Route
              path="*"
              element={
                <main className="screen">
                  <h1>{DESK.unknown}</h1>
                  <p>{DESK.chooseSection}</p>
                </main>
              }
            />
          </Routes>
        </Suspense>
      </DeskFrame>
    </DeskContext>
  )
}

/** Frame of the desk: the bar, and the list of parts beside the contents, or above them on a narrow screen. */
function DeskFrame({ children }: { children: ReactNode }) {
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
            {slug === 'settle' && <SettleBadge />}
          </NavLink>
        ))}
      </nav>
      {children}
    </div>
  )
}
