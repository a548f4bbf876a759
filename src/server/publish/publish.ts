import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { FlowDocument } from '../../../schemas/flow.ts'
import type { Located } from '../../../schemas/problem.ts'
import { named } from '../../flow/named.ts'
import { isError } from '../../author/weights.ts'
import { besides, ICONS } from '../../author/document/checkFiles.ts'
import { readSource } from '../../author/document/place.ts'
import { problemsOf } from '../../author/document/problemsOf.ts'
import type { Store } from '../../store/store.ts'
import { compileValidators } from './validators.ts'

/** What publishing came to: the version that is live now, and its warnings; or, where `version` is null, the problems for
 *  which nothing was changed. */
export interface Published {
  version: number | null
  problems: Located[]
}

/** Makes a flow file, with the stylesheet and the icons beside it, a live version of `path`; `weight` as in the store.
 *  A flow with an error is never published. `productName` stands where the flow leaves it open. `now`: UTC epoch ms.
 *  Rejects when a file cannot be read, the validators cannot be compiled, or the weight leaves too little. */
export async function publishFile(
  store: Store,
  {
    file,
    path,
    weight,
    productName,
    now,
  }: { file: string; path: string; weight?: number; productName: string; now: number },
): Promise<Published> {
  const source = await readFile(file)
  const problems = problemsOf(source, besides(file))
  if (problems.some(isError)) return { version: null, problems }
  const { $schema: _, ...written } = readSource(source).document as FlowDocument
  const flow = named(written, productName)
  const style = await readFile(join(dirname(file), `${flow.ui_config.style}.css`), 'utf8')
  const icons = await readIcons(dirname(file))
  const validators = compileValidators(flow)
  const version = await store.publish({ path, flow, style, validators, icons, at: now }, weight)
  return { version, problems }
}

/** Publishes every site of a folder whose path never had a version: what an author published is never replaced. What has
 *  no flow.json is no site: an author begins with a folder, and some systems leave files of their own everywhere. `onWarning`
 *  hears of what is published all the same.
 *  Rejects, naming the file, when one of them has an error. */
export async function publishNewSites(
  store: Store,
  folder: string,
  {
    productName,
    now,
    onWarning,
  }: { productName: string; now: number; onWarning: (sentence: string) => void },
): Promise<void> {
  const known = new Set(await store.paths())
  for (const path of await readdir(folder)) {
    const file = join(folder, path, 'flow.json')
    if (known.has(path) || !existsSync(file)) continue
    const { problems } = await publishFile(store, { file, path, productName, now })
    const sentenceOf = (problem: Located) => {
      const place = problem.file === undefined ? file : join(dirname(file), problem.file)
      return `${place}:${problem.line}:${problem.column}  ${problem.message}  ${problem.hint}`
    }
    const error = problems.find(isError)
    if (error) throw new Error(sentenceOf(error))
    for (const warning of problems) onWarning(sentenceOf(warning))
  }
}

/** By name, base64. */
async function readIcons(folder: string): Promise<Record<string, string>> {
  const icons = ICONS.map(async (name) => [name, await readFile(join(folder, name), 'base64')] as const)
  return Object.fromEntries(await Promise.all(icons))
}
