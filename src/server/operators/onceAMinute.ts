import { MINUTE_MS } from '../../time/durations.ts'

/** Returns true at most once a minute for each ID, because records of its use needn't be more precise. */
export function onceAMinute(now: () => number): (id: string) => boolean {
  const noted = new Map<string, number>()
  return (id) => {
    if (now() - (noted.get(id) ?? 0) < MINUTE_MS) return false
    if (noted.size >= MOST_NOTED) noted.clear()
    noted.set(id, now())
    return true
  }
}

const MOST_NOTED = 10_000
