import { hashSource } from '../server/pages/assets.ts'
import { rewritten, type SiteAnswer } from './rewritten.ts'

/** A page that tells the one around its frame which step is in sight, which that one may not look up by itself. */
export function tellingStep(answer: SiteAnswer): SiteAnswer {
  const changed = rewritten(answer, /^text\/html/, (html) =>
    html.replace('</body>', () => `<script>${SCRIPT}</script></body>`),
  )
  const { 'content-security-policy': policy } = changed.headers
  if (changed === answer || typeof policy !== 'string') return changed
  const allowed = policy.replace(/script-src [^;]*/, `$& ${hashSource(SCRIPT)}`)
  return { ...changed, headers: { ...changed.headers, 'content-security-policy': allowed } }
}

/** The policy says who may frame the page; that a step is in sight is no visitor's secret. */
const SCRIPT = `(() => {
  const root = document.getElementById('root')
  const tell = () => parent.postMessage({ leadloomStep: root?.querySelector('[data-step]')?.dataset.step ?? null }, '*')
  if (root) new MutationObserver(tell).observe(root, { subtree: true, childList: true })
  tell()
})()`
