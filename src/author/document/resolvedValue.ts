import type { Declaration, Root } from 'postcss'

/** Values of custom properties by name. One that is set in several places has several. */
export type CustomValues = ReadonlyMap<string, readonly string[]>

export function customValues(sheet: Root): CustomValues {
  const found: Declaration[] = []
  sheet.walkDecls(/^--/, (node) => void found.push(node))
  const byName = Map.groupBy(found, ({ prop }) => prop)
  return new Map(Array.from(byName, ([name, all]) => [name, all.map(({ value }) => value)]))
}

/** Every value that a declaration can have, in lower case, with custom properties replaced by each of their values. */
export function valuesOf(value: string, custom: CustomValues): string[] {
  const open = [value.replace(/env\([^()]*\)/gi, '0px')]
  const done: string[] = []
  for (const one of open) {
    const uses = [...one.matchAll(/var\(\s*(--[\w-]+)\s*(?:,\s*([^()]*))?\)/gi)]
    const used = uses.find(([, name = '', other]) => custom.has(name) || other !== undefined)
    if (!used) done.push(one.toLowerCase().trim())
    else if (open.length > MANY || one.length > LONG) return ['*']
    else for (const next of custom.get(used[1]!) ?? [used[2]!]) open.push(one.replace(used[0], () => next))
  }
  return done
}

/** Limits for custom properties that refer to each other in a circle. No declaration may have the value "*". */
const MANY = 200
const LONG = 10_000
