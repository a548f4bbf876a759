/** Runs all pending work in one task after the paint: a press causes several pieces of work, and on a slow phone a task for each costs
 *  more than most of them. Hidden pages are not painted. */
export function afterPaint(work: () => void): void {
  waiting.push(work)
  if (document.visibilityState === 'hidden') setTimeout(doAll, 0, waiting.splice(0))
  else if (waiting.length === 1) requestAnimationFrame(() => setTimeout(doAll, 0, waiting.splice(0)))
}

const waiting: (() => void)[] = []

function doAll(works: (() => void)[]): void {
  // An error in one does not stop the others.
  for (const work of works) queueMicrotask(work)
}

/** Runs after the next paint, when the browser is idle. */
export function whenIdle(work: () => void): void {
  afterPaint(() => atRest(work))
}

/** Runs when the browser is idle, or after a short time at the latest. Safari has no idle callbacks. */
export function atRest(work: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: IDLE_WITHIN_MS })
  else work()
}

const IDLE_WITHIN_MS = 100

/** Timeout for optional parts of a step: a connection may hang for minutes. */
const PATIENCE_MS = 3000

/** Rejects after PATIENCE_MS. */
export function tooLate(): Promise<never> {
  return new Promise((_, reject) => {
    setTimeout(() => reject(new Error(`Nothing came within ${PATIENCE_MS} ms.`)), PATIENCE_MS)
  })
}

/** Calls `make` at most once. */
export function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => (made ??= { value: make() }).value
}
