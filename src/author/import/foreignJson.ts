/** Readers for a document of unknown shape: anything unexpected counts as absent. */

export type Json = Readonly<Record<string, unknown>>

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Own member of an object: every object inherits things called `constructor`. */
export function member(of: unknown, name: string): unknown {
  return isObject(of) && Object.hasOwn(of, name) ? of[name] : undefined
}

export function objectIn(of: unknown, name: string): Json {
  const value = member(of, name)
  return isObject(value) ? value : {}
}

export function listIn(of: unknown, name: string): readonly unknown[] {
  const value = member(of, name)
  return Array.isArray(value) ? value : []
}

/** Objects of a list, each with its index in it. */
export function objectsIn(of: unknown, name: string): { value: Json; index: number }[] {
  return listIn(of, name).flatMap((value, index) => (isObject(value) ? [{ value, index }] : []))
}

/** A text, or a number as text; empty if it is neither. */
export function textIn(of: unknown, name: string): string {
  return textOf(member(of, name))
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
}

export function numberIn(of: unknown, name: string): number | undefined {
  const value = member(of, name)
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}
