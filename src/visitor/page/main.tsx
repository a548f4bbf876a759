import './oldBrowsers.ts'
import { flushSync } from 'react-dom'
import { createRoot, hydrateRoot } from 'react-dom/client'
import type { Flow } from '../../../schemas/flow/flow.ts'
import { sentencesOf, learn, type Sentences } from '../../texts/languages/sentences.ts'
import { advance, withoutPersonal, type Effect, type Journey } from '../../flow/journey.ts'
import { says } from '../../flow/languages/language.ts'
import { lazyElementsIn } from '../../flow/elements/lazyElements.ts'
import { flatten } from '../../flow/answers/data.ts'
import { sameStep } from '../../flow/elements/elements.ts'
import { FORCE_START_OFFER } from '../../flow/walk.ts'
import { loadLazyWidgets } from '../../../widgets/lazyWidget.tsx'
import { App, type AppProps } from './Funnel.tsx'
import { TIMEOUT_MS } from '../queue/backoff.ts'
import type { Chosen, Taken } from './early.ts'
import { createBrowserPorts } from './browser.ts'
import { draftKey } from '../visit/drafts.ts'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { seenStep } from '../step/seen.ts'
import { PAGE_ELEMENT, type Page, type SentPage } from '../../flow/page.ts'
import { persist } from '../queue/persist.ts'
import { loadAnew } from '../visit/loadAnew.ts'
import { forget, gather, isOwnTab, recall, recallRecent } from '../queue/remember.ts'
import { findReplacement, takeTyped } from './restoreTyped.ts'
import { screenOf } from '../visit/screen.ts'
import { createStorage, type Storage } from '../queue/storage.ts'
import type { BrowserPorts } from '../visit/browserPorts.ts'
import type { Language } from '../../../schemas/flow/languages.ts'
import { PAGE } from '../../texts/visitorPage.ts'
import './foot.css'
import './visitor.css'

/** Sentences in languages other than English, each in its own script, which only pages in that language load. */
const OTHERS: Partial<Record<string, () => Promise<{ SENTENCES: Sentences }>>> = {
  es: () => import('../../texts/spanish/spanishSentences.ts'),
}

const root = document.getElementById('root')
const data = document.getElementById(PAGE_ELEMENT)
if (!root) throw new Error('The page has no element with the id root.')
if (data) void start(JSON.parse(data.textContent) as SentPage, root)
else void startWithoutServer(root)

/** Separate tasks, so that presses in between still reach the early script. */
async function start(sent: SentPage, root: HTMLElement): Promise<void> {
  void persist(() => loadFullStylesheet(sent.style))
  const [flow] = await Promise.all([
    persist((failures) => readFlow(sent.flow, failures)),
    persist(() => learnLanguage(document.documentElement.lang)),
  ])
  if (lazyElementsIn(flow).length > 0) await persist(loadLazyWidgets)
  setTimeout(() => {
    const { is_withheld, ...own } = sent
    const page = { ...own, flow }
    if (isOutdated(page)) return loadAnew()
    const prepared = prepare(page, is_withheld)
    setTimeout(() => takeOver(prepared, root))
  })
}

/** True if Back or Forward led to a page of a session that this browser has discarded. A page without answers may come from the
 *  browser's cache; the present user's answers must not go into that session. Stored data of another session stays. */
function isOutdated(page: Page): boolean {
  const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (load?.type !== 'back_forward' || Object.keys(page.journey.answers).length > 0) return false
  const storage = createStorage(() => localStorage)
  return !recall(storage, page) || !recallRecent(storage, page, Date.now())
}

/** Throws if it has not arrived in time. A retry bypasses the cache, where it would wait for the hanging request, and gets more time, as
 *  the connection may be slow. */
async function readFlow(address: string, failures: number): Promise<Flow> {
  const cache = failures > 0 ? 'reload' : 'default'
  const signal = AbortSignal.timeout(TIMEOUT_MS * (failures + 1))
  const answer = await fetch(address, { cache, signal })
  if (!answer.ok) throw new Error(`${address} was answered ${answer.status}.`)
  return (await answer.json()) as Flow
}

/** Replaces the inline part of the components' stylesheet by the whole, before the site's own. */
async function loadFullStylesheet(href: string): Promise<void> {
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href })
  const first = document.querySelector('style')
  first?.after(link)
  try {
    await new Promise((resolve, reject) => Object.assign(link, { onload: resolve, onerror: reject }))
    first?.remove()
  } catch {
    link.remove()
    throw new Error(`${href} did not come.`)
  }
}

/** Data for the takeover that no press can change, prepared before it in a separate task. */
interface Prepared {
  page: Page
  browser: BrowserPorts
  /** Stored journey of this browser. */
  kept: Journey | null
  /** Journey to continue from. */
  standing: Journey
  /** True if the browser is ahead of the server. */
  isAhead: boolean
}

function prepare(page: Page, isWithheld = false): Prepared {
  const storage = createStorage(() => localStorage)
  const browser = createBrowserPorts(page, storage)
  const { kept, own } = ownJourney(page, storage)
  const sent = isWithheld ? withoutPersonal(page, page.journey) : own(page.journey)
  dropForcedOffer()
  const isAhead = isWithheld || standingOf(page, kept ?? sent) !== standingOf(page, page.journey)
  // The markup shows the progress known to the server.
  const standing = kept && !isAhead ? { ...kept, progress: page.journey.progress } : (kept ?? sent)
  return { page, browser, kept, standing, isAhead }
}

/** Gives the stored journey, and any other, as this tab may show it: its own one with the changes of other tabs. A tab that is new to the
 *  session asks for personal data again. */
function ownJourney(page: Page, storage: Storage) {
  const isOwn = page.is_preview ?? isOwnTab(page)
  const own = (journey: Journey) => (isOwn ? journey : withoutPersonal(page, journey))
  const now = Date.now()
  const shared = recallRecent(storage, page, now)
  const ofTab = isOwn
    ? recallRecent(
        createStorage(() => sessionStorage),
        page,
        now,
      )
    : null
  const kept = ofTab ? gather(storage, page, ofTab) : shared && own(shared)
  return { kept, own }
}

/** Takes over the step that the server sent, in one task, so that no press is lost in between. */
function takeOver({ page, browser, kept, standing, isAhead }: Prepared, root: HTMLElement): void {
  const early = window.early?.take()
  const onScreen = stepOnScreen(root)
  const typeAgain = takeTyped(root)
  const touched = Boolean(early?.chosen ?? early?.waiting ?? early?.links[0] ?? typeAgain)
  const begun = touched ? inSight(page, standing) : standing
  browser.perform(begun, kept ? [] : page.effects, false)
  const chosen = sameStep(begun.current, page.journey.current) ? early?.chosen : null
  const [journey, effects] = chosen ? choose(page, begun, chosen) : [begun, []]
  if (chosen) browser.perform(journey, effects, true)

  const app = guarded({ page, journey, moved: Boolean(chosen), shownAtMs: chosen?.atMs ?? 0, browser })
  flushSync(() => (isAhead ? createRoot(root).render(app) : hydrateRoot(root, app)))
  if (early && stepOnScreen(root) === onScreen) {
    flushSync(() => typeAgain?.())
    pressAgain(root, early)
  }
  performance.mark('leadloom:ready')
}

/** Error boundary around the app. If React cannot render the page, it starts again without the stored data of this tab and browser,
 *  which may be the cause. */
function guarded(props: AppProps) {
  const tab = createStorage(() => sessionStorage)
  return (
    <ErrorBoundary
      said={says(props.page.flow).FAILED}
      again={tab.get(RETRIED) !== null}
      onRetry={() => {
        tab.set(RETRIED, 'yes')
        tab.remove(draftKey(props.page))
        forget(
          createStorage(() => localStorage),
          props.page,
        )
        location.reload()
      }}
      onDrawn={() => tab.remove(RETRIED)}
    >
      <App {...props} />
    </ErrorBoundary>
  )
}

const RETRIED = 'leadloom.retried'

/** Tells the app of links that are already open, and repeats the held press. */
function pressAgain(root: HTMLElement, { links, waiting }: Taken): void {
  for (const link of links) {
    addEventListener('click', (event) => event.preventDefault(), { capture: true, once: true })
    findReplacement(root, link)?.click()
  }
  waiting?.removeAttribute('data-busy')
  if (waiting) findReplacement(root, waiting)?.click()
}

function stepOnScreen(root: HTMLElement): string | undefined {
  return root.querySelector<HTMLElement>('[data-step]')?.dataset['step']
}

/** The journey at the step that the server sent and the visitor saw, whatever this browser's own step was. */
function inSight(page: Page, journey: Journey): Journey {
  const step = page.journey.current
  return step ? advance(page, journey, { type: 'show', step })[0] : journey
}

/** Applies to the journey what the early script already showed: a press and an answer. */
function choose(
  page: Page,
  journey: Journey,
  { name, value, step, button, atMs }: Chosen,
): [Journey, Effect[]] {
  if (!journey.current) return [journey, []]
  const [clicked, first] = advance(page, journey, { type: 'click' })
  const [next, second] = advance(page, clicked, {
    type: 'submit',
    step: journey.current,
    data: { [name]: value },
    timeOnStepMs: Math.round(atMs),
    ...(step && { seen: seenStep(step, button, performance.timeOrigin + atMs) }),
  })
  return [next, [...first, ...second]]
}

async function startWithoutServer(root: HTMLElement): Promise<void> {
  const screen = createRoot(root)
  window.early?.take()
  screen.render(<Spinner />)
  try {
    const { fetchPage } = await import('./fetchPage.ts')
    const page = await fetchPage(root.dataset)
    await learnLanguage(document.documentElement.lang)
    if (lazyElementsIn(page.flow).length > 0) await persist(loadLazyWidgets)
    const storage = createStorage(() => localStorage)
    const browser = createBrowserPorts(page, storage)
    const { kept } = ownJourney(page, storage)
    dropForcedOffer()
    browser.perform(kept ?? page.journey, kept ? [] : page.effects, false)
    screen.render(guarded({ page, journey: kept ?? page.journey, shownAtMs: browser.now(), browser }))
  } catch (error) {
    console.error(error)
    const language = navigator.language.split('-')[0]!
    await learnLanguage(language).catch(() => {})
    const said = sentencesOf(language as Language)
    document.title = said.NOT_FOUND.title
    screen.render(<NotFound {...said} />)
  }
}

/** Text that identifies a journey's current step, answers, initial values and visible fields, in whatever order they were filled in. */
function standingOf(page: Page, journey: Journey): string {
  const { stop, started, fields } = screenOf(page, journey)
  return JSON.stringify(
    Object.entries({ ...journey.answers, [`at ${stop?.id}`]: started, fields }).map(([id, data]) => [
      id,
      Object.entries(flatten(data)).sort(([one], [other]) => (one < other ? -1 : 1)),
    ]),
  )
}

/** Source: spec, section 4: force-start-offer is removed from the address. */
function dropForcedOffer(): void {
  const url = new URL(location.href)
  if (!url.searchParams.has(FORCE_START_OFFER)) return
  url.searchParams.delete(FORCE_START_OFFER)
  history.replaceState(history.state, '', url)
}

/** Loads the sentences of the page's language, unless they are loaded already. */
async function learnLanguage(language: string): Promise<void> {
  const loaded = await OTHERS[language]?.()
  if (loaded) learn(language as Language, loaded.SENTENCES)
}

/** Screen while there is no step. */

function Spinner() {
  return (
    <main className="stage state" aria-busy="true">
      <div className="spinner" role="status">
        <span className="visually-hidden">{PAGE.loading}</span>
      </div>
    </main>
  )
}

function NotFound({ NOT_FOUND, WAY_HOME }: Pick<Sentences, 'NOT_FOUND' | 'WAY_HOME'>) {
  return (
    <main className="stage state">
      <h1>{NOT_FOUND.title}</h1>
      <p className="lead">{NOT_FOUND.lead}</p>
      <p className="lead">
        <a href={WAY_HOME.href}>{WAY_HOME.text}</a>
      </p>
    </main>
  )
}
