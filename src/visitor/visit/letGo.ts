import { PAGE_ELEMENT, type Page } from '../../flow/page.ts'
import { TIMEOUT_MS } from '../queue/backoff.ts'
import type { Cell } from './cell.ts'
import { draftKey } from './drafts.ts'
import { hasUnsent, type Outbox } from '../queue/outbox.ts'
import { loadAnew } from './loadAnew.ts'
import { forget, staticSessionKey } from './remember.ts'
import { createStorage, type Storage } from './storage.ts'

/** How a browser lets go of what was typed: on a shared device the next visitor must not read it. */

/** At the end of the flow, once the server has every answer. What is still unsent stays in the outbox, and the journey with
 *  it, for a reload. */
export function letGoAtEnd(
  page: Page,
  storage: Storage,
  { ended, outbox }: { ended: Cell<boolean>; outbox: Pick<Outbox, 'keys' | 'read'> },
): void {
  if (!ended.get()) return
  dropDrafts(page)
  if (!hasUnsent(outbox, page.session.token)) letGo(page, storage)
}

/** Ends the session in this browser and loads the page anew. The outbox keeps what is unsent. `form` is posted to the
 *  server, which removes the cookie; a page that no server made has none. */
export async function startAgain(page: Page, storage: Storage, form: HTMLFormElement): Promise<void> {
  letGo(page, storage)
  dropDrafts(page)
  const body = new URLSearchParams([...new FormData(form).keys()].map((name) => [name, '']))
  // The redirect would load the page a first time.
  if (document.getElementById(PAGE_ELEMENT))
    await fetch('', { method: 'POST', body, redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) })
  // Other tabs load anew only now that the cookie is gone.
  storage.set(startedAgainKey(page), String(Date.now()))
  loadAnew()
}

/** Has a page load anew whose visitor started again since, in another tab or while it slept in the browser's history; or
 *  whose visit is over when it is seen again, or grows old in sight. */
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
  // The last page stays as long as it is being read.
  setInterval(() => {
    if (isSeen() && !ended.get() && isOver()) loadAnew()
  }, LOOK_EVERY_MS)
}

const LOOK_EVERY_MS = 60 * 1000

function letGo(page: Page, storage: Storage): void {
  forget(storage, page)
  storage.remove(staticSessionKey(page.path))
}

function dropDrafts(page: Page): void {
  createStorage(() => sessionStorage).remove(draftKey(page))
}

function startedAgainKey({ path }: Page): string {
  return `leadloom.again.${path}`
}
