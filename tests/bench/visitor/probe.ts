/** Measurements that a page takes of itself. `installProbe` runs in it before any of its scripts. */

export interface Probe {
  /** Sum of layout shifts without a press shortly before; 0 if there were none. */
  shift: number
  /** Tasks over 50 ms, with start and duration. */
  longTasks: { startMs: number; tookMs: number }[]
  /** New headings, with the time of the press that led to each, and the time of its paint. */
  moves: { pressedMs: number; paintedMs: number }[]
  /** Time from each key to the paint of what it typed. */
  keyMs: number[]
  /** Number of times React has changed the page. */
  commits: number
  /** Resolves when that many moves have been painted. */
  until: (moves: number) => Promise<void>
}

declare global {
  interface Window {
    probe: Probe
  }
}

/** Installs the probe. `heading`: selector of the current step's heading. `firstChoice`: selector of the button that answers the first
 *  step, which is pressed again and again from the first paint until the step is answered; if empty, nothing is pressed. */
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

  let pressedMs = -Infinity
  /** Source: W3C, Layout Instability. */
  const OF_PRESS_MS = 500
  const observe = (type: string, take: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true })
  observe('layout-shift', (entry) => {
    const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean }
    // The browser doesn't know the first press, a script's, as input.
    const isOfPress = entry.startTime - pressedMs < OF_PRESS_MS
    if (!hadRecentInput && !isOfPress) probe.shift += value
  })
  observe('longtask', ({ startTime, duration }) =>
    probe.longTasks.push({ startMs: startTime, tookMs: duration }),
  )

  // The frame has been painted by the time of the task that follows it.
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
