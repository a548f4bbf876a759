import { isDay, type Range } from './days.ts'

/** What the operator's browser remembers between visits. Source: spec, section 3 "Browser-stored". */

export type Shelf = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** A range is remembered over a working session, not overnight. */
const RANGE_KEPT_MS = 4 * 60 * 60 * 1000

export function keptPath(shelf: Shelf): string | null {
  return shelf.getItem('path')
}

export function keepPath(shelf: Shelf, path: string): void {
  shelf.setItem('path', path)
}

export function dropPath(shelf: Shelf): void {
  shelf.removeItem('path')
}

export function keptTab(shelf: Shelf): string | null {
  return shelf.getItem('toggleTab')
}

export function keepTab(shelf: Shelf, tab: string): void {
  shelf.setItem('toggleTab', tab)
}

export function keepRange(shelf: Shelf, { from, to }: Range, now: number): void {
  shelf.setItem('calendarData', JSON.stringify({ from, to, expiry: now + RANGE_KEPT_MS }))
}

/** Null when nothing is kept, when it has expired, or when what is there is not ours. */
export function keptRange(shelf: Shelf, now: number): Range | null {
  const kept = parsed(shelf.getItem('calendarData'))
  if (!isKeptRange(kept) || kept.expiry <= now) return null
  return { from: kept.from, to: kept.to }
}

function isKeptRange(kept: unknown): kept is Range & { expiry: number } {
  if (typeof kept !== 'object' || kept === null) return false
  if (!('from' in kept && 'to' in kept && 'expiry' in kept)) return false
  const { from, to, expiry } = kept
  if (typeof from !== 'string' || typeof to !== 'string' || typeof expiry !== 'number') return false
  return isDay(from) && isDay(to) && from <= to
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}
