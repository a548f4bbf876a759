/** Takes presses before React is there. This script stands in the page itself, before the first form: however soon a button
 *  can be pressed, it listens.
 *  A first choice is answered at once from a prepared template; any other press waits and is made again after React's
 *  start. What is typed stays in its control. It hands over to the app by `window.early`, and leaves one listener. */

import { DELAY } from '../../texts/visitorEarly.ts'

export interface Early {
  /** Stops taking presses; answers with those that were made. */
  take: () => Taken
}

export interface Taken {
  /** The choice that was answered. */
  chosen: Chosen | null
  /** The button whose press waits. */
  waiting: HTMLButtonElement | null
  /** Links whose pages were opened. */
  links: HTMLAnchorElement[]
}

export interface Chosen {
  name: string
  value: string
  /** Its step, taken off the screen; null when there was none. */
  step: Element | null
  button: Element
  /** When it was pressed, in milliseconds since the page was asked for. */
  atMs: number
}

declare global {
  interface Window {
    early?: Early
  }
}

/** An app that is not there by then is blocked, or the network hardly carries it. */
const PATIENCE_MS = 8000
/** By then a step is painted. */
const PAINTED_MS = 50
const KEPT = 'leadloom.early'

let chosen: HTMLButtonElement | null = null
let chosenAtMs = 0
let waiting: HTMLButtonElement | null = null
const links: HTMLAnchorElement[] = []
let taken = false
let pressedOn: string | undefined

/** Not there yet when this script begins. */
const root = () => document.getElementById('root')
const stepInSight = () => root()?.querySelector<HTMLElement>('[data-step]')?.dataset['step']
const keyOf = ({ name, value }: HTMLButtonElement) => JSON.stringify([stepInSight(), name, value])

function press(event: MouseEvent): void {
  const target = event.target instanceof Element ? event.target : null
  const button = target?.closest('button')
  if (event.detail > 1 && stepInSight() !== pressedOn) {
    // The second press of a double press, on a step that has come under the finger since the first.
    event.preventDefault()
    event.stopImmediatePropagation()
    return
  }
  pressedOn = stepInSight()
  const link = target?.closest<HTMLAnchorElement>('a.out[href]')
  if (link && !taken) links.push(link)
  if (taken || !button || !root()?.contains(button)) return
  event.preventDefault()
  if (waiting || chosen === button) return
  button.setAttribute('data-busy', '')
  if (!chosen && 'choice' in button.dataset && document.readyState !== 'loading') answer(button)
  else waiting = button
}

/** Shows the step that this choice leads to, when the page came with it. */
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
  // Once the step is painted: to open the storage takes a slow phone longer than all the rest.
  setTimeout(() => taken || kept((storage) => storage.setItem(KEPT, key)), PAINTED_MS)
  chosen = button
  chosenAtMs = performance.now()
  for (const part of parts)
    screen.querySelector(`.${part.classList[0]}`)?.replaceWith(document.importNode(part, true))
  screen.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
  scrollTo(0, 0)
}

const refuseSubmit = (event: Event) => {
  if (!taken) event.preventDefault()
}

// What was put off is asked for once the step is painted: on a slow phone each request takes some milliseconds from that.
requestAnimationFrame(() =>
  setTimeout(() => {
    const soon = document.querySelector<HTMLTemplateElement>('#soon')
    soon?.replaceWith(soon.content)
  }),
)
addEventListener('click', press, true)
addEventListener('submit', refuseSubmit, true)
addEventListener('DOMContentLoaded', () => {
  // Elsewhere nothing is kept as a rule, and the first step is not held up to look; the app does.
  if (!taken && isReload()) answerAgain()
  if (taken || !waiting || chosen || !('choice' in waiting.dataset)) return
  const button = waiting
  waiting = null
  answer(button)
})
// Where the app is blocked or cut off, this is how one hears of it; where it hangs, by the clock.
addEventListener('error', ({ target }) => target instanceof HTMLScriptElement && tellOfDelay(), true)
setTimeout(tellOfDelay, PATIENCE_MS)

function isReload(): boolean {
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return page?.type !== 'navigate'
}

/** After a reload before the app was there: the choice that was answered then is answered again. */
function answerAgain(): void {
  const key = kept((storage) => storage.getItem(KEPT))
  if (key === null || chosen || waiting) return
  const button = [...document.querySelectorAll<HTMLButtonElement>('#root [data-choice]')].find(
    (choice) => keyOf(choice) === key,
  )
  if (button) answer(button)
}

/** In another language the server says it, in attributes of this script. */
const own: Partial<Record<string, string>> = document.currentScript?.dataset ?? {}
const {
  notice: noticeText = DELAY.notice,
  noticeChosen = DELAY.noticeChosen,
  loadAgain = DELAY.loadAgain,
} = own

/** Says in words that the page is not all there, and offers to load it again. */
function tellOfDelay(): void {
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

/** What this tab's storage keeps of an answer until the app has it; storage may be forbidden. */
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
