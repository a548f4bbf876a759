import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

export interface Import {
  file: string
  /** As it is written: a package, or a path relative to `file`. */
  from: string
  typeOnly: boolean
}

/** What the TypeScript files below these folders import. */
export function importsOf(...rooms: string[]): Import[] {
  return globSync(rooms.map((room) => `${room}/**/*.{ts,tsx}`)).flatMap((file) => {
    const text = readFileSync(file, 'utf8')
    const statements = text.matchAll(
      /^(import|export)\s+(type\s)?[^'"\n;]*?(?:\{[^}]*\}[^'"\n;]*?)?from '([^']+)'|^import '([^']+)'|import\('([^']+)'\)/gms,
    )
    return Array.from(statements, ([, , type, from, bare, dynamic]) => ({
      file,
      from: from ?? bare ?? dynamic ?? '',
      typeOnly: type !== undefined,
    }))
  })
}

/** The files that import one of `files`, themselves or by way of others, by how many imports lie between: these at 0. */
export function reaching(files: readonly string[], imports: readonly Import[]): Map<string, number> {
  const importers = Map.groupBy(imports, ({ file, from }) => join(dirname(file), from))
  const distances = new Map(files.map((file) => [file, 0]))
  for (const [file, distance] of distances)
    for (const { file: importer } of importers.get(file) ?? [])
      if (!distances.has(importer)) distances.set(importer, distance + 1)
  return distances
}
