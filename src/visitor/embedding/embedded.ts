import type { Language } from '../../../schemas/flow/languages.ts'
import { FRAME } from '../../texts/visitorFrame.ts'
import type { FRAME_PARAMETER } from '../../flow/arrival.ts'
import type { PAGE_ELEMENT, SentPage } from '../../flow/page.ts'
import type { Message } from './messages.ts'

/** Tells the page around the frame the funnel's height and when another step is shown. Loaded only in a frame. */

const root = document.getElementById('root')!

/** Posts to any parent page: the policy decides who may frame us, and no message is about a visitor. */
function tell(message: Message): void {
  parent.postMessage(message, '*')
}

// Nothing is pinned to a screen that is as high as the funnel.
document.documentElement.dataset['framed'] = ''
// The screen is as high as the frame, which must be as high as the funnel.
root.style.minHeight = '0'
const notice = startsOver() ? tellOfStart() : null
const measured = () => ({
  px: Math.ceil(root.getBoundingClientRect().height) + (notice?.offsetHeight ?? 0),
  frame: innerHeight,
})
let last = measured()
/** Height beyond the frame's, where a stylesheet makes the funnel as high as the frame and something more. */
let beyond = 0
const tellHeight = () => {
  const now = measured()
  const grewBy = now.frame - last.frame
  // It grew because the frame did, and would with it forever.
  if (grewBy > 0 && Math.abs(now.px - last.px - grewBy) <= 1) beyond = now.px - now.frame
  last = now
  if (beyond > 0 && Math.abs(now.px - now.frame - beyond) <= 1) return
  tell({ leadloom: 'height', px: now.px })
}
new ResizeObserver(tellHeight).observe(root)
// While hidden, a browser does not call observers.
tellHeight()

const stepInSight = () => root.querySelector<HTMLElement>('[data-step]')?.dataset['step']
let shown = stepInSight()
new MutationObserver(() => {
  const step = stepInSight()
  if (step === undefined || step === shown) return
  shown = step
  tell({ leadloom: 'step' })
}).observe(root, { subtree: true, childList: true })

/** Navigation API, if the browser has it. Otherwise the dialog is closed with the longer history. */
const { navigation } = window
const entry = () => navigation?.currentEntry?.index ?? 0
const first = entry()
navigation?.addEventListener('currententrychange', () =>
  tell({ leadloom: 'entries', count: Math.max(0, entry() - first) }),
)

addEventListener('keydown', ({ key, defaultPrevented }) => {
  if (key === 'Escape' && !defaultPrevented) tell({ leadloom: 'escape' })
})

/** True if the page around the frame was reloaded, and the visit began anew because the browser lets a frame store nothing. */
function startsOver(): boolean {
  const [framed, element]: [typeof FRAME_PARAMETER, typeof PAGE_ELEMENT] = ['in-frame', 'page']
  if (new URLSearchParams(location.search).get(framed) !== 'reload') return false
  const { journey } = JSON.parse(document.getElementById(element)!.textContent) as SentPage
  if (Object.keys(journey.answers).length > 0) return false
  try {
    return localStorage.length < 0
  } catch {
    return true
  }
}

function tellOfStart(): HTMLElement {
  const text = FRAME[document.documentElement.lang as Language].startsOver
  const line = Object.assign(document.createElement('p'), { className: 'no-script', textContent: text })
  line.setAttribute('role', 'status')
  root.before(line)
  return line
}
