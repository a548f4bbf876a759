/** What a page tells of its own speed. `installProbe` runs in it before any of its scripts. */

export interface Probe {
  /** What layout shifts came to, without a press shortly before; 0 is none. */
  shift: number
  /** Tasks over 50 ms: when they began, how long they took. */
  longTasks: { startMs: number; tookMs: number }[]
  /** Each new heading: when the press behind it was made, when it had been painted. */
  moves: { pressedMs: number; paintedMs: number }[]
  /** From each key to the paint of what it typed. */
  keyMs: number[]
  /** How often React has changed the page. */
  commits: number
  /** Resolves when that many moves have been painted. */
  until: (moves: number) => Promise<void>
}

declare global {
  interface Window {
    probe: Probe
  }
}

/** `heading`: a selector of the one that names the step in sight. `firstChoice`: of the button that answers the first
 *  step; it is pressed again and again from the first paint on, until the step is answered. Empty: it is left alone. */
export function installProbe({ heading, firstChoice }: { heading: string; firstChoice: string }): void {
  const waiting: { moves: number; done: () => void }[] = []
  const probe: Probe = {
    shift: 0,
    longTasks: [],
    moves: [],
    keyMs: [],
    commits: 0,
    until: (moves) =>
      new Promise((done) => {
        if (probe.moves.length >= moves) done()
        else waiting.push({ moves, done })
      }),
  }
  window.probe = probe
  // React tells it, as it would tell its developer tools.
  Object.assign(window, {
    __REACT_DEVTOOLS_GLOBAL_HOOK__: {
      supportsFiber: true,
      inject: () => 1,
      onCommitFiberRoot: () => void (probe.commits += 1),
    },
  })

  const observe = (type: string, take: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true })
  observe('layout-shift', (entry) => {
    const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean }
    if (!hadRecentInput) probe.shift += value
  })
  observe('longtask', ({ startTime, duration }) =>
    probe.longTasks.push({ startMs: startTime, tookMs: duration }),
  )

  // The task that follows the frame: by then the frame has been painted.
  const painted = (then: () => void) =>
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = then
      port2.postMessage(null)
    })

  let keyedMs = 0
  addEventListener('keydown', ({ timeStamp }) => void (keyedMs = timeStamp), true)
  const typed = () => {
    const fromMs = keyedMs
    painted(() => probe.keyMs.push(performance.now() - fromMs))
  }
  addEventListener('input', typed, true)

  let pressedMs = 0
  addEventListener('click', ({ timeStamp }) => void (pressedMs = timeStamp), true)

  let shown: string | undefined
  const look = () => {
    const text = document.querySelector(heading)?.textContent ?? undefined
    if (text === undefined || text === shown) return
    const first = shown === undefined
    shown = text
    if (first) return
    const fromMs = pressedMs
    painted(() => {
      probe.moves.push({ pressedMs: fromMs, paintedMs: performance.now() })
      for (const { moves, done } of waiting) if (probe.moves.length >= moves) done()
    })
  }
  new MutationObserver(look).observe(document, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
    attributeFilter: ['hidden', 'data-ahead'],
  })

  if (firstChoice === '') return
  const PRESS_EVERY_MS = 4
  const press = () => {
    if (probe.moves.length > 0) return
    if (performance.getEntriesByName('first-contentful-paint').length > 0) {
      const before = shown
      document.querySelector<HTMLElement>(firstChoice)?.click()
      look()
      if (before !== undefined && shown !== before) return
    }
    setTimeout(press, PRESS_EVERY_MS)
  }
  setTimeout(press, PRESS_EVERY_MS)
}
