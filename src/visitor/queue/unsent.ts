import type { Sentences } from '../../texts/languages/sentences.ts'
import type { Cell } from './cell.ts'
import { STEP, type Outbox } from './outbox.ts'

/** Notice about answers that aren't at the server yet. */
export interface UnsentNotice {
  /** Says that the server refused an answer for good and the visitor can't correct it. Later ones are refused too, so this is shown at once,
   *  wherever the visitor is. */
  refused: () => void
  /** Says that the visit continued on another device, with a button that runs `takeBack`. The notice goes once that has resolved. */
  moved: (takeBack: () => Promise<unknown>) => void
}

/** Tells visitors that they are offline, and at the end that answers are still being sent, and when they are done. A working connection
 *  needs less than PATIENCE_MS, so nothing is shown. */
export function tellOfUnsent(
  UNSENT: Sentences['UNSENT'],
  ended: Cell<boolean>,
  outbox: Pick<Outbox, 'keys' | 'sendable' | 'read' | 'subscribe'>,
): UnsentNotice {
  let isFinal = false
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
  const isOffline = () => !navigator.onLine
  const look = () => {
    if (isFinal) return
    if (!outbox.sendable().some(isStep)) {
      sinceMs = null
      // A step that waits for a correction is neither sent nor on its way.
      if (notice?.textContent) say(outbox.keys().some(isStep) ? '' : UNSENT.sent)
      return
    }
    sinceMs ??= performance.now()
    if (isOffline()) say(document.querySelector(TOLD) ? '' : UNSENT.offlineAtEnd)
    else if (performance.now() - sinceMs > PATIENCE_MS) say(UNSENT.sending)
    setTimeout(look, LOOK_EVERY_MS)
  }
  const begin = () => {
    if (ended.get()) notice?.removeAttribute('data-quiet')
    if (!notice && outbox.sendable().some(isStep)) place()
    if (ended.get() && sinceMs === null) look()
  }
  const connection = () => {
    if (isFinal || ended.get()) return
    if (isOffline() || notice?.textContent) say(isOffline() ? UNSENT.offline : '')
    notice?.toggleAttribute('data-quiet', isOffline())
  }
  ended.subscribe(begin)
  outbox.subscribe(begin)
  addEventListener('online', connection)
  addEventListener('offline', connection)
  connection()
  begin()
  return {
    refused: () => {
      isFinal = true
      say(UNSENT.refused)
    },
    moved: (takeBack) => {
      if (isFinal) return
      isFinal = true
      say(`${UNSENT.moved} `)
      const button = Object.assign(document.createElement('button'), {
        type: 'button',
        className: 'button',
        textContent: UNSENT.takeBack,
      })
      button.addEventListener('click', () => {
        button.disabled = true
        const back = () => {
          isFinal = false
          say('')
        }
        takeBack().then(back, () => (button.disabled = false))
      })
      place().append(button)
    },
  }
}

/** Text of the page that says the same. */
const TOLD = '.outcome > div:not([hidden]) [data-fate=offline]'

const PATIENCE_MS = 2000
const LOOK_EVERY_MS = 500
