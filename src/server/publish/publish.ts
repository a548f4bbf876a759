import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { FlowDocument } from '../../../schemas/flow.ts'
import type { Located } from '../../../schemas/problem.ts'
import { inLanguage } from '../../flow/languages/inLanguage.ts'
import { languagesOf } from '../../flow/languages/language.ts'
import { named } from '../../flow/named.ts'
import { isError } from '../../author/weights.ts'
import { besides } from '../../author/document/checkFiles.ts'
import { ICONS } from '../../author/document/iconFiles.ts'
import { readSource } from '../../author/document/place.ts'
import { siteFiles } from '../../author/site/namedFiles.ts'
import { themeCss } from '../../author/site/themeCss.ts'
import { problemsOf } from '../../author/document/problemsOf.ts'
import type { NewVersion } from '../../store/records.ts'
import type { Store } from '../../store/store.ts'
import { looksOf } from './looksOf.ts'
import { compileValidators } from './compileValidators.ts'
import { keepPictures } from './pictures/keepPictures.ts'

/** What publishing came to: the version that is live now, and its warnings; or, where `version` is null, the problems for
 *  which nothing was changed. */
export interface Published {
  version: number | null
  problems: Located[]
}

/** Makes a flow file, with its theme, the stylesheet and the files beside it, a live version of `path`; `weight` as in the store.
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
  const made = await siteVersion(store, { file, source, productName })
  if ('problems' in made) return { version: null, problems: [...problems, ...made.problems] }
  const version = await store.publish({ path, ...made.site, at: now }, weight)
  return { version, problems }
}

/** What is published of a flow file in which nothing is wrong, `source` being its bytes; or the problems of pictures that cannot
 *  be made. Rejects as `publishFile` does. */
export async function siteVersion(
  store: Pick<Store, 'importedFile' | 'keepImportedFile'>,
  { file, source, productName }: { file: string; source: Uint8Array; productName: string },
): Promise<{ site: Omit<NewVersion, 'path' | 'at'> } | { problems: Located[] }> {
  const { document, locate } = readSource(source)
  const { $schema: _, ...written } = document as FlowDocument
  const made = await keepPictures(store, written, (name) => readFile(join(dirname(file), name)))
  if (made.problems.length > 0) return { problems: made.problems.map(locate) }
  const { pictures } = made
  const flow = { ...named(written, productName), ...(pictures && { pictures }) }
  const own = await readFile(join(dirname(file), `${flow.ui_config.style}.css`), 'utf8')
  const style = themeCss(flow.ui_config.site.theme) + (await looksOf(flow)) + own
  const icons = await readFiles(dirname(file), [
    ...ICONS,
    ...languagesOf(flow).flatMap((language) =>
      siteFiles(inLanguage(flow, language).ui_config.site).map(({ file }) => file),
    ),
  ])
  return { site: { flow, style, icons, validators: compileValidators(flow) } }
}

/** By name, base64. */
async function readFiles(folder: string, names: readonly string[]): Promise<Record<string, string>> {
  const files = [...new Set(names)].map(
    async (name) => [name, await readFile(join(folder, name), 'base64')] as const,
  )
  return Object.fromEntries(await Promise.all(files))
}
