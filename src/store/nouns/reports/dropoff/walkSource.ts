import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Files that walk visitors and count their steps. */
const WALKING = ['flow/**/*.ts', 'store/reports/dropoff/{walks,stepCounts}.ts']
const SOURCE = join(import.meta.dirname, '..', '..', '..')

let known: string | undefined

/** SHA-256 of the source that counts drop-off. Another release may have counted differently. */
export function walkSource(): string {
  if (known !== undefined) return known
  const digest = createHash('sha256')
  for (const file of globSync(WALKING, { cwd: SOURCE }).sort())
    digest.update(`${file}\0`).update(readFileSync(join(SOURCE, file)))
  return (known = digest.digest('hex'))
}
