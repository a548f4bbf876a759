import type { Declaration } from 'postcss'

/** A value in lower case, with custom properties replaced by their values. */
export function filled(value: string, named: ReadonlyMap<string, Declaration>, left = MAX_FILLED): string {
  const next = value.replace(
    /var\(\s*(--[\w-]+)\s*(?:,\s*([^()]*))?\)/gi,
    (whole, name: string, other?: string) => named.get(name)?.value ?? other ?? whole,
  )
  return next === value || left === 0 ? value.toLowerCase().trim() : filled(next, named, left - 1)
}

/** Limit for custom properties that refer to each other in a circle. */
const MAX_FILLED = 10
