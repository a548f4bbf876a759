import { hashSource } from '../server/kernel/contentSecurityPolicy.ts'
import { rewritten, type SiteAnswer } from './rewritten.ts'

/** Makes a page report its visible step to the page around its frame, which can't look that up itself. While asked to, it also reports
 *  which control is pressed, instead of acting on it. */
export function withStepReports(answer: SiteAnswer): SiteAnswer {
  const changed = rewritten(answer, /^text\/html/, (html) =>
    html.replace('</body>', () => `<script>${SCRIPT}</script></body>`),
  )
  const { 'content-security-policy': policy } = changed.headers
  if (changed === answer || typeof policy !== 'string') return changed
  const allowed = policy.replace(/script-src [^;]*/, `$& ${hashSource(SCRIPT)}`)
  return { ...changed, headers: { ...changed.headers, 'content-security-policy': allowed } }
}

/** The policy restricts who may frame the page, and the visible step isn't a visitor's secret. */
const SCRIPT = `(() => {
  const root = document.getElementById('root')
  const tell = () => parent.postMessage({ leadloomStep: root?.querySelector('[data-step]')?.dataset.step ?? null }, '*')
  if (root) new MutationObserver(tell).observe(root, { subtree: true, childList: true })
  let isPicking = false
  let outlined = null
  const outline = (element) => {
    if (outlined) outlined.style.outline = ''
    outlined = element
    if (outlined) outlined.style.outline = '2px solid #d6336c'
  }
  addEventListener('message', ({ source, data }) => {
    if (source !== parent || typeof data?.leadloomPick !== 'boolean') return
    isPicking = data.leadloomPick
    outline(null)
  })
  const meant = (target) => target.closest('button, label, fieldset, select, textarea, input') ?? target
  addEventListener('pointerover', ({ target }) => isPicking && outline(meant(target)), true)
  for (const type of ['pointerdown', 'mousedown', 'click', 'submit'])
    addEventListener(type, (event) => {
      if (!isPicking) return
      event.preventDefault()
      event.stopImmediatePropagation()
      const step = event.target.closest('[data-step]')?.dataset.step
      if (type !== 'click' || !step) return
      const element = meant(event.target)
      const control = element.matches('[name]') ? element : element.querySelector('[name]')
      const value = control?.matches('button, [type=radio], [type=checkbox]') ? control.value : null
      parent.postMessage({ leadloomPicked: { step, field: control?.name || null, value } }, '*')
    }, true)
  tell()
})()`
