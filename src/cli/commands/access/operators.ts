import { randomBytes } from 'node:crypto'
import type { OperatorsAnswer } from '../../../../schemas/commands/operating.ts'
import { OperatorRole, type AuditEntry } from '../../../../schemas/people/operator.ts'
import { USUAL_ROLE } from '../../../../schemas/people/roles.ts'
import type { Removal } from '../../../../schemas/people/people.ts'
import type { Sites } from '../../../../schemas/people/sites.ts'
import type { Store } from '../../../store/store.ts'
import { command, countOf, type World } from '../../command.ts'
import { misuse, refusal } from '../../failure.ts'
import { sitePaths } from '../../sitePath.ts'
import { settingsOf, withKeptStore, withStore } from '../../withStore.ts'

const ROLES: readonly string[] = OperatorRole.enum

export const operators = command('operators', {
  summary: 'Lists who may log in; adds or invites one, changes a role or a password, ends access or a login.',
  usage:
    '[add NAME | invite NAME | withdraw NAME | role NAME | reset NAME | reset-code NAME | revoke NAME | logins | end ID | audit]',
  about:
    'add and reset print a password, invite and reset --link a link with which the operator chooses one: once, and it is not kept. Who gets another role or password, or is revoked, is logged out at once. reset-code turns off the codes at a login whose app is lost. The last admin stays one.',
  examples: [
    'leadloom operators',
    'leadloom operators invite ada --role analyst',
    'leadloom operators role ada --role manager --sites claims,solar',
    'leadloom operators revoke ada',
    'leadloom operators audit --limit 20',
  ],
  options: {
    role: {
      type: 'string',
      value: 'ROLE',
      about: `${ROLES.join(', ')}; of a new account ${USUAL_ROLE} unless it is said.`,
    },
    sites: {
      type: 'string',
      value: 'PATHS',
      about:
        'add, invite, role: the sites that the account is for, as claims,solar. A new one is for all unless they are said; role leaves them as they are.',
    },
    'all-sites': { type: 'boolean', about: 'role: the account is for all sites again.' },
    link: { type: 'boolean', about: 'reset: a link with which another password is chosen.' },
    limit: { type: 'string', value: 'N', about: 'The newest N entries of the audit log.', default: '50' },
  },
  environment: [
    ['DATA_DIR', 'The folder of the embedded database.'],
    ['PUBLIC_URL', 'Where operators reach the server: links begin with it.'],
  ],
  async run({ values, positionals }, world) {
    const [verb = 'list', name, ...rest] = positionals
    const act = Object.hasOwn(VERBS, verb) ? VERBS[verb] : undefined
    if (!act)
      throw misuse(
        `There is no "operators ${verb}": say nothing, or ${Object.keys(VERBS).slice(1).join(', ')}.`,
      )
    const needsName = !WITHOUT_NAME.has(verb)
    if (rest.length > 0 || needsName !== (name !== undefined))
      throw misuse(needsName ? `Say operators ${verb} NAME.` : `operators ${verb} takes no name.`)
    if (values.role === undefined && verb === 'role') throw misuse('Say operators role NAME --role ROLE.')
    const asked = values.role ?? USUAL_ROLE
    const role = OperatorRole.enum.find((known) => known === asked)
    if (!role) throw misuse(`--role is ${ROLES.join(' or ')}, not "${asked}".`)
    if (values.link && verb !== 'reset') throw misuse('--link goes with reset.')
    if (values.sites !== undefined && !['add', 'invite', 'role'].includes(verb))
      throw misuse('--sites goes with add, invite and role.')
    if (values['all-sites'] && (verb !== 'role' || values.sites !== undefined))
      throw misuse('--all-sites goes with role, without --sites.')
    const saidSites = values.sites === undefined ? undefined : sitePaths(values.sites)
    const sites = values['all-sites'] || role === 'admin' ? null : saidSites
    if (values.sites !== undefined && role === 'admin')
      throw misuse('An admin is for all sites: leave out --sites.')
    const limit = countOf(values.limit, '--limit')
    const settings = await settingsOf(world)
    const { operatorsOrigin } = await import('../../../server/origins/side.ts')
    const url = operatorsOrigin(settings) ?? settings.publicUrl ?? `http://localhost:${settings.port}`
    const withOwnStore = verb === 'add' || verb === 'invite' ? withStore : withKeptStore
    return withOwnStore(world, async (store) => {
      await store.foldNames()
      const known = needsName ? await store.operator(name ?? '') : null
      const made = await act(store, {
        name: known?.name ?? name ?? '',
        role,
        sites,
        byLink: values.link ?? false,
        url,
        world,
      })
      const data = {
        operators: await store.operators(),
        invitations: await store.invitations(world.now()),
        logins: verb === 'logins' ? await store.loginSessions(world.now()) : [],
        password: null,
        link: null,
        ...made,
        audit: verb === 'audit' ? await store.auditLog(limit) : [],
      }
      return { exit: 0, data, words: words(data, { verb, name: name ?? '' }) }
    })
  },
})

interface Asked {
  name: string
  role: OperatorRole
  /** Undefined if not given. */
  sites: Sites | undefined
  byLink: boolean
  /** Address at which operators reach the server. */
  url: string
  world: World
}

type Made = Partial<Pick<OperatorsAnswer, 'password' | 'link'>>

/** Each resolves to the password or link that it made. */
const VERBS: Record<string, (store: Store, asked: Asked) => Promise<Made>> = {
  list: async () => ({}),

  async add(store, asked) {
    const known = await store.operator(asked.name)
    if (known && known.revoked_at === null) throw knownOperator(asked.name)
    return give(store, asked, 'add')
  },

  async invite(store, asked) {
    return linkFor(store, asked, { role: asked.role, sites: asked.sites ?? null })
  },

  async withdraw(store, { name, world }) {
    if (!(await store.withdrawInvitation(name)))
      throw refusal('unknown_invitation', `No link waits for ${name}.`)
    await note(store, { act: 'withdraw_invitation', about: name }, world)
    return {}
  },

  async role(store, { name, role, sites: said, world }) {
    const { accessWords } = await import('../../../server/people/accessWords.ts')
    // A new role alone doesn't widen the sites.
    const sites = said === undefined ? ((await store.operator(name))?.sites ?? null) : said
    checkRemoval(await store.changeRole(name, role, sites), name)
    await note(store, { act: 'change_role', about: `${name} to ${accessWords(role, sites)}` }, world)
    return {}
  },

  async reset(store, asked) {
    if (asked.byLink) return linkFor(store, asked, { role: null, sites: null })
    const known = await store.operator(asked.name)
    if (!known) throw unknownOperator(asked.name)
    return give(store, { ...asked, role: known.role, sites: known.sites }, 'reset')
  },

  async 'reset-code'(store, { name, world }) {
    if (!(await store.dropSecondFactor(name, '')))
      throw refusal('unknown_second_factor', `The login of ${name} asks for no code.`)
    await note(store, { act: 'reset_code', about: name }, world)
    return {}
  },

  async revoke(store, { name, world }) {
    checkRemoval(await store.revokeOperator(name, world.now()), name)
    await note(store, { act: 'revoke', about: name }, world)
    return {}
  },

  logins: async () => ({}),

  async end(store, { name: id, world }) {
    const login = (await store.loginSessions(world.now())).find((one) => one.id === id)
    if (!login || !(await store.dropLoginSession(id)))
      throw refusal('unknown_login', 'There is no login of this id: leadloom operators logins lists them.')
    await note(store, { act: 'end_login', about: login.operator }, world)
    return {}
  },

  audit: async () => ({}),
}

const WITHOUT_NAME: ReadonlySet<string> = new Set(['list', 'logins', 'audit'])

async function linkFor(
  store: Store,
  { name, url, world }: Asked,
  { role, sites }: { role: OperatorRole | null; sites: Sites },
): Promise<Made> {
  const { makeInvitation } = await import('../../../server/people/inviting.ts')
  const made = await makeInvitation(
    { store, now: world.now, random: randomBytes },
    { name, role, sites, by: null, url },
  )
  if (!made) throw role === null ? unknownOperator(name) : knownOperator(name)
  return { link: made.link }
}

function knownOperator(name: string): Error {
  return refusal('known_operator', `There is an operator ${name} already: reset gives a new password.`)
}

function unknownOperator(name: string): Error {
  return refusal('unknown_operator', `There is no operator ${name} who may log in.`)
}

function checkRemoval(removal: Removal, name: string): void {
  if (removal === 'unknown') throw unknownOperator(name)
  if (removal === 'last_admin')
    throw refusal('last_admin', `${name} is the only admin: make another one first.`)
}

async function give(
  store: Store,
  { name, role, sites = null, world }: Asked,
  act: 'add' | 'reset',
): Promise<Made> {
  const [{ newPassword }, { hashPassword }] = await Promise.all([
    import('../../../server/operators/operators.ts'),
    import('../../../server/operators/passwords.ts'),
  ])
  const password = newPassword(randomBytes)
  const password_hash = await hashPassword(password, randomBytes)
  await store.saveOperator({ name, role, sites, password_hash, since: world.now() })
  await note(store, { act, about: name }, world)
  return { password }
}

function note(store: Store, entry: Pick<AuditEntry, 'act' | 'about'>, world: World): Promise<void> {
  return store.audit({ ...entry, at: world.now(), operator: 'console' })
}

function words(
  { operators, invitations, logins, password, link, audit }: OperatorsAnswer,
  { verb, name }: { verb: string; name: string },
): string[] {
  if (verb === 'audit')
    return audit.map(({ at, operator, act, about }) =>
      `${dateOf(at)}  ${operator}  ${act}  ${about}`.trimEnd(),
    )
  if (verb === 'logins')
    return logins.map(({ id, operator, since, seen_at, network, browser }) =>
      [id, operator, `since ${dateOf(since)}`, seen_at && `seen ${dateOf(seen_at)}`, network, browser]
        .filter(Boolean)
        .join('  '),
    )
  if (password !== null)
    return [`Log in as ${name} with the password ${password}`, 'It is shown this once and not kept.']
  if (link !== null) return [link, `For ${name}: it works once, within 72 hours, and is shown this once.`]
  const done = DONE[verb]
  if (done) return [done(name)]
  if (operators.length + invitations.length === 0)
    return [
      'There are no operators yet. Next: leadloom operators add NAME, or leadloom serve, which makes one.',
    ]
  return [
    ...operators.map(({ name, role, sites, since, revoked_at, second_factor_at }) =>
      [
        `${name}  ${role}  ${sitesText(sites)}  since ${dateOf(since)}`,
        second_factor_at !== null && `codes since ${dateOf(second_factor_at)}`,
        revoked_at !== null && `revoked ${dateOf(revoked_at)}`,
      ]
        .filter(Boolean)
        .join('  '),
    ),
    ...invitations.map(
      ({ name, role, sites, expires_at }) =>
        `${name}  ${role === null ? 'new password' : `invited as ${role}  ${sitesText(sites)}`}  until ${dateOf(expires_at)}`,
    ),
  ]
}

function sitesText(sites: Sites): string {
  return sites === null ? 'all sites' : sites.map((path) => `/${path}`).join(' ')
}

const DONE: Record<string, (name: string) => string> = {
  withdraw: (name) => `The link for ${name} has ended.`,
  role: (name) => `${name} has another role and is logged out.`,
  'reset-code': (name) => `The login of ${name} asks for no code any more; they are logged out.`,
  revoke: (name) => `${name} can no longer log in.`,
  end: () => 'The login has ended.',
}

function dateOf(at: number): string {
  return new Date(at).toISOString()
}
