import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Flow } from '../../../schemas/flow/flow.ts'
import type { Located } from '../../../schemas/author/problem.ts'
import { isError } from '../../author/kernel/weights.ts'
import type { Store } from '../../store/store.ts'
import { REFUSALS } from '../kernel/callRefusals.ts'
import { isOwnAddress } from './ownAddresses.ts'

/** Publishes every site of a folder whose path never had a version, so an author's published version is never replaced. A folder without
 *  flow.json isn't a site, because authors begin with an empty folder, and some systems leave files of their own everywhere. `onWarning`
 *  gets the warnings of published sites. Rejects, naming the file, if one of them has an error. */
export async function publishNewSites(
  store: Store,
  folder: string,
  {
    productName,
    now,
    onWarning,
    refuses,
  }: {
    productName: string
    now: number
    onWarning: (sentence: string) => void
    refuses: (flow: Flow) => string | null
  },
): Promise<void> {
  const known = new Set(await store.paths())
  for (const path of await readdir(folder)) {
    const file = join(folder, path, 'flow.json')
    if (known.has(path) || !existsSync(file)) continue
    if (isOwnAddress(path)) throw new Error(`${file}: ${REFUSALS.ownAddress(path)}`)
    // The author's tools are a fifth of what a server would load, and only a new site needs them.
    const { publishFile } = await import('./publish.ts')
    const { problems } = await publishFile(store, { file, path, productName, now, refuses }).catch(
      (error: Error) => {
        throw new Error(`${file}: ${error.message}`, { cause: error })
      },
    )
    const sentenceOf = (problem: Located) => {
      const place = problem.file === undefined ? file : join(dirname(file), problem.file)
      return `${place}:${problem.line}:${problem.column}  ${problem.message}  ${problem.hint}`
    }
    const error = problems.find(isError)
    if (error) throw new Error(sentenceOf(error))
    for (const warning of problems) onWarning(sentenceOf(warning))
  }
}
