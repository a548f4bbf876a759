import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

export interface Import {
  file: string
  /** Specifier as written: a package, or a path relative to `file`. */
  from: string
  typeOnly: boolean
}

/** Imports of the TypeScript files below these folders. */
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

/** Files that import one of `files`, directly or through others, with the number of imports between them; 0 for `files` themselves. */
export function reaching(files: readonly string[], imports: readonly Import[]): Map<string, number> {
  const importers = Map.groupBy(imports, ({ file, from }) => join(dirname(file), from))
  const distances = new Map(files.map((file) => [file, 0]))
  for (const [file, distance] of distances)
    for (const { file: importer } of importers.get(file) ?? [])
      if (!distances.has(importer)) distances.set(importer, distance + 1)
  return distances
}
