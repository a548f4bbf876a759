/** When a call that was not answered counts as failed. Source: spec, section 9 "HTTP timeout". */
export const TIMEOUT_MS = 10_000

/** Source: spec, section 9 "Retry delay". */
const STEP_MS = 50
const CAP_MS = 3000

/** How long to wait after the nth failure in a row, n from 1: it grows by 50 ms each, to 3000 ms, less a random part of
 *  up to half, so that visitors who wait for the same server do not return in step. Never under 50 ms.
 *  `random`: 0 to 1. */
export function delayMs(failures: number, random: number): number {
  const full = Math.min(CAP_MS, STEP_MS * failures)
  return Math.max(STEP_MS, Math.round(full * (1 - random / 2)))
}
