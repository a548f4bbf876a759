import type { Api } from './tables/api.ts'
import { App, type ComingDashboard } from './StatsApp.tsx'
import type { BrowserStorage } from '../operator/browser/preferences.ts'
import { mountPage } from '../operator/page/mountPage.tsx'

/** Renders the dashboard. */
export function mount(app: { api: Api; storage: BrowserStorage; coming: ComingDashboard }): void {
  mountPage(({ product }) => <App {...app} product={product} now={Date.now} />)
}
