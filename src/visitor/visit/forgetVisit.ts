import { PAGE_ELEMENT, type Page } from '../../flow/page.ts'
import { TIMEOUT_MS } from '../queue/backoff.ts'
import type { Cell } from '../queue/cell.ts'
import { draftKey } from './drafts.ts'
import { hasUnsent, type Outbox } from '../queue/outbox.ts'
import { loadAnew } from './loadAnew.ts'
import { forget, staticSessionKey } from '../queue/remember.ts'
import { createStorage, type Storage } from '../queue/storage.ts'

/** Deletes typed data from a browser: on a shared device the next visitor must not read it. */

/** Deletes the journey at the end of the flow, once the server has every answer. Unsent ones stay in the outbox, with the journey, for a
 *  reload. */
export function forgetAtEnd(
  page: Page,
  storage: Storage,
  { ended, outbox }: { ended: Cell<boolean>; outbox: Pick<Outbox, 'keys' | 'read'> },
): void {
  if (!ended.get()) return
  dropDrafts(page)
  if (!hasUnsent(outbox, page.session.token)) forgetJourney(page, storage)
}

/** Ends the session in this browser and reloads the page. Unsent calls stay in the outbox. `form` is posted to the server, which removes
 *  the cookie; a page without a server has none. */
export async function startAgain(page: Page, storage: Storage, form: HTMLFormElement): Promise<void> {
  forgetJourney(page, storage)
  dropDrafts(page)
  const body = new URLSearchParams([...new FormData(form).keys()].map((name) => [name, '']))
  // A followed redirect would load the page an extra time.
  if (document.getElementById(PAGE_ELEMENT))
    await fetch('', { method: 'POST', body, redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) })
  // Other tabs must reload only now that the cookie is gone.
  storage.set(startedAgainKey(page), String(Date.now()))
  loadAnew()
}

/** Reloads a page if its visitor has started again, in another tab or while it was in the browser's history, or if its visit is over
 *  when it is shown again, or expires while shown. */
export function reloadWhenOver(
  page: Page,
  storage: Storage,
  { ended, isOver }: { ended: Cell<boolean>; isOver: () => boolean },
): void {
  const isSeen = () => document.visibilityState === 'visible'
  addEventListener('pageshow', ({ persisted }) => {
    const startedAgain = Number(storage.get(startedAgainKey(page))) > performance.timeOrigin
    if (persisted && (startedAgain || isOver())) loadAnew()
  })
  addEventListener('storage', ({ key, newValue }) => {
    if (key === startedAgainKey(page) && newValue !== null) loadAnew()
  })
  document.addEventListener('visibilitychange', () => {
    if (isSeen() && isOver()) loadAnew()
  })
  // The last page stays while it is being read.
  setInterval(() => {
    if (isSeen() && !ended.get() && isOver()) loadAnew()
  }, LOOK_EVERY_MS)
}

const LOOK_EVERY_MS = 60 * 1000

function forgetJourney(page: Page, storage: Storage): void {
  for (const place of [storage, createStorage(() => sessionStorage)]) forget(place, page)
  storage.remove(staticSessionKey(page.path))
}

function dropDrafts(page: Page): void {
  createStorage(() => sessionStorage).remove(draftKey(page))
}

function startedAgainKey({ path }: Page): string {
  return `leadloom.again.${path}`
}
