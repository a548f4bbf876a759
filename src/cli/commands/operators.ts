import { randomBytes } from 'node:crypto'
import type { OperatorsAnswer } from '../../../schemas/commands.ts'
import { OperatorRole, USUAL_ROLE, type AuditEntry } from '../../../schemas/operator.ts'
import type { Store } from '../../store/store.ts'
import { command, countOf, type World } from '../command.ts'
import { misuse, refusal } from '../failure.ts'
import { withKeptStore, withStore } from '../withStore.ts'

const ROLES: readonly string[] = OperatorRole.enum

export const operators = command('operators', {
  summary: 'Lists who may log in at /stats; adds one, gives one a new password, or ends one’s access.',
  usage: '[add NAME | reset NAME | revoke NAME | audit]',
  about:
    'A password is made here, printed once and not kept. reset and revoke end every login of that operator at once.',
  examples: [
    'leadloom operators',
    'leadloom operators add ada --role viewer',
    'leadloom operators revoke ada',
    'leadloom operators audit --limit 20',
  ],
  options: {
    role: {
      type: 'string',
      value: 'ROLE',
      about: `${ROLES.join(' or ')}; of a new account.`,
      default: USUAL_ROLE,
    },
    limit: { type: 'string', value: 'N', about: 'The newest N entries of the audit log.', default: '50' },
  },
  environment: [['DATA_DIR', 'The folder of the embedded database.']],
  async run({ values, positionals }, world) {
    const [verb = 'list', name, ...rest] = positionals
    const act = Object.hasOwn(VERBS, verb) ? VERBS[verb] : undefined
    if (!act) throw misuse(`There is no "operators ${verb}": say nothing, add, reset, revoke or audit.`)
    const needsName = verb !== 'list' && verb !== 'audit'
    if (rest.length > 0 || needsName !== (name !== undefined))
      throw misuse(needsName ? `Say operators ${verb} NAME.` : `operators ${verb} takes no name.`)
    const role = OperatorRole.enum.find((known) => known === values.role)
    if (!role) throw misuse(`--role is ${ROLES.join(' or ')}, not "${values.role}".`)
    const limit = countOf(values.limit, '--limit')
    const withOwnStore = verb === 'add' ? withStore : withKeptStore
    return withOwnStore(world, async (store) => {
      const password = await act(store, { name: name ?? '', role, world })
      const audit = verb === 'audit' ? await store.auditLog(limit) : []
      const data = { operators: await store.operators(), password, audit }
      return { exit: 0, data, words: words(data, { verb, name: name ?? '' }) }
    })
  },
})

interface Asked {
  name: string
  role: OperatorRole
  world: World
}

/** Each resolves to the password that it made, or null. */
const VERBS: Record<string, (store: Store, asked: Asked) => Promise<string | null>> = {
  list: async () => null,
  audit: async () => null,

  async add(store, { name, role, world }) {
    const known = await store.operator(name)
    if (known && known.revoked_at === null)
      throw refusal('known_operator', `There is an operator ${name} already: reset gives a new password.`)
    return give(store, { name, role, world }, 'add')
  },

  async reset(store, { name, world }) {
    const known = await store.operator(name)
    if (!known) throw refusal('unknown_operator', `There is no operator ${name}.`)
    return give(store, { name, role: known.role, world }, 'reset')
  },

  async revoke(store, { name, world }) {
    if (!(await store.revokeOperator(name, world.now())))
      throw refusal('unknown_operator', `There is no operator ${name} who may log in.`)
    await note(store, { act: 'revoke', about: name }, world)
    return null
  },
}

async function give(store: Store, { name, role, world }: Asked, act: 'add' | 'reset'): Promise<string> {
  const [{ newPassword }, { hashPassword }] = await Promise.all([
    import('../../server/operators/operators.ts'),
    import('../../server/operators/passwords.ts'),
  ])
  const password = newPassword(randomBytes)
  const password_hash = await hashPassword(password, randomBytes)
  await store.saveOperator({ name, role, password_hash, since: world.now() })
  await note(store, { act, about: name }, world)
  return password
}

function note(store: Store, entry: Pick<AuditEntry, 'act' | 'about'>, world: World): Promise<void> {
  return store.audit({ ...entry, at: world.now(), operator: 'console' })
}

function words(
  { operators, password, audit }: OperatorsAnswer,
  { verb, name }: { verb: string; name: string },
): string[] {
  if (verb === 'audit')
    return audit.map(({ at, operator, act, about }) =>
      `${new Date(at).toISOString()}  ${operator}  ${act}  ${about}`.trimEnd(),
    )
  if (password !== null)
    return [`Log in as ${name} with the password ${password}`, 'It is shown this once and not kept.']
  if (verb === 'revoke') return [`${name} can no longer log in.`]
  if (operators.length === 0)
    return [
      'There are no operators yet. Next: leadloom operators add NAME, or leadloom serve, which makes one.',
    ]
  return operators.map(
    ({ name, role, since, revoked_at }) =>
      `${name}  ${role}  since ${new Date(since).toISOString()}${revoked_at === null ? '' : `  revoked ${new Date(revoked_at).toISOString()}`}`,
  )
}
