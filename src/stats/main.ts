// Before those of the dates and the tables, which build on it.
import '@mantine/core/styles.css'
import './stats.css'
import { openApi } from './api.ts'
import { headStart } from './headStart.ts'

/** Where the operator's app begins: what its first screen will show is asked for before the app itself has come. */

const api = openApi()
headStart(api, { location, shelf: localStorage, now: Date.now() })

const dashboard = import('./Dashboard.tsx')
const { mount } = await import('./mount.tsx')
mount(api, dashboard)
