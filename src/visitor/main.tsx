import { flushSync } from 'react-dom'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { advance, type Effect, type Journey } from '../flow/journey.ts'
import { FORCE_START_OFFER } from '../flow/walk.ts'
import { App, type AppProps } from './App.tsx'
import { createWorld } from './browser.ts'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { NotFound, Spinner } from './states.tsx'
import { PAGE_ELEMENT, type Page } from '../flow/page.ts'
import { recall } from './remember.ts'
import { takeTyped } from './restore.ts'
import { createStorage } from './storage.ts'
import './visitor.css'

const root = document.getElementById('root')
const data = document.getElementById(PAGE_ELEMENT)
if (!root) throw new Error('The page has no element with the id root.')
// As a task of its own: presses that came while this script was read still go to the early script.
if (data) setTimeout(() => start(JSON.parse(data.textContent) as Page, root))
else void startWithoutServer(root)

/** Takes over the step that the server sent, in one task: no press can fall between. */
function start(page: Page, root: HTMLElement): void {
  const storage = createStorage(() => localStorage)
  const early = window.early?.take()
  const world = createWorld(page, storage)
  const kept = recall(storage, page)
  dropForcedOffer()
  if (kept && !sameStep(kept, page.journey)) {
    // This browser is ahead of what the server has heard.
    history.replaceState({ step: kept.current, depth: 0 }, '')
    root.replaceChildren()
    createRoot(root).render(guarded({ page, journey: kept, world }))
    return
  }

  history.replaceState({ step: page.journey.current, depth: 0 }, '')
  const before: [Journey, Effect[]] = kept
    ? [{ ...kept, progress: page.journey.progress }, []]
    : [page.journey, page.effects]
  const [journey, effects] = early?.chosen ? choose(page, before, early.chosen) : before
  const moved = Boolean(early?.chosen)
  const typeAgain = takeTyped(root)
  flushSync(() => hydrateRoot(root, guarded({ page, journey, moved, world })))
  flushSync(typeAgain)
  world.perform(journey, effects, moved)
  if (early?.waiting) {
    early.waiting.removeAttribute('data-busy')
    early.waiting.click()
  }
  performance.mark('leadloom:ready')
}

function guarded(props: AppProps) {
  return (
    <ErrorBoundary>
      <App {...props} />
    </ErrorBoundary>
  )
}

/** What the early script showed already, made true: a press and an answer. */
function choose(
  page: Page,
  [journey, effects]: [Journey, Effect[]],
  { name, value }: { name: string; value: string },
): [Journey, Effect[]] {
  if (!journey.current) return [journey, effects]
  const timeOnStepMs = Math.round(performance.now())
  const [clicked, first] = advance(page, journey, { type: 'click' })
  const [next, second] = advance(page, clicked, {
    type: 'submit',
    step: journey.current,
    data: { [name]: value },
    timeOnStepMs,
  })
  return [next, [...effects, ...first, ...second]]
}

async function startWithoutServer(root: HTMLElement): Promise<void> {
  const screen = createRoot(root)
  screen.render(<Spinner />)
  try {
    const { fetchPage } = await import('./fetchPage.ts')
    const page = await fetchPage(root.dataset)
    const storage = createStorage(() => localStorage)
    const world = createWorld(page, storage)
    const journey = recall(storage, page)
    screen.render(guarded({ page, journey: journey ?? page.journey, world }))
    if (!journey) world.perform(page.journey, page.effects, false)
    dropForcedOffer()
  } catch (error) {
    console.error(error)
    screen.render(<NotFound />)
  }
}

function sameStep(a: Journey, b: Journey): boolean {
  return JSON.stringify([a.current, a.answers]) === JSON.stringify([b.current, b.answers])
}

/** Source: spec, section 4: force-start-offer is removed from the address. */
function dropForcedOffer(): void {
  const url = new URL(location.href)
  if (!url.searchParams.has(FORCE_START_OFFER)) return
  url.searchParams.delete(FORCE_START_OFFER)
  history.replaceState(history.state, '', url)
}
