import { randomBytes } from 'node:crypto'
import type { KeysAnswer } from '../../../../schemas/commands/publishing.ts'
import { NAME_PATTERN } from '../../../../schemas/kernel/formFieldLimits.ts'
import type { ReportKey } from '../../../../schemas/people/reportKey.ts'
import type { PublishKey } from '../../../../schemas/studio/publishKey.ts'
import type { Sites } from '../../../../schemas/people/sites.ts'
import type { Store } from '../../../store/store.ts'
import { command, countOf, type CommandContext } from '../../kernel/command.ts'
import { misuse, refusal } from '../../kernel/failure.ts'
import { sitePath, sitePaths } from '../../kernel/sitePath.ts'
import { withKeptStore } from '../../kernel/withStore.ts'
import { DAY_MS } from '../../../time/durations.ts'

export const keys = command('keys', {
  summary: 'List, add, or revoke API keys',
  usage: '[add NAME [--path PATH | --reports [--sites PATHS] [--days N]] | revoke NAME [--reports]]',
  about:
    'Programs use keys to publish to this server or to read its reports. A new key is printed once and not saved. For publishing, put it in LEADLOOM_KEY and run leadloom publish --server. For reports (--reports), send it as Authorization: Bearer.',
  examples: [
    'leadloom keys',
    'leadloom keys add github --path claims',
    'leadloom keys revoke github',
    'leadloom keys add sheets --reports --sites claims,solar --days 90',
  ],
  options: {
    path: { type: 'string', value: 'PATH', about: 'With add: the only site the key can publish.' },
    reports: {
      type: 'boolean',
      about: 'For keys that only read reports, without personal data.',
    },
    sites: {
      type: 'string',
      value: 'PATHS',
      about: 'With add --reports: the sites the key can read, like claims,solar. Default: all.',
    },
    days: {
      type: 'string',
      value: 'N',
      about: 'With add --reports: the key expires after N days. Default: never.',
    },
  },
  environment: [['DATA_DIR', 'The folder of the embedded database.']],
  async run({ values, positionals }, ctx) {
    const { path, sites, days } = values
    const reports = values.reports ?? false
    const [verb = 'list', name, ...rest] = positionals
    const act = Object.hasOwn(VERBS, verb) ? VERBS[verb] : undefined
    if (!act) throw misuse(`Unknown verb "keys ${verb}". Use add or revoke, or none to list.`)
    if (rest.length > 0 || (verb === 'list') !== (name === undefined))
      throw misuse(
        verb === 'list'
          ? 'Add a verb before the name, for example keys revoke NAME.'
          : `Use keys ${verb} NAME.`,
      )
    if (name !== undefined && !new RegExp(NAME_PATTERN).test(name))
      throw misuse(`"${name}" isn't a valid name. Use at most 60 letters, digits, ".", "_" and "-".`)
    if (path !== undefined && verb !== 'add') throw misuse('--path only works with add NAME.')
    if (path !== undefined && reports) throw misuse("--path doesn't work with --reports. Use --sites.")
    if (sites !== undefined && !(reports && verb === 'add'))
      throw misuse('--sites only works with add NAME --reports.')
    if (days !== undefined && !(reports && verb === 'add'))
      throw misuse('--days only works with add NAME --reports.')
    const ends = days === undefined ? null : ctx.now() + countOf(days, '--days') * DAY_MS
    return withKeptStore(ctx, async (store) => {
      const key = await act(store, {
        name: name ?? '',
        path: path === undefined ? null : sitePath(path),
        isOfReports: reports,
        sites: sites === undefined ? null : sitePaths(sites),
        ends,
        ctx,
      })
      const data = { keys: await store.publishKeys(), report_keys: await store.reportKeys(), key }
      return { exit: 0, data, words: words(data, { verb, name: name ?? '', isOfReports: reports }) }
    })
  },
})

interface KeyRequest extends Pick<PublishKey, 'name' | 'path'> {
  /** True if the key reads reports, false if it publishes. */
  isOfReports: boolean
  /** Sites that it may read; null for all. */
  sites: Sites
  /** Time when a new key expires. */
  ends: number | null
  ctx: CommandContext
}

/** Verbs. Each resolves to the new key, or null. */
const VERBS: Record<string, (store: Store, asked: KeyRequest) => Promise<string | null>> = {
  list: async () => null,

  async add(store, { name, path, isOfReports, sites, ends, ctx }) {
    const { digestOf } = await import('../../../server/kernel/digests.ts')
    const { about, changedKey, newKey } = await import('../../../server/studio/keyRoutes.ts')
    const { forSites } = await import('../../../server/people/accessWords.ts')
    const key = newKey(randomBytes)
    const made = { name, made_by: null, made_at: ctx.now() }
    const isNew = isOfReports
      ? await store.addReportKey(digestOf(key), { ...made, sites, expires_at: ends })
      : await store.addPublishKey(digestOf(key), { ...made, path })
    if (!isNew) throw refusal('known_key', `The key name "${name}" is already taken. Choose another one.`)
    await store.audit(
      {
        at: ctx.now(),
        operator: 'console',
        ...(isOfReports
          ? { act: 'make_report_key', about: forSites(name, sites) }
          : { act: 'make_key', about: about({ name, path }) }),
      },
      changedKey(null, isOfReports ? { sites, expires_at: ends } : { path }),
    )
    return key
  },

  async revoke(store, { name, isOfReports, ctx }) {
    const at = ctx.now()
    const { changedKey } = await import('../../../server/studio/keyRoutes.ts')
    const kept: readonly (PublishKey | ReportKey)[] = await (isOfReports
      ? store.reportKeys()
      : store.publishKeys())
    const before = kept.find((key) => key.name === name) ?? null
    if (!(await (isOfReports ? store.revokeReportKey(name, at) : store.revokePublishKey(name, at))))
      throw refusal('unknown_key', await whyNotRevoked(store, { name, isOfReports }))
    const act = isOfReports ? 'revoke_report_key' : 'revoke_key'
    await store.audit({ at, operator: 'console', act, about: name }, changedKey(before, null))
    return null
  },
}

/** Reason that nothing was revoked, such as that a key of the other kind has the name. */
async function whyNotRevoked(store: Store, { name, isOfReports }: Pick<KeyRequest, 'name' | 'isOfReports'>) {
  const others = await (isOfReports ? store.publishKeys() : store.reportKeys())
  const isOther = others.some((key) => key.name === name && key.revoked_at === null)
  if (!isOther) return `No active key named "${name}".`
  return isOfReports
    ? `The key "${name}" is for publishing. To revoke it: leadloom keys revoke ${name}`
    : `The key "${name}" is for reports. To revoke it: leadloom keys revoke ${name} --reports`
}

function words(
  { keys, report_keys, key }: KeysAnswer,
  { verb, name, isOfReports }: { verb: string; name: string; isOfReports: boolean },
): string[] {
  if (key !== null)
    return [isOfReports ? `Authorization: Bearer ${key}` : `LEADLOOM_KEY=${key}`, "It won't be shown again."]
  if (verb === 'revoke') return [`Revoked the ${isOfReports ? 'report' : 'publishing'} key ${name}.`]
  if (keys.length + report_keys.length === 0) return ['No keys yet. Next: leadloom keys add NAME']
  const published = keys.map(({ name, path, made_by, made_at, revoked_at }) =>
    [
      `${name}  ${path === null ? 'every site' : `/${path}`}  by ${made_by ?? 'console'}  since ${dateOf(made_at)}`,
      ...(revoked_at === null ? [] : [`revoked ${dateOf(revoked_at)}`]),
    ].join('  '),
  )
  const reading = report_keys.map(({ name, sites, made_by, made_at, expires_at, seen_at, revoked_at }) =>
    [
      `${name}  reports${sites === null ? '' : ` of ${sites.map((path) => `/${path}`).join(' ')}`}  by ${made_by ?? 'console'}  since ${dateOf(made_at)}`,
      expires_at !== null && `until ${dateOf(expires_at)}`,
      seen_at !== null && `used ${dateOf(seen_at)}`,
      revoked_at !== null && `revoked ${dateOf(revoked_at)}`,
    ]
      .filter(Boolean)
      .join('  '),
  )
  return [...published, ...reading]
}

function dateOf(at: number): string {
  return new Date(at).toISOString()
}
