import { isDay, type Range } from '../address/days.ts'

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

/** Who was logged in when the dashboard was last open: nothing is asked for by this name. */
export function keptOperator(shelf: Shelf): string | null {
  return shelf.getItem('operator')
}

export function keepOperator(shelf: Shelf, name: string | null): void {
  if (name === null) shelf.removeItem('operator')
  else shelf.setItem('operator', name)
}

/** The columns of a table that the operator has put away, by title. */
export function keptHidden(shelf: Shelf, report: string): string[] {
  return texts(parsed(shelf.getItem(`hidden:${report}`)))
}

export function keepHidden(shelf: Shelf, report: string, titles: readonly string[]): void {
  if (titles.length === 0) shelf.removeItem(`hidden:${report}`)
  else shelf.setItem(`hidden:${report}`, JSON.stringify(titles))
}

/** How wide the operator has drawn the columns of a table, in px by title. */
export function keptWidths(shelf: Shelf, report: string): Record<string, number> {
  const kept = parsed(shelf.getItem(`widths:${report}`))
  if (typeof kept !== 'object' || kept === null) return {}
  const widths = Object.entries(kept).filter(
    ([, width]) => typeof width === 'number' && width >= MIN_WIDTH_PX && width <= MAX_WIDTH_PX,
  )
  return Object.fromEntries(widths)
}

export function keepWidths(shelf: Shelf, report: string, widths: Record<string, number>): void {
  if (Object.keys(widths).length === 0) shelf.removeItem(`widths:${report}`)
  else shelf.setItem(`widths:${report}`, JSON.stringify(widths))
}

export const MIN_WIDTH_PX = 60
/** More than a screen is wide. */
export const MAX_WIDTH_PX = 8000

export const DENSITIES = ['compact', 'normal', 'airy'] as const
export type Density = (typeof DENSITIES)[number]

export function densityOf(text: string | null): Density {
  return DENSITIES.find((density) => density === text) ?? 'normal'
}

export function keptDensity(shelf: Shelf): Density {
  return densityOf(shelf.getItem('density'))
}

export function keepDensity(shelf: Shelf, density: Density): void {
  shelf.setItem('density', density)
}

/** Whether single keys act; whoever speaks to their browser turns them off (WCAG 2.2, 2.1.4). */
export function keptShortcuts(shelf: Shelf): boolean {
  return shelf.getItem('shortcuts') !== 'off'
}

export function keepShortcuts(shelf: Shelf, on: boolean): void {
  shelf.setItem('shortcuts', on ? 'on' : 'off')
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

function texts(kept: unknown): string[] {
  return Array.isArray(kept) ? kept.filter((text) => typeof text === 'string') : []
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}
