import { randomBytes } from 'node:crypto'
import type { OperatorsAnswer } from '../../../../schemas/commands/operating.ts'
import { OperatorRole, type AuditChange, type AuditEntry } from '../../../../schemas/people/operator.ts'
import { USUAL_ROLE } from '../../../../schemas/people/roles.ts'
import type { Removal } from '../../../../schemas/people/people.ts'
import type { Sites } from '../../../../schemas/people/sites.ts'
import type { Store } from '../../../store/store.ts'
import { command, countOf, type CommandContext } from '../../kernel/command.ts'
import { misuse, refusal } from '../../kernel/failure.ts'
import { sitePaths } from '../../kernel/sitePath.ts'
import { settingsOf, withKeptStore, withStore } from '../../kernel/withStore.ts'

const ROLES: readonly string[] = OperatorRole.enum

export const operators = command('operators', {
  summary: 'List operators, and add, invite, change, or revoke accounts',
  usage:
    '[add NAME | invite NAME | withdraw NAME | role NAME | reset NAME | reset-code NAME | revoke NAME | logins | end ID | audit]',
  about:
    "add and reset print a new password. invite and reset --link print a link where the operator chooses one. Both are shown once and not saved.\nA new role, a new password or revoking logs the operator out. withdraw cancels an invitation. reset-code turns off two-factor authentication for someone who lost their phone. logins lists sessions, and end ends one. You can't remove the last admin.",
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
      about: `${ROLES.join(', ')}. Default for new accounts: ${USUAL_ROLE}.`,
    },
    sites: {
      type: 'string',
      value: 'PATHS',
      about:
        'With add, invite, role: the sites the account can access, like claims,solar. Default: all sites; with role, no change.',
    },
    'all-sites': { type: 'boolean', about: 'With the verb role, give the account access to all sites.' },
    link: { type: 'boolean', about: 'With reset: print a link for choosing a new password.' },
    limit: {
      type: 'string',
      value: 'N',
      about: 'With audit: how many entries to list, newest first.',
      default: '50',
    },
  },
  environment: [
    ['DATA_DIR', 'The folder of the embedded database.'],
    ['PUBLIC_URL', 'The address of the server, for links.'],
  ],
  async run({ values, positionals }, ctx) {
    const [verb = 'list', name, ...rest] = positionals
    const act = Object.hasOwn(VERBS, verb) ? VERBS[verb] : undefined
    if (!act)
      throw misuse(
        `Unknown verb "operators ${verb}". Use ${Object.keys(VERBS).slice(1).join(', ')}, or none to list.`,
      )
    const needsName = !WITHOUT_NAME.has(verb)
    if (rest.length > 0 || needsName !== (name !== undefined))
      throw misuse(needsName ? `Use operators ${verb} NAME.` : `operators ${verb} doesn't take a name.`)
    if (values.role === undefined && verb === 'role') throw misuse('Use operators role NAME --role ROLE.')
    const asked = values.role ?? USUAL_ROLE
    const role = OperatorRole.enum.find((known) => known === asked)
    if (!role) throw misuse(`--role must be ${ROLES.join(' or ')}, not "${asked}".`)
    if (values.link && verb !== 'reset') throw misuse('--link only works with reset.')
    if (values.sites !== undefined && !['add', 'invite', 'role'].includes(verb))
      throw misuse('--sites only works with add, invite, and role.')
    if (values['all-sites'] && (verb !== 'role' || values.sites !== undefined))
      throw misuse('--all-sites only works with role, without --sites.')
    const saidSites = values.sites === undefined ? undefined : sitePaths(values.sites)
    const sites = values['all-sites'] || role === 'admin' ? null : saidSites
    if (values.sites !== undefined && role === 'admin')
      throw misuse('Admins have access to all sites. Remove --sites.')
    const limit = countOf(values.limit, '--limit')
    const settings = await settingsOf(ctx)
    const { operatorsOrigin } = await import('../../../server/origins/side.ts')
    const url = operatorsOrigin(settings) ?? settings.publicUrl ?? `http://localhost:${settings.port}`
    const withOwnStore = verb === 'add' || verb === 'invite' ? withStore : withKeptStore
    return withOwnStore(ctx, async (store) => {
      await store.foldNames()
      const known = needsName ? await store.operator(name ?? '') : null
      const made = await act(store, {
        name: known?.name ?? name ?? '',
        role,
        sites,
        byLink: values.link ?? false,
        url,
        ctx,
      })
      const data = {
        operators: await store.operators(),
        invitations: await store.invitations(ctx.now()),
        logins: verb === 'logins' ? await store.loginSessions(ctx.now()) : [],
        password: null,
        link: null,
        ...made,
        audit: verb === 'audit' ? await store.auditLog(limit) : [],
      }
      return { exit: 0, data, words: words(data, { verb, name: name ?? '' }) }
    })
  },
})

interface OperatorRequest {
  name: string
  role: OperatorRole
  /** Undefined if not given. */
  sites: Sites | undefined
  byLink: boolean
  /** Address at which operators reach the server. */
  url: string
  ctx: CommandContext
}

type Made = Partial<Pick<OperatorsAnswer, 'password' | 'link'>>

/** Verbs. Each resolves to the password or link that it created. */
const VERBS: Record<string, (store: Store, asked: OperatorRequest) => Promise<Made>> = {
  list: async () => ({}),

  async add(store, asked) {
    const known = await store.operator(asked.name)
    if (known && known.revoked_at === null) throw knownOperator(asked.name)
    return give(store, asked, 'add')
  },

  async invite(store, asked) {
    return linkFor(store, asked, { role: asked.role, sites: asked.sites ?? null })
  },

  async withdraw(store, { name, ctx }) {
    if (!(await store.withdrawInvitation(name)))
      throw refusal('unknown_invitation', `No pending invitation for ${name}.`)
    await note(store, { act: 'withdraw_invitation', about: name }, ctx)
    return {}
  },

  async role(store, { name, role, sites: said, ctx }) {
    const { accessWords, changedAccess } = await import('../../../server/people/accessWords.ts')
    // A new role alone doesn't widen the sites.
    const before = await store.operator(name)
    const sites = said === undefined ? (before?.sites ?? null) : said
    checkRemoval(await store.changeRole(name, role, sites), name)
    const changes = changedAccess(before, { role, sites })
    await note(store, { act: 'change_role', about: `${name} to ${accessWords(role, sites)}`, changes }, ctx)
    return {}
  },

  async reset(store, asked) {
    if (asked.byLink) return linkFor(store, asked, { role: null, sites: null })
    const known = await store.operator(asked.name)
    if (!known) throw unknownOperator(asked.name)
    return give(store, { ...asked, role: known.role, sites: known.sites }, 'reset')
  },

  async 'reset-code'(store, { name, ctx }) {
    if (!(await store.dropSecondFactor(name, '')))
      throw refusal('unknown_second_factor', `${name} doesn't use two-factor authentication.`)
    const { changedFactor } = await import('../../../server/people/accessWords.ts')
    await note(store, { act: 'reset_code', about: name, changes: changedFactor(false) }, ctx)
    return {}
  },

  async revoke(store, { name, ctx }) {
    const { changedAccess } = await import('../../../server/people/accessWords.ts')
    const before = await store.operator(name)
    checkRemoval(await store.revokeOperator(name, ctx.now()), name)
    await note(store, { act: 'revoke', about: name, changes: changedAccess(before, null) }, ctx)
    return {}
  },

  logins: async () => ({}),

  async end(store, { name: id, ctx }) {
    const login = (await store.loginSessions(ctx.now())).find((one) => one.id === id)
    if (!login || !(await store.dropLoginSession(id)))
      throw refusal('unknown_login', 'No session with this ID. To list sessions: leadloom operators logins')
    await note(store, { act: 'end_login', about: login.operator }, ctx)
    return {}
  },

  audit: async () => ({}),
}

const WITHOUT_NAME: ReadonlySet<string> = new Set(['list', 'logins', 'audit'])

async function linkFor(
  store: Store,
  { name, url, ctx }: OperatorRequest,
  { role, sites }: { role: OperatorRole | null; sites: Sites },
): Promise<Made> {
  const { makeInvitation } = await import('../../../server/people/inviting.ts')
  const made = await makeInvitation(
    { store, now: ctx.now, random: randomBytes },
    { name, role, sites, by: null, url },
  )
  if (!made) throw role === null ? unknownOperator(name) : knownOperator(name)
  return { link: made.link }
}

function knownOperator(name: string): Error {
  return refusal(
    'known_operator',
    `An operator named ${name} already exists. For a new password: leadloom operators reset ${name}`,
  )
}

function unknownOperator(name: string): Error {
  return refusal('unknown_operator', `No active operator named ${name}.`)
}

function checkRemoval(removal: Removal, name: string): void {
  if (removal === 'unknown') throw unknownOperator(name)
  if (removal === 'last_admin')
    throw refusal('last_admin', `${name} is the only admin. Make someone else an admin first.`)
}

async function give(
  store: Store,
  { name, role, sites = null, ctx }: OperatorRequest,
  act: 'add' | 'reset',
): Promise<Made> {
  const [{ newPassword }, { hashPassword }] = await Promise.all([
    import('../../../server/operators/operators.ts'),
    import('../../../server/operators/passwords.ts'),
  ])
  const password = newPassword(randomBytes)
  const password_hash = await hashPassword(password, randomBytes)
  const [{ changedAccess }, { changedSecret }] = await Promise.all([
    import('../../../server/people/accessWords.ts'),
    import('../../../server/kernel/changedFields.ts'),
  ])
  const before = await store.operator(name)
  await store.saveOperator({ name, role, sites, password_hash, since: ctx.now() })
  const access = changedAccess(before?.revoked_at === null ? before : null, { role, sites })
  await note(store, { act, about: name, changes: [...access, changedSecret('password')] }, ctx)
  return { password }
}

function note(
  store: Store,
  { changes, ...entry }: Pick<AuditEntry, 'act' | 'about'> & { changes?: AuditChange[] },
  ctx: CommandContext,
): Promise<void> {
  return store.audit({ ...entry, at: ctx.now(), operator: 'console' }, changes)
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
    return [`Log in as ${name} with the password ${password}`, "It won't be shown again."]
  if (link !== null)
    return [link, `Send this link to ${name}. It works once, within 72 hours, and won't be shown again.`]
  const done = DONE[verb]
  if (done) return [done(name)]
  if (operators.length + invitations.length === 0)
    return ['No operators yet. Next: leadloom operators add NAME, or leadloom serve, which creates one.']
  return [
    ...operators.map(({ name, role, sites, since, revoked_at, second_factor_at }) =>
      [
        `${name}  ${role}  ${sitesText(sites)}  since ${dateOf(since)}`,
        second_factor_at !== null && `two-factor since ${dateOf(second_factor_at)}`,
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
  withdraw: (name) => `Canceled the invitation for ${name}.`,
  role: (name) => `Changed the role of ${name}, who was logged out.`,
  'reset-code': (name) => `Turned off two-factor authentication for ${name}, who was logged out.`,
  revoke: (name) => `${name} can no longer log in.`,
  end: () => 'Ended the session.',
}

function dateOf(at: number): string {
  return new Date(at).toISOString()
}
