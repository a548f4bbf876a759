/** Timeout after which a call counts as failed. Source: spec, section 9 "HTTP timeout". */
export const TIMEOUT_MS = 10_000

/** Source: spec, section 9 "Retry delay". */
const STEP_MS = 50
const CAP_MS = 3000

/** Delay after the nth failure in a row, from n = 1: it grows by 50 ms each, up to 3000 ms, minus a random part of up to half, so that
 *  visitors who wait for the same server do not all return at once. At least 50 ms. `random` is 0 to 1. */
export function delayMs(failures: number, random: number): number {
  const full = Math.min(CAP_MS, STEP_MS * failures)
  return Math.max(STEP_MS, Math.round(full * (1 - random / 2)))
}
