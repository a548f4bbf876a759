import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

/** SHA-256 of each file below `folder`, by its path there. */
export function sumsOf(folder: string): Map<string, string> {
  const files = globSync('**/*', { cwd: folder, withFileTypes: true }).filter((file) => file.isFile())
  return new Map(
    files.map(({ parentPath, name }) => {
      const path = join(parentPath, name)
      return [relative(folder, path), createHash('sha256').update(readFileSync(path)).digest('hex')]
    }),
  )
}

/** The files that only one of two builds has, or that differ. */
export function differing(first: Map<string, string>, second: Map<string, string>): string[] {
  const files = new Set([...first.keys(), ...second.keys()])
  return [...files].filter((file) => first.get(file) !== second.get(file)).sort()
}
