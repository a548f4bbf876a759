import { NEW_FLOW } from './shells.ts'

/** In the page: a flow was published, and a visit stays with the version that it began on. Begins another. */
import.meta.hot?.on(NEW_FLOW, () => {
  localStorage.clear()
  location.reload()
})
