/** Runs `work` step by step while the browser is idle; returns a function to stop it. */
export function whileIdle(work: Iterator<void>): () => void {
  const step = () => {
    if (!work.next().done) handle = ask(step)
  }
  let handle = ask(step)
  return () => cancel(handle)
}

/** Safari has no idle callbacks. */
const hasIdle = 'requestIdleCallback' in globalThis
const ask = (step: () => void): number => (hasIdle ? requestIdleCallback(step) : window.setTimeout(step, 50))
const cancel = (handle: number): void => (hasIdle ? cancelIdleCallback(handle) : clearTimeout(handle))
