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
const tellHeight = () => tell({ leadloom: 'height', px: Math.ceil(root.getBoundingClientRect().height) })
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
