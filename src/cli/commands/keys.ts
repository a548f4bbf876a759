import { randomBytes } from 'node:crypto'
import type { KeysAnswer } from '../../../schemas/commands.ts'
import { KEY_NAME, type PublishKey } from '../../../schemas/studio/publishKey.ts'
import type { Store } from '../../store/store.ts'
import { command, type World } from '../command.ts'
import { misuse, refusal } from '../failure.ts'
import { sitePath } from '../sitePath.ts'
import { withKeptStore } from '../withStore.ts'

export const keys = command('keys', {
  summary: 'Lists the keys with which programs publish to this server; makes one, or revokes one.',
  usage: '[add NAME [--path PATH] | revoke NAME]',
  about:
    'A key is made here, printed once and not kept. It is for leadloom publish --server, in the variable LEADLOOM_KEY.',
  examples: ['leadloom keys', 'leadloom keys add github --path claims', 'leadloom keys revoke github'],
  options: {
    path: { type: 'string', value: 'PATH', about: 'Of a new key: the only site that it publishes.' },
  },
  environment: [['DATA_DIR', 'The folder of the embedded database.']],
  async run({ values: { path }, positionals }, world) {
    const [verb = 'list', name, ...rest] = positionals
    const act = Object.hasOwn(VERBS, verb) ? VERBS[verb] : undefined
    if (!act) throw misuse(`There is no "keys ${verb}": say nothing, add or revoke.`)
    if (rest.length > 0 || (verb === 'list') !== (name === undefined))
      throw misuse(verb === 'list' ? 'keys takes no name alone.' : `Say keys ${verb} NAME.`)
    if (name !== undefined && !new RegExp(KEY_NAME).test(name))
      throw misuse(
        `"${name}" cannot be the name of a key: use letters, digits, ".", "_" and "-", at most 60.`,
      )
    if (path !== undefined && verb !== 'add') throw misuse('--path is of a new key.')
    return withKeptStore(world, async (store) => {
      const key = await act(store, {
        name: name ?? '',
        path: path === undefined ? null : sitePath(path),
        world,
      })
      const data = { keys: await store.publishKeys(), key }
      return { exit: 0, data, words: words(data, { verb, name: name ?? '' }) }
    })
  },
})

interface Asked extends Pick<PublishKey, 'name' | 'path'> {
  world: World
}

/** Each resolves to the key that it made, or null. */
const VERBS: Record<string, (store: Store, asked: Asked) => Promise<string | null>> = {
  list: async () => null,

  async add(store, { name, path, world }) {
    const { about, digestOf, newKey } = await import('../../server/studio/keyRoutes.ts')
    const key = newKey(randomBytes)
    const made = { name, path, made_by: null, made_at: world.now() }
    if (!(await store.addPublishKey(digestOf(key), made)))
      throw refusal('known_key', `There is, or was, a key "${name}": choose another name.`)
    await store.audit({ at: world.now(), operator: 'console', act: 'make_key', about: about(made) })
    return key
  },

  async revoke(store, { name, world }) {
    if (!(await store.revokePublishKey(name, world.now())))
      throw refusal('unknown_key', `There is no key "${name}" that holds.`)
    await store.audit({ at: world.now(), operator: 'console', act: 'revoke_key', about: name })
    return null
  },
}

function words({ keys, key }: KeysAnswer, { verb, name }: { verb: string; name: string }): string[] {
  if (key !== null) return [`LEADLOOM_KEY=${key}`, 'It is shown this once and not kept.']
  if (verb === 'revoke') return [`The key ${name} publishes nothing any more.`]
  if (keys.length === 0) return ['There are no keys. Next: leadloom keys add NAME.']
  return keys.map(({ name, path, made_by, made_at, revoked_at }) =>
    [
      `${name}  ${path === null ? 'every site' : `/${path}`}  by ${made_by ?? 'console'}  since ${dateOf(made_at)}`,
      ...(revoked_at === null ? [] : [`revoked ${dateOf(revoked_at)}`]),
    ].join('  '),
  )
}

function dateOf(at: number): string {
  return new Date(at).toISOString()
}
