import type { Path } from '../author/complete/cursor.ts'
import { record } from '../author/complete/shapes.ts'

/** A document with another value at `at`; undefined removes it. Missing parents are created. */
export function changedAt(document: unknown, at: Path, value: unknown): unknown {
  const [part, ...rest] = at
  if (part === undefined) return value
  if (typeof part === 'number') {
    const entries = Array.isArray(document) ? [...(document as unknown[])] : []
    const next = changedAt(entries[part], rest, value)
    if (next === undefined) entries.splice(part, 1)
    else entries[part] = next
    return entries
  }
  const members = record(document)
  const next = changedAt(Object.hasOwn(members, part) ? members[part] : undefined, rest, value)
  const others = Object.entries(members).filter(([key]) => key !== part)
  if (next === undefined) return Object.fromEntries(others)
  // An existing member keeps its position.
  return Object.hasOwn(members, part)
    ? Object.fromEntries(Object.entries(members).map(([key, member]) => [key, key === part ? next : member]))
    : Object.fromEntries([...others, [part, next]])
}
