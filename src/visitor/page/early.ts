/** Handles presses before React has loaded. This script is inline, before the first form, so it listens as soon as a button can be
 *  pressed. A first choice is answered at once from a prepared template; any other press is held and repeated after React starts. Typed
 *  text stays in its control. It hands over to the app through `window.early`, and leaves one listener. If the app can't run, this posts
 *  the forms. */

import { DELAY } from '../../texts/visitorEarly.ts'

export interface Early {
  /** Stops handling presses; returns those made so far. */
  take: () => Taken
}

export interface Taken {
  /** Choice that was answered. */
  chosen: Chosen | null
  /** Button with a held press. */
  waiting: HTMLButtonElement | null
  /** Links that were opened. */
  links: HTMLAnchorElement[]
}

export interface Chosen {
  name: string
  value: string
  /** Its step, removed from the screen; null if there was none. */
  step: Element | null
  button: Element
  /** Time of the press, in milliseconds since the page was requested. */
  atMs: number
}

declare global {
  interface Window {
    early?: Early
  }
}

/** Event by which a script notes that another question is on the screen. */
export type Shown = 'leadloom:shown'
const SHOWN: Shown = 'leadloom:shown'

/** Time for which a question must have been on the screen before a press on it counts. A second tap comes sooner, by a hand that moved, by
 *  another finger or by an assistive tool, and would answer a question that no one has read. */
const READ_MS = 600
/** Time after which a missing app is blocked, or the network barely works: the next press is posted without it. */
const PATIENCE_MS = 8000
/** Time by which a step is painted. */
const PAINTED_MS = 50
const KEPT = 'leadloom.early'

let chosen: HTMLButtonElement | null = null
let chosenAtMs = 0
let waiting: HTMLButtonElement | null = null
const links: HTMLAnchorElement[] = []
let taken = false
/** True once the app can't be expected anymore. */
let isLate = false
let isPosting = false
const isUnread = watchPresses()

/** Not yet in the document when this script begins. */
const root = () => document.getElementById('root')
const stepInSight = () => root()?.querySelector<HTMLElement>('[data-step]')?.dataset['step']
const keyOf = ({ name, value }: HTMLButtonElement) => JSON.stringify([stepInSight(), name, value])

function press(event: MouseEvent): void {
  const target = event.target instanceof Element ? event.target : null
  const button = target?.closest('button')
  if (isUnread(event)) {
    event.preventDefault()
    event.stopImmediatePropagation()
    return
  }
  const link = target?.closest<HTMLAnchorElement>('a.out[href]')
  if (link && !taken) links.push(link)
  if (taken || !button || !root()?.contains(button)) return
  event.preventDefault()
  if (waiting || chosen === button) return
  button.setAttribute('data-busy', '')
  if (!chosen && 'choice' in button.dataset && document.readyState !== 'loading') answer(button)
  else waiting = button
  if (isLate) postWithoutApp()
}

/** Shows the step that this choice leads to, if the page came with it. */
function answer(button: HTMLButtonElement): void {
  const choice = JSON.stringify([button.name, button.value])
  const parts = [...document.querySelectorAll<HTMLTemplateElement>('template[data-for]')].flatMap(
    ({ dataset, content }) =>
      (JSON.parse(dataset['for'] ?? '[]') as unknown[]).some((answer) => JSON.stringify(answer) === choice)
        ? [...content.children]
        : [],
  )
  const screen = root()
  if (parts.length === 0 || !screen) {
    waiting = button
    return
  }
  const key = keyOf(button)
  // Only after the paint: on a slow phone, opening the storage takes longer than everything else. By then it may have been posted.
  setTimeout(() => {
    if (!taken && chosen === button) kept((storage) => storage.setItem(KEPT, key))
  }, PAINTED_MS)
  chosen = button
  chosenAtMs = performance.now()
  for (const part of parts)
    screen.querySelector(`.${part.classList[0]}`)?.replaceWith(document.importNode(part, true))
  screen.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
  scrollTo(0, 0)
  dispatchEvent(new Event(SHOWN))
}

/** Starts to tell presses that come too soon. A page's first question never counts as new: no one has pressed before it. Going back is no
 *  answer, and a script's click is on purpose. So is a key press after Tab has moved the focus to the control. */
function watchPresses(): (press: MouseEvent) => boolean {
  let shownAtMs = -Infinity
  let hasTabbed = false
  addEventListener(SHOWN, () => {
    shownAtMs = performance.now()
    hasTabbed = false
  })
  addEventListener('keydown', ({ key }) => (hasTabbed ||= key === 'Tab'), true)
  return ({ isTrusted, timeStamp, detail, target }) =>
    isTrusted &&
    timeStamp - shownAtMs < READ_MS &&
    !(hasTabbed && detail === 0) &&
    target instanceof Element &&
    target.closest('.step') !== null &&
    !target.closest('.back')
}

const refuseSubmit = (event: Event) => {
  if (!taken) event.preventDefault()
}

// Deferred requests start after the paint: on a slow phone each would delay it by some milliseconds.
requestAnimationFrame(() =>
  setTimeout(() => {
    const soon = document.querySelector<HTMLTemplateElement>('#soon')
    soon?.replaceWith(soon.content)
  }),
)
addEventListener('click', press, true)
addEventListener('submit', refuseSubmit, true)
addEventListener('DOMContentLoaded', () => {
  // Only after a reload: otherwise nothing is stored as a rule, and the first step must not wait for the storage; the app checks it.
  if (!taken && isReload()) answerAgain()
  if (taken || !waiting || chosen || !('choice' in waiting.dataset)) return
  const button = waiting
  waiting = null
  answer(button)
})
// An app that is blocked or interrupted, or that the browser can't parse, fires one of these events; the timer is for one that hangs.
addEventListener('error', ({ target }) => isOfApp(target) && postWithoutApp(), true)
addEventListener('unhandledrejection', postWithoutApp)
setTimeout(() => {
  tellOfDelay()
  if (waiting) postWithoutApp()
}, PATIENCE_MS)

/** True for the app's script element, and for the window, where errors within scripts are reported. */
function isOfApp(target: EventTarget | null): boolean {
  return target === window || (target instanceof HTMLScriptElement && target.async)
}

/** Posts the choice that was answered, then a held press, without the app. */
function postWithoutApp(): void {
  isLate = true
  const button = chosen ?? waiting
  const form = button?.form
  if (taken || isPosting || !button || !form) return
  isPosting = true
  const body = new URLSearchParams([...new FormData(form), [button.name, button.value]] as [string, string][])
  fetch(location.href, { method: 'POST', body, redirect: 'manual' }).then(
    ({ type }) => {
      isPosting = false
      if (taken) return
      // Only an answer that was taken is redirected; the page for another one says what is wrong with it.
      if (type !== 'opaqueredirect') return submit(form, button)
      if (button === waiting) return location.reload()
      kept((storage) => storage.removeItem(KEPT))
      chosen = null
      postWithoutApp()
    },
    () => {
      isPosting = false
      waiting?.removeAttribute('data-busy')
      waiting = null
      tellOfDelay()
    },
  )
}

/** Submits a form as the browser itself would for a press of the button. */
function submit(form: HTMLFormElement, { name, value }: HTMLButtonElement): void {
  form.append(Object.assign(document.createElement('input'), { type: 'hidden', name, value }))
  form.submit()
}

function isReload(): boolean {
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return page?.type !== 'navigate'
}

/** Repeats a choice after a reload that came before the app had loaded. */
function answerAgain(): void {
  const key = kept((storage) => storage.getItem(KEPT))
  if (key === null || chosen || waiting) return
  const button = [...document.querySelectorAll<HTMLButtonElement>('#root [data-choice]')].find(
    (choice) => keyOf(choice) === key,
  )
  if (button) answer(button)
}

/** Texts in another language come from the server, in attributes of this script. */
const own: Partial<Record<string, string>> = document.currentScript?.dataset ?? {}
const {
  notice: noticeText = DELAY.notice,
  noticeChosen = DELAY.noticeChosen,
  loadAgain = DELAY.loadAgain,
} = own

/** Tells that the page is incomplete, and offers to reload it. */
function tellOfDelay(): void {
  isLate = true
  if (taken || document.getElementById('delay')) return
  const notice = document.createElement('div')
  notice.id = 'delay'
  notice.setAttribute('role', 'alert')
  notice.innerHTML =
    `<p>${chosen ? noticeChosen : noticeText}</p>` +
    `<button type="button" class="button">${loadAgain}</button>`
  notice.lastElementChild?.addEventListener('click', () => location.reload())
  document.body.append(notice)
}

/** Value in this tab's storage for an answer that the app does not have yet; null if storage is forbidden. */
function kept<T>(use: (storage: Storage) => T): T | null {
  try {
    return use(sessionStorage)
  } catch {
    return null
  }
}

window.early = {
  take: () => {
    answerAgain()
    taken = true
    kept((storage) => storage.removeItem(KEPT))
    document.getElementById('delay')?.remove()
    removeEventListener('submit', refuseSubmit, true)
    return {
      chosen: chosen && {
        name: chosen.name,
        value: chosen.value,
        step: chosen.closest('[data-step]'),
        button: chosen,
        atMs: chosenAtMs,
      },
      waiting,
      links: links.filter((link) => link.isConnected),
    }
  },
}
