import { readFile } from 'node:fs/promises'
import type { Flow, FlowDocument } from '../../../schemas/flow/flow.ts'
import type { Located } from '../../../schemas/author/problem.ts'
import { inLanguage } from '../../flow/languages/inLanguage.ts'
import { languagesOf } from '../../flow/languages/language.ts'
import { named } from '../../flow/named.ts'
import { isError } from '../../author/kernel/weights.ts'
import { besides, remembering, type Beside } from '../../author/document/checkFiles.ts'
import { ICONS } from '../../author/document/iconFiles.ts'
import { readSource } from '../../author/document/place.ts'
import { siteFiles } from '../../author/site/namedFiles.ts'
import { themeCss } from '../../author/site/themeCss.ts'
import { problemsOf, type Decisions } from '../../author/problemsOf.ts'
import type { NewVersion } from '../../store/nouns/versions/versionTypes.ts'
import type { Store } from '../../store/store.ts'
import { decisionsOf } from '../origins/listedHosts.ts'
import { looksOf } from './looksOf.ts'
import { compileValidators } from './compileValidators.ts'
import { productFonts } from './productFonts.ts'
import { keepPictures } from './pictures/keepPictures.ts'
import type { PictureMaker } from './pictures/makePictures.ts'
import { keepSourceFiles } from './sourceFiles.ts'

/** Result of publishing: the version that is now live, and its warnings; or, if `version` is null, the problems that prevented any
 *  change. */
export interface Published {
  version: number | null
  problems: Located[]
}

/** A flow as written, with the files beside it. `productName` is used where the flow leaves it open. */
export interface WrittenSite {
  source: Uint8Array
  beside: Beside
  productName: string
  /** A picture maker that is already running. */
  pictures?: PictureMaker | undefined
}

/** Parts of a site that visitors get. */
export type MadeSite = Pick<NewVersion, 'flow' | 'style' | 'icons' | 'validators'>

/** Store of made pictures. */
export type PictureStore = Pick<Store, 'importedFile' | 'keepImportedFile'>

/** Publishes a flow file, with its theme, the stylesheet and the files beside it, as a live version of `path`; `weight` as in the store.
 *  A flow with an error is never published. `now`: UTC epoch ms. Rejects if a file can't be read, the validators can't be compiled, the
 *  flow is refused, or the weight leaves too little for others. */
export async function publishFile(
  store: Store,
  {
    file,
    path,
    weight,
    productName,
    now,
    refuses = () => null,
  }: {
    file: string
    path: string
    weight?: number
    productName: string
    now: number
    /** Reason that a flow must not go live on this server; null if it may. */
    refuses?: (flow: Flow) => string | null
  },
): Promise<Published> {
  const source = await readFile(file)
  const files = new Map<string, Buffer>()
  const { site, problems } = await checkedSite(
    store,
    { source, beside: remembering(besides(file), files), productName },
    await decisionsOf(store),
  )
  if (!site) return { version: null, problems }
  const refused = refuses(site.flow)
  if (refused !== null) throw new Error(refused)
  const written = { text: new TextDecoder().decode(source), files: await keepSourceFiles(store, files) }
  const version = await store.publish({ path, ...site, source: written, at: now }, weight)
  return { version, problems }
}

/** The site made from a flow, unless the flow has an error. `decisions`: what this server's admins decided. Rejects like
 *  `publishFile`. */
export async function checkedSite(
  store: PictureStore,
  written: WrittenSite,
  decisions: Decisions,
): Promise<{ site: MadeSite | null; problems: Located[] }> {
  const problems = problemsOf(written.source, written.beside, undefined, undefined, decisions)
  if (problems.some(isError)) return { site: null, problems }
  const made = await madeSite(store, written)
  return 'problems' in made
    ? { site: null, problems: [...problems, ...made.problems] }
    : { ...made, problems }
}

/** The site made from a flow without errors, or the problems of pictures that can't be made. Rejects like `publishFile`. */
export async function madeSite(
  store: PictureStore,
  { source, beside, productName, pictures: maker }: WrittenSite,
): Promise<{ site: MadeSite } | { problems: Located[] }> {
  const read = (name: string) => {
    const bytes = beside(name)
    if (bytes === null) throw new Error(`There's no file ${name} next to the flow.`)
    return bytes
  }
  const { document, locate } = readSource(source)
  const { $schema: _, ...written } = document as FlowDocument
  const made = await keepPictures(store, written, { read: async (name) => read(name), maker })
  if (made.problems.length > 0) return { problems: made.problems.map(locate) }
  const { pictures } = made
  const flow = { ...named(written, productName), ...(pictures && { pictures }) }
  const own = read(`${flow.ui_config.style}.css`).toString()
  const style = themeCss(flow.ui_config.site.theme) + (await looksOf(flow)) + own
  const names = [
    ...ICONS,
    ...languagesOf(flow).flatMap((language) =>
      siteFiles(inLanguage(flow, language).ui_config.site).map(({ file }) => file),
    ),
  ]
  const files = [
    ...[...new Set(names)].map((name) => [name, read(name)] as const),
    ...(await productFonts(flow.ui_config.site.theme?.fonts ?? [])),
  ]
  const icons = Object.fromEntries(files.map(([name, bytes]) => [name, bytes.toString('base64')]))
  return { site: { flow, style, icons, validators: compileValidators(flow) } }
}
