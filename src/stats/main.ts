// Must come before the styles of the dates and the tables, which build on it.
import '@mantine/core/styles.css'
import '../operator/page/operator.css'
import { openApi } from './tables/api.ts'
import { headStart } from './report/prefetch.ts'
import { storedOperator } from '../operator/browser/preferences.ts'
import { openStorage } from '../operator/browser/localStorage.ts'

/** Entry point of the operator's app. Requests the data of the first screen before the app itself has loaded. */

/** Time to wait for the first figures: a placeholder that is replaced at once would only flicker. */
const SOON_MS = 300

const api = openApi()
const storage = openStorage(() => localStorage)
// An operator who was last logged in to the dashboard probably still is; for others the login comes first.
const figures =
  storedOperator(storage) === null ? null : headStart(api, { location, storage, now: Date.now() })

const dashboard = import('./Dashboard.tsx')
const { mount } = await import('./mount.tsx')
mount({ api, storage, coming: { dashboard, ready: figures && (await ready(figures)) } })

/** The dashboard once its first figures can be drawn; null if it failed to load, which the app reports. */
async function ready(coming: Promise<void>) {
  const module = await dashboard.catch(() => null)
  await Promise.race([coming, new Promise((done) => setTimeout(done, SOON_MS))])
  return module
}
