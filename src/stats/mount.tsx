import type { Api } from './report/api.ts'
import { App, type ComingDashboard } from './StatsApp.tsx'
import type { BrowserStorage } from './browser/preferences.ts'
import { mountPage } from './mountPage.tsx'

/** Renders the dashboard. */
export function mount(app: { api: Api; storage: BrowserStorage; coming: ComingDashboard }): void {
  mountPage(({ product }) => <App {...app} product={product} now={Date.now} />)
}
