/** Durations of any number of calls, counted in steps of a tenth of a millisecond. */
export interface Latencies {
  add: (ms: number) => void
  count: () => number
  /** Shortest time within which this share (0 to 1) of the calls was answered. */
  within: (share: number) => number
}

const STEP_MS = 0.1
/** Longest time that is counted; anything slower counts as this long. */
const LONGEST_MS = 60_000

export function latencies(): Latencies {
  const counts = new Uint32Array(LONGEST_MS / STEP_MS + 1)
  let total = 0
  return {
    add(ms) {
      total++
      counts[Math.min(Math.ceil(ms / STEP_MS), counts.length - 1)]! += 1
    },
    count: () => total,
    within(share) {
      let left = Math.ceil(total * share)
      const step = counts.findIndex((count) => (left -= count) <= 0)
      return Math.round(step * STEP_MS * 10) / 10
    },
  }
}
