import { inWords } from '../../flow/inWords.ts'
import { liveBefore } from '../../store/nouns/versions/split.ts'
import type { Store } from '../../store/store.ts'
import { command, countOf } from '../kernel/command.ts'
import { misuse, refusal } from '../kernel/failure.ts'
import { unknownPath } from '../kernel/unknownPath.ts'
import { notServed, settingsOf, withKeptStore } from '../kernel/withStore.ts'

export const rollback = command('rollback', {
  summary: 'Roll back a path to its previous version, or to another one',
  usage: 'PATH [--to VERSION]',
  about:
    'The version becomes the only live one. Visitors already in the funnel finish the version they started.',
  examples: ['leadloom rollback claims', 'leadloom rollback claims --to 3'],
  options: {
    to: {
      type: 'string',
      value: 'VERSION',
      about: 'The version to roll back to. To list them: leadloom versions.',
    },
  },
  async run({ values, positionals }, ctx) {
    const [path, ...more] = positionals
    if (path === undefined || more.length > 0) throw misuse('Add one path.')
    const to = values.to === undefined ? undefined : countOf(values.to, '--to')
    const { whyUnsafe } = await import('../../server/origins/whyUnsafe.ts')
    const { whyUnlisted } = await import('../../server/origins/listedHosts.ts')
    const settings = await settingsOf(ctx)
    const { version, replaced } = await withKeptStore(ctx, async (store) => {
      const splits = await store.splits(path)
      const replaced = splits.at(-1)?.shares
      if (!replaced) throw unknownPath(path, await store.paths())
      const version = to === undefined ? theOneBefore(path, liveBefore(splits)) : await own(store, path, to)
      const kept = await store.version(version)
      const unsafe = kept && whyUnsafe(kept.flow, settings)
      if (unsafe !== null) throw refusal('shared_origin', unsafe)
      const unlisted = kept && (await whyUnlisted(store, kept.flow))
      if (unlisted !== null) throw refusal('unlisted_script_host', unlisted)
      const most = replaced.toSorted((a, b) => b.weight - a.weight)[0]
      const live = most ? await store.version(most.version) : null
      await store.activate(version, { weight: 100, at: ctx.now() })
      const about = `${path} to version ${version}`
      const { publishedChanges } = await import('../../server/studio/publishedChanges.ts')
      const changes = kept ? publishedChanges(live, kept) : []
      await store.audit({ at: ctx.now(), operator: 'console', act: 'roll_back', about }, changes)
      return { version, replaced }
    })
    const others = replaced.map((share) => share.version).filter((other) => other !== version)
    const unserved = await notServed(ctx)
    return {
      exit: 0,
      data: { path, version, replaced },
      words: [
        others.length === 0
          ? `Version ${version} is already the only live version of /${path}. Nothing changed.`
          : `Version ${version} is now the only live version of /${path}. No longer live: ${list(others)}. ${unserved ?? 'New visitors see it within a second.'}`,
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
      `The live version of /${path} is its first, so there's no previous one. For another version: --to VERSION.`,
    )
  if (more.length > 0)
    throw refusal(
      'several_before',
      `Before that, ${list(before)} were live on /${path}. Choose one with --to VERSION.`,
    )
  return version
}

async function own(store: Store, path: string, to: number): Promise<number> {
  const version = await store.version(to)
  if (!version)
    throw refusal('unknown_version', `There's no version ${to}. To list versions: leadloom versions ${path}`)
  if (version.path !== path)
    throw refusal(
      'other_path',
      `Version ${to} belongs to /${version.path}, not /${path}. To list versions: leadloom versions ${path}`,
    )
  return to
}
