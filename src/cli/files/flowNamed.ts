import { inWords } from '../../flow/inWords.ts'
import type { Version } from '../../store/nouns/versions/versionTypes.ts'
import type { Store } from '../../store/store.ts'
import type { CommandContext } from '../kernel/command.ts'
import { misuse, refusal } from '../kernel/failure.ts'
import { unknownPath } from '../kernel/unknownPath.ts'
import { withKeptStore } from '../kernel/withStore.ts'
import { readFlow, type FlowSource } from './readFlow.ts'

/** A flow as named on the command line: a file, its folder, or a published version. */
export type NamedFlow = Pick<FlowSource, 'file' | 'bytes' | 'flow' | 'problems'>

/** The flow that `word` names. PATH@live and PATH@VERSION are read from the database, everything else from a file. */
export async function flowNamed(word: string, ctx: CommandContext): Promise<NamedFlow> {
  const [, path, version] = /^([a-z0-9-]+)@(live|\d+)$/.exec(word) ?? []
  if (path === undefined || version === undefined) {
    if (word.includes('@') && !word.includes('/') && !word.endsWith('.json'))
      throw misuse(`"${word}" isn't a version. Use PATH@live, or PATH@12 for version 12.`)
    return readFlow(word)
  }
  return withKeptStore(ctx, async (store) => {
    const number = version === 'live' ? await theLiveOne(store, path) : Number(version)
    const kept = await versionOf(store, path, number)
    return { file: word, bytes: Buffer.from(JSON.stringify(kept.flow)), flow: kept.flow, problems: [] }
  })
}

/** A version of a path by its number. */
export async function versionOf(store: Store, path: string, number: number): Promise<Version> {
  const kept = await store.version(number)
  if (!kept)
    throw refusal(
      'unknown_version',
      `There's no version ${number}. To list versions: leadloom versions ${path}`,
    )
  if (kept.path !== path)
    throw refusal(
      'other_path',
      `Version ${number} belongs to /${kept.path}, not /${path}. To list versions: leadloom versions ${path}`,
    )
  return kept
}

/** Number of the version that is live on a path. */
export async function theLiveOne(store: Store, path: string): Promise<number> {
  const [first, ...more] = (await store.live()).filter((share) => share.path === path)
  if (!first)
    throw unknownPath(
      path,
      (await store.versions()).map((line) => line.path),
    )
  if (more.length === 0) return first.version
  const names = [first, ...more].map(({ version }) => `${path}@${version}`)
  throw refusal('several_live', `Several versions of /${path} are live. Choose ${inWords(names, 'or')}.`)
}
