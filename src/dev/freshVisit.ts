import { NEW_FLOW } from './shells.ts'

/** Starts a new visit when a flow is published, as the open one keeps the version it began on. Runs in the page. */
import.meta.hot?.on(NEW_FLOW, () => {
  localStorage.clear()
  location.reload()
})
