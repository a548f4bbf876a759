import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const SOURCE = join(import.meta.dirname, '..', '..', '..', '..')
/** Files that walk visitors, count their steps and write the counts. */
const WALKING = [
  'flow/**/*.ts',
  ...['walks', 'stepCounts', 'writtenCounts'].map((name) => `store/nouns/reports/dropoff/${name}.ts`),
]

let known: string | undefined

/** SHA-256 of the source that counts drop-off. Another release may have counted or written differently. */
export function walkSource(): string {
  if (known !== undefined) return known
  const digest = createHash('sha256')
  for (const pattern of WALKING) {
    const files = globSync(pattern, { cwd: SOURCE }).sort()
    // Without this, a file that moves would no longer tell releases apart.
    if (files.length === 0) throw new Error(`There is no ${pattern} in ${SOURCE}.`)
    for (const file of files) digest.update(`${file}\0`).update(readFileSync(join(SOURCE, file)))
  }
  return (known = digest.digest('hex'))
}
