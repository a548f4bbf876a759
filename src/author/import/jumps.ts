import { all, any, MOST_COMPARISONS, needsAnswer, not, sizeOf, whereUnasked, type When } from './when.ts'

/** One thing that a form with jumps shows, in its order. */
export interface Stop {
  /** Of these the first that holds is taken, to the stop of that index, a later one; where none holds, the next stop follows. */
  jumps: readonly { when: When; to: number }[]
  /** What it asks, by its field; none where nothing of it is answered. */
  fields: readonly string[]
  /** What is answered whenever it was shown, and only then; null where nothing says so. */
  seen: When | null
}

/** When each stop is shown: when no stop before it that is shown leaps over it. Null where that takes more words than anybody
 *  would read. Jumps lead forward alone, so a stop is passed by whoever comes from one before it and lands behind it. */
export function shownWhen(stops: readonly Stop[]): (When | null)[] {
  const shown: (When | null)[] = []
  const unasked = new Set<string>()
  let coming: Coming[] = []
  stops.forEach((stop, at) => {
    coming = coming.filter(({ farthest }) => farthest > at)
    const passed = passedAt(coming, at)
    const when = passed === null ? null : whereUnasked(not(passed), unasked)
    const said = when === null || sizeOf(when) > MOST_COMPARISONS ? null : when
    shown.push(said)
    if (said === false) for (const field of stop.fields) unasked.add(field)
    else coming.push({ stop, shown: said, farthest: Math.max(-1, ...stop.jumps.map(({ to }) => to)) })
  })
  return shown
}

/** A stop that is shown, when, and how far its jumps lead. */
interface Coming {
  stop: Stop
  shown: When | null
  farthest: number
}

/** When any of these stops leaps over the one at an index. What says the same twice is found only by writing it out, which is not
 *  done where there is far too much of it. */
function passedAt(coming: readonly Coming[], at: number): When | null {
  const passed: When[] = []
  let size = 0
  for (const before of coming) {
    const when = passedBy(before, at)
    if (when === null) return null
    size += sizeOf(when)
    if (size > 10 * MOST_COMPARISONS) return null
    passed.push(when)
  }
  return any(...passed)
}

/** When a visitor who comes by a stop leaps over the one at an index. */
function passedBy({ stop, shown }: Coming, at: number): When | null {
  const leaps = leapsOver(stop.jumps, at)
  if (leaps === false || stop.fields.some((field) => needsAnswer(leaps, field))) return leaps
  const by = stop.seen ?? shown
  return by === null ? null : all(by, leaps)
}

function leapsOver([first, ...others]: Stop['jumps'], at: number): When {
  if (!first) return false
  const otherwise = leapsOver(others, at)
  return first.to > at ? any(first.when, otherwise) : all(not(first.when), otherwise)
}
