import { useMemo } from 'react'
import { Route, Routes, useParams } from 'react-router-dom'
import type { BrowserStorage } from '../../operator/browser/preferences.ts'
import { LoginGate } from '../../operator/login/LoginGate.tsx'
import type { OperatorCalls } from '../../operator/loading/operatorCalls.ts'
import { DRAFTS } from '../parts/draftScreen.ts'
import type { DraftCalls } from '../parts/draftCalls.ts'
import { DraftPage } from './DraftPage.tsx'
import { SiteList } from './SiteList.tsx'
import { StudioContext } from '../parts/studioContext.ts'

interface Props {
  product: string
  nonce: string
  login: OperatorCalls
  calls: DraftCalls
  storage: BrowserStorage
}

/** Studio: the login, then the sites, or the draft of the one in the address. */
export function StudioApp({ product, nonce, login, calls, storage }: Props) {
  return (
    <LoginGate calls={login} storage={storage} product={product} title={DRAFTS.login}>
      {({ operator, role, sites, stays, logOut }) => (
        <Inside
          value={{
            product,
            nonce,
            calls,
            operator,
            hasAllSites: role !== null && sites === null,
            stays,
            logOut,
          }}
        />
      )}
    </LoginGate>
  )
}

function Inside({ value }: { value: StudioContext }) {
  const { product, nonce, calls, operator, hasAllSites, stays, logOut } = value
  const around = useMemo(() => value, [product, nonce, calls, operator, hasAllSites, stays, logOut])
  return (
    <StudioContext value={around}>
      <Routes>
        <Route path="/" element={<SiteList />} />
        <Route path="/:path" element={<OneDraft />} />
        <Route path="*" element={<SiteList />} />
      </Routes>
    </StudioContext>
  )
}

/** Remounts for another site, so that nothing of the previous draft stays. */
function OneDraft() {
  const { path = '' } = useParams()
  return <DraftPage key={path} path={path} />
}
