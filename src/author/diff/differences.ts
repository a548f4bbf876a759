/** A difference between two JSON values. Parts of a list that have an identity are matched by it, wherever they are. */

export interface Difference {
  kind: 'added' | 'removed' | 'changed' | 'moved'
  /** Path of keys, and of identities for parts of lists. */
  at: readonly string[]
  /** Undefined if it was added. */
  before: unknown
  /** Undefined if it was removed. */
  after: unknown
}

/** Identifies the parts of a list at a path: one name each, or null for a list that is compared as a whole. */
export type Identify = (at: readonly string[], list: readonly unknown[]) => readonly string[] | null

/** All differences, in the order of the document; one for two values without anything in common. */
export function differences(before: unknown, after: unknown, identify: Identify): Difference[] {
  return between(before, after, [])

  function between(before: unknown, after: unknown, at: readonly string[]): Difference[] {
    if (before === undefined && after === undefined) return []
    if (before === undefined) return [{ kind: 'added', at, before, after }]
    if (after === undefined) return [{ kind: 'removed', at, before, after }]
    if (Array.isArray(before) && Array.isArray(after)) return lists(before, after, at)
    if (isObject(before) && isObject(after)) return members(before, after, at)
    return isSame(before, after) ? [] : [{ kind: 'changed', at, before, after }]
  }

  function members(before: Members, after: Members, at: readonly string[]): Difference[] {
    const keys = new Set([...Object.keys(before), ...Object.keys(after)])
    return [...keys].flatMap((key) => between(before[key], after[key], [...at, key]))
  }

  function lists(before: readonly unknown[], after: readonly unknown[], at: readonly string[]): Difference[] {
    const [old, now] = [identify(at, before), identify(at, after)]
    if (!old || !now) return isSame(before, after) ? [] : [{ kind: 'changed', at, before, after }]
    const names = [...now, ...old.filter((name) => !now.includes(name))]
    const moved = outOfOrder(
      old.filter((name) => now.includes(name)),
      now.filter((name) => old.includes(name)),
    )
    return names.flatMap((name) => {
      const [from, to] = [before[old.indexOf(name)], after[now.indexOf(name)]]
      const place = [...at, name]
      return [
        ...(moved.has(name) ? [{ kind: 'moved' as const, at: place, before: from, after: to }] : []),
        ...between(from, to, place),
      ]
    })
  }
}

type Members = Readonly<Record<string, unknown>>

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** True if two JSON values are equal; the order of an object's members does not matter. */
function isSame(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((part, index) => isSame(part, b[index]))
  if (isObject(a) && isObject(b)) {
    const keys = new Set([...Object.keys(a), ...Object.keys(b)])
    return [...keys].every((key) => isSame(a[key], b[key]))
  }
  return a === b
}

/** Fewest names to move to turn one order into the other: all except a longest common subsequence. */
function outOfOrder(before: readonly string[], after: readonly string[]): Set<string> {
  const places = new Map(after.map((name, place) => [name, place]))
  /** Runs by index in `before`: length of the longest ordered run that ends there, and its previous index. */
  const runs: { length: number; previous: number }[] = []
  for (const [index, name] of before.entries()) {
    let best = { length: 1, previous: -1 }
    for (const [earlier, run] of runs.entries())
      if (places.get(before[earlier]!)! < places.get(name)! && run.length >= best.length)
        best = { length: run.length + 1, previous: earlier }
    runs[index] = best
  }
  const moved = new Set(before)
  let at = runs.reduce((best, { length }, index) => (length > (runs[best]?.length ?? 0) ? index : best), -1)
  for (; at >= 0; at = runs[at]!.previous) moved.delete(before[at]!)
  return moved
}
