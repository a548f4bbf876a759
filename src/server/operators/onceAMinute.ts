/** Tells once a minute for each id that it was seen: what is written down of it need not be newer. */
export function onceAMinute(now: () => number): (id: string) => boolean {
  const noted = new Map<string, number>()
  return (id) => {
    if (now() - (noted.get(id) ?? 0) < MINUTE_MS) return false
    if (noted.size >= MOST_NOTED) noted.clear()
    noted.set(id, now())
    return true
  }
}

const MINUTE_MS = 60_000
const MOST_NOTED = 10_000
