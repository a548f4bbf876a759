import {
  all,
  any,
  MOST_COMPARISONS,
  needsAnswer,
  not,
  sizeOf,
  unsaidIn,
  whereUnasked,
  type When,
} from './when.ts'

/** One thing that a form with jumps shows, in its order. */
export interface Stop {
  /** Jumps: the first that holds is taken, to the later stop of that index; if none holds, the next stop follows. */
  jumps: readonly { when: When; to: number }[]
  /** Fields that it asks; empty if none is answered. */
  fields: readonly string[]
  /** Condition that holds exactly when it was shown; null if no answer tells. */
  seen: When | null
}

/** Conditions for showing each stop: no earlier stop that is shown leaps over it. Null if the condition would be too long to read. Jumps
 *  only lead forward, so a stop is skipped by visitors who jump from before it to after it. */
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

/** A stop that is shown, with its condition and the reach of its jumps. */
interface Coming {
  stop: Stop
  shown: When | null
  farthest: number
}

/** Condition that any of these stops leaps over the one at an index. Redundant parts are found only by writing them out, which is
 *  skipped when there are far too many. */
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

/** Condition that a visitor at a stop leaps over the one at an index. */
function passedBy({ stop, shown }: Coming, at: number): When | null {
  const leaps = leapsOver(stop.jumps, at)
  if (leaps === false || stop.fields.some((field) => needsAnswer(leaps, field))) return leaps
  // Its answer tells nothing of a condition that cannot be expressed, as it is then asked either way.
  const isTold = shown !== null && (shown === true || unsaidIn(shown).length > 0)
  const by = isTold ? shown : (stop.seen ?? shown)
  return by === null ? null : all(by, leaps)
}

function leapsOver([first, ...others]: Stop['jumps'], at: number): When {
  if (!first) return false
  const otherwise = leapsOver(others, at)
  return first.to > at ? any(first.when, otherwise) : all(not(first.when), otherwise)
}
