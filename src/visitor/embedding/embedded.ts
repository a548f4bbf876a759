import type { Message } from './messages.ts'

/** In a frame of another page: tells that page how high the funnel is and when another step is in sight. It is loaded only there. */

const root = document.getElementById('root')!

/** To whoever frames us: the policy says who may, and what is told is of no visitor. */
function tell(message: Message): void {
  parent.postMessage(message, '*')
}

// The screen is as high as the frame, which is to be as high as the funnel.
root.style.minHeight = '0'
const tellHeight = () => tell({ leadloom: 'height', px: Math.ceil(root.getBoundingClientRect().height) })
new ResizeObserver(tellHeight).observe(root)
// Out of sight a browser observes nothing.
tellHeight()

const stepInSight = () => root.querySelector<HTMLElement>('[data-step]')?.dataset['step']
let shown = stepInSight()
new MutationObserver(() => {
  const step = stepInSight()
  if (step === undefined || step === shown) return
  shown = step
  tell({ leadloom: 'step' })
}).observe(root, { subtree: true, childList: true })

/** Where the browser does not say, the dialog is left with the history as long as it became. */
const { navigation } = window
const entry = () => navigation?.currentEntry?.index ?? 0
const first = entry()
navigation?.addEventListener('currententrychange', () =>
  tell({ leadloom: 'entries', count: Math.max(0, entry() - first) }),
)

addEventListener('keydown', ({ key, defaultPrevented }) => {
  if (key === 'Escape' && !defaultPrevented) tell({ leadloom: 'escape' })
})
