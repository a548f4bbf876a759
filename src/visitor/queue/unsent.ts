import type { Sentences } from '../../texts/languages/sentences.ts'
import type { Cell } from './cell.ts'
import { STEP, type Outbox } from './outbox.ts'

/** Tells visitors at the end that answers are still being sent, and when they are done. A working connection needs less than
 *  PATIENCE_MS, so nothing is shown. Returns a function to call when the server refuses one of them for good and the visitor cannot
 *  correct it: later ones are refused too, so this is shown at once, wherever the visitor is. */
export function tellOfUnsent(
  UNSENT: Sentences['UNSENT'],
  ended: Cell<boolean>,
  outbox: Pick<Outbox, 'keys' | 'sendable' | 'read' | 'subscribe'>,
): () => void {
  let isRefused = false
  let sinceMs: number | null = null
  let notice: HTMLElement | null = null
  // Live regions must exist before they change, so it is added empty with the first answer.
  const place = () =>
    (notice ??= document.body.appendChild(
      Object.assign(document.createElement('p'), { id: 'unsent', role: 'status' }),
    ))
  const say = (text: string) => {
    // Setting the same text would announce it again.
    if (place().textContent !== text) place().textContent = text
  }
  const isStep = (key: string) => outbox.read(key)?.call === STEP
  const look = () => {
    if (isRefused) return
    if (!outbox.sendable().some(isStep)) {
      sinceMs = null
      // A step that waits for a correction is neither sent nor on its way.
      if (notice?.textContent) say(outbox.keys().some(isStep) ? '' : UNSENT.sent)
      return
    }
    sinceMs ??= performance.now()
    if (performance.now() - sinceMs > PATIENCE_MS) say(UNSENT.sending)
    setTimeout(look, LOOK_EVERY_MS)
  }
  const begin = () => {
    if (!notice && outbox.sendable().some(isStep)) place()
    if (ended.get() && sinceMs === null) look()
  }
  ended.subscribe(begin)
  outbox.subscribe(begin)
  begin()
  return () => {
    isRefused = true
    say(UNSENT.refused)
  }
}

const PATIENCE_MS = 2000
const LOOK_EVERY_MS = 500
