import { inWords } from '../../flow/inWords.ts'
import { liveBefore } from '../../store/versions/split.ts'
import type { Store } from '../../store/store.ts'
import { command, countOf } from '../command.ts'
import { misuse, refusal } from '../failure.ts'
import { unknownPath } from '../unknownPath.ts'
import { notServed, settingsOf, withKeptStore } from '../withStore.ts'

export const rollback = command('rollback', {
  summary: 'Makes the version that was live before, or any other of the path, the only live one.',
  usage: 'PATH [--to VERSION]',
  about: 'Visitors under way finish the version that they began with.',
  examples: ['leadloom rollback claims', 'leadloom rollback claims --to 3'],
  options: {
    to: { type: 'string', value: 'VERSION', about: 'The version to go to; leadloom versions lists them.' },
  },
  async run({ values, positionals }, world) {
    const [path, ...more] = positionals
    if (path === undefined || more.length > 0) throw misuse('Name one path.')
    const to = values.to === undefined ? undefined : countOf(values.to, '--to')
    const { whyUnsafe } = await import('../../server/origins/whyUnsafe.ts')
    const { whyUnlisted } = await import('../../server/origins/listedHosts.ts')
    const settings = await settingsOf(world)
    const { version, replaced } = await withKeptStore(world, async (store) => {
      const splits = await store.splits(path)
      const replaced = splits.at(-1)?.shares
      if (!replaced) throw unknownPath(path, await store.paths())
      const version = to === undefined ? theOneBefore(path, liveBefore(splits)) : await own(store, path, to)
      const kept = await store.version(version)
      const unsafe = kept && whyUnsafe(kept.flow, settings)
      if (unsafe !== null) throw refusal('shared_origin', unsafe)
      const unlisted = kept && (await whyUnlisted(store, kept.flow))
      if (unlisted !== null) throw refusal('unlisted_script_host', unlisted)
      await store.activate(version, { weight: 100, at: world.now() })
      return { version, replaced }
    })
    const others = replaced.map((share) => share.version).filter((other) => other !== version)
    const unserved = await notServed(world)
    return {
      exit: 0,
      data: { path, version, replaced },
      words: [
        others.length === 0
          ? `Version ${version} is the only one on /${path} already: nothing is changed.`
          : `Version ${version} is now the only one on /${path}; ${list(others)} ${others.length === 1 ? 'is' : 'are'} not shown any more. ${unserved ?? 'The running server follows within a second.'}`,
      ],
    }
  },
})

function list(versions: readonly number[]): string {
  return inWords(
    versions.map((version) => `version ${version}`),
    'and',
  )
}

function theOneBefore(path: string, before: number[]): number {
  const [version, ...more] = before
  if (version === undefined)
    throw refusal(
      'nothing_before',
      `What is live on /${path} was the first there: there is nothing to go back to. For another version: --to VERSION.`,
    )
  if (more.length > 0)
    throw refusal('several_before', `Before, ${list(before)} shared /${path}: say which, --to VERSION.`)
  return version
}

async function own(store: Store, path: string, to: number): Promise<number> {
  const version = await store.version(to)
  if (!version)
    throw refusal('unknown_version', `There is no version ${to}. leadloom versions ${path} lists them.`)
  if (version.path !== path)
    throw refusal(
      'other_path',
      `Version ${to} is of /${version.path}, not of /${path}. leadloom versions ${path} lists them.`,
    )
  return to
}
