import { delayMs } from './backoff.ts'

/** Tries until it succeeds, with growing delays; `load` gets the number of failures, `onFailure` is called after each. */
export async function persist<T>(load: (failures: number) => Promise<T>, onFailure?: () => void): Promise<T> {
  for (let failures = 0; ; failures += 1) {
    try {
      return await load(failures)
    } catch (error) {
      console.warn('A part of the page could not be loaded; it is tried again.', error)
      onFailure?.()
      await new Promise((resolve) => setTimeout(resolve, delayMs(failures + 1, Math.random())))
    }
  }
}
