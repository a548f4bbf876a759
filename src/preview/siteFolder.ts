import { readFile } from 'node:fs/promises'
import type { Flow } from '../../schemas/flow/flow.ts'
import type { Located, Problem } from '../../schemas/author/problem.ts'
import { besides } from '../author/document/checkFiles.ts'
import { readSource } from '../author/document/place.ts'
import { problemsOf } from '../author/problemsOf.ts'
import { isBroken } from '../author/kernel/weights.ts'
import type { Context } from '../server/context.ts'
import type { PictureMaker } from '../server/publish/pictures/makePictures.ts'
import { madeSite } from '../server/publish/publish.ts'
import { newYorkDate } from '../time/newYorkDay.ts'

/** A site's folder as it was read. */
export interface SiteEdition {
  source: Uint8Array
  /** Problems without those from proofs, which take longer. */
  problems: Located[]
  /** Line of a place in the flow file. */
  lineOf: (at: Problem['at']) => number
  /** The version that visitors get; null if an error prevents it. */
  shown: { version: number; flow: Flow } | null
}

export interface SiteFolder {
  /** Path of the flow file. */
  file: string
  path: string
  /** Makes its pictures, so that no maker has to be started for them. */
  pictures: PictureMaker | undefined
}

/** Reads the flow file and the files beside it, and makes it live on `path`, like publishing does, unless it has an error. A file that
 *  is being written while it is read has one; it is read again when the writing is done. */
export async function readSite(
  { store, settings, versions, now }: Context,
  { file, path, pictures }: SiteFolder,
): Promise<SiteEdition> {
  const source = await readFile(file)
  const beside = besides(file)
  const problems = problemsOf(source, beside, newYorkDate(now()), null)
  const read = { source, lineOf: readSource(source).lineOf }
  if (problems.some(isBroken)) return { ...read, problems, shown: null }
  const made = await madeSite(store, { source, beside, productName: settings.productName, pictures })
  if ('problems' in made) return { ...read, problems: [...problems, ...made.problems], shown: null }
  const version = await store.publish({ path, ...made.site, at: now() })
  versions.forgetLive()
  return { ...read, problems, shown: { version, flow: made.site.flow } }
}
