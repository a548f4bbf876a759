import type { Api } from './tables/api.ts'
import type { BrowserStorage } from '../operator/browser/preferences.ts'
import { mountPage } from '../operator/page/mountPage.tsx'
import { useEffect, useState } from 'react'
import { ROLES } from '../../schemas/people/roles.ts'
import { LoginGate } from '../operator/login/LoginGate.tsx'
import { LOGIN } from '../operator/screenWords.ts'

/** Renders the dashboard. */
export function mount(app: { api: Api; storage: BrowserStorage; coming: ComingDashboard }): void {
  mountPage(({ product }) => <App {...app} product={product} now={Date.now} />)
}

/** Dashboard that is still loading. Its tables are most of the bundle, so the login shows first. */
interface ComingDashboard {
  dashboard: Promise<Module>
  /** Module that has loaded already. */
  ready: Module | null
}

type Module = typeof import('./Dashboard.tsx')

interface Props {
  api: Api
  coming: ComingDashboard
  product: string
  storage: BrowserStorage
  now: () => number
}

/** The login, then the dashboard. */
function App({ api, coming: { dashboard, ready }, product, storage, now }: Props) {
  const [Dashboard, setDashboard] = useState(() => ready?.Dashboard ?? null)
  const [failure, setFailure] = useState<unknown>(null)
  useEffect(() => {
    dashboard.then((module) => setDashboard(() => module.Dashboard), setFailure)
  }, [dashboard])
  return (
    <LoginGate calls={api} storage={storage} product={product} title={LOGIN.title} failure={failure}>
      {({ operator, role, stays, logOut }) =>
        Dashboard && (
          <Dashboard
            {...{ api, product, storage, now, operator, stays }}
            seesLeads={role !== null && ROLES[role].seesDesk}
            publishes={role !== null && ROLES[role].writesSites}
            onLogOut={logOut}
          />
        )
      }
    </LoginGate>
  )
}
