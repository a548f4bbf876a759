import { isDay, type Range } from '../days/days.ts'

/** Preferences that the operator's browser stores between visits. Source: spec, section 3 "Browser-stored". */

export type BrowserStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** A range is stored for a working session, not overnight. */
const RANGE_KEPT_MS = 4 * 60 * 60 * 1000

export function storedPath(storage: BrowserStorage): string | null {
  return storage.getItem('path')
}

export function storePath(storage: BrowserStorage, path: string): void {
  storage.setItem('path', path)
}

export function dropPath(storage: BrowserStorage): void {
  storage.removeItem('path')
}

export function storedTab(storage: BrowserStorage): string | null {
  return storage.getItem('toggleTab')
}

export function storeTab(storage: BrowserStorage, tab: string): void {
  storage.setItem('toggleTab', tab)
}

/** Operator who was last logged in to the dashboard. Nothing is requested by this name. */
export function storedOperator(storage: BrowserStorage): string | null {
  return storage.getItem('operator')
}

export function storeOperator(storage: BrowserStorage, name: string | null): void {
  if (name === null) storage.removeItem('operator')
  else storage.setItem('operator', name)
}

/** Columns of a table that the operator has hidden, by ID. */
export function storedHidden(storage: BrowserStorage, report: string): string[] {
  return texts(parsed(storage.getItem(`hidden:${report}`)))
}

export function storeHidden(storage: BrowserStorage, report: string, ids: readonly string[]): void {
  if (ids.length === 0) storage.removeItem(`hidden:${report}`)
  else storage.setItem(`hidden:${report}`, JSON.stringify(ids))
}

/** Column widths that the operator set in a table, in px by ID. */
export function storedWidths(storage: BrowserStorage, report: string): Record<string, number> {
  const stored = parsed(storage.getItem(`widths:${report}`))
  if (typeof stored !== 'object' || stored === null) return {}
  const widths = Object.entries(stored).filter(
    ([, width]) => typeof width === 'number' && width >= MIN_WIDTH_PX && width <= MAX_WIDTH_PX,
  )
  return Object.fromEntries(widths)
}

export function storeWidths(storage: BrowserStorage, report: string, widths: Record<string, number>): void {
  if (Object.keys(widths).length === 0) storage.removeItem(`widths:${report}`)
  else storage.setItem(`widths:${report}`, JSON.stringify(widths))
}

export const MIN_WIDTH_PX = 60
/** Wider than any screen. */
export const MAX_WIDTH_PX = 8000

export const DENSITIES = ['compact', 'normal', 'airy'] as const
export type Density = (typeof DENSITIES)[number]

export function densityOf(text: string | null): Density {
  return DENSITIES.find((density) => density === text) ?? 'normal'
}

export function storedDensity(storage: BrowserStorage): Density {
  return densityOf(storage.getItem('density'))
}

export function storeDensity(storage: BrowserStorage, density: Density): void {
  storage.setItem('density', density)
}

/** True if single-key shortcuts are on; people who use speech input turn them off (WCAG 2.2, 2.1.4). */
export function storedShortcuts(storage: BrowserStorage): boolean {
  return storage.getItem('shortcuts') !== 'off'
}

export function storeShortcuts(storage: BrowserStorage, on: boolean): void {
  storage.setItem('shortcuts', on ? 'on' : 'off')
}

export function storeRange(storage: BrowserStorage, { from, to }: Range, now: number): void {
  storage.setItem('calendarData', JSON.stringify({ from, to, expiry: now + RANGE_KEPT_MS }))
}

/** Null if nothing is stored, if it has expired, or if its format is unknown. */
export function storedRange(storage: BrowserStorage, now: number): Range | null {
  const stored = parsed(storage.getItem('calendarData'))
  if (!isStoredRange(stored) || stored.expiry <= now) return null
  return { from: stored.from, to: stored.to }
}

function isStoredRange(stored: unknown): stored is Range & { expiry: number } {
  if (typeof stored !== 'object' || stored === null) return false
  if (!('from' in stored && 'to' in stored && 'expiry' in stored)) return false
  const { from, to, expiry } = stored
  if (typeof from !== 'string' || typeof to !== 'string' || typeof expiry !== 'number') return false
  return isDay(from) && isDay(to) && from <= to
}

function texts(stored: unknown): string[] {
  return Array.isArray(stored) ? stored.filter((text) => typeof text === 'string') : []
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}
