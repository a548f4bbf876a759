// Before those of the dates and the tables, which build on it.
import '@mantine/core/styles.css'
import './stats.css'
import { openApi } from './report/api.ts'
import { headStart } from './report/prefetch.ts'
import { storedOperator } from './browser/preferences.ts'
import { openStorage } from './browser/localStorage.ts'

/** Where the operator's app begins: what its first screen will show is asked for before the app itself has come. */

/** Figures that come sooner than this are waited for: a picture of what is to come, replaced at once, would but flicker. */
const SOON_MS = 300

const api = openApi()
const storage = openStorage(() => localStorage)
// Whoever was in when the dashboard was last open is likely to be still; for others the login comes first.
const figures =
  storedOperator(storage) === null ? null : headStart(api, { location, storage, now: Date.now() })

const dashboard = import('./Dashboard.tsx')
const { mount } = await import('./mount.tsx')
mount({ api, storage, coming: { dashboard, ready: figures && (await ready(figures)) } })

/** The dashboard as it can be drawn with its first figures; null when it did not come: the app says why. */
async function ready(coming: Promise<void>) {
  const module = await dashboard.catch(() => null)
  await Promise.race([coming, new Promise((done) => setTimeout(done, SOON_MS))])
  return module
}
