import type { FastifyRequest } from 'fastify'
import type { AuditChange, AuditEntry, OperatorRole } from '../../../schemas/people/operator.ts'
import type { Removal } from '../../../schemas/people/people.ts'
import { ROLES } from '../../../schemas/people/roles.ts'
import type { Sites } from '../../../schemas/people/sites.ts'
import { REFUSALS } from '../kernel/callRefusals.ts'
import type { LoginDeps } from '../operators/loginSessions.ts'
import type { Random } from '../kernel/ports.ts'
import type { Handlers } from '../calls.ts'
import { operatorsOrigin } from '../origins/side.ts'
import { refusal } from '../kernel/problem.ts'
import { loginsOf } from './accountRoutes.ts'
import { mailInvitation } from './invitationMail.ts'
import { accessWords, changedAccess } from './accessWords.ts'
import { makeInvitation, type Invited } from './inviting.ts'

/** Routes for admins to manage all accounts. */
export function people(ctx: LoginDeps & { random: Random }) {
  const { store, settings, now } = ctx
  const note = (
    { session }: FastifyRequest,
    act: AuditEntry['act'],
    { about, changes = [] }: { about: string; changes?: readonly AuditChange[] },
  ) => store.audit({ at: now(), operator: session.operator ?? '', act, about }, changes)

  async function invite(
    request: FastifyRequest,
    { name, role, sites, email }: Invited & { email: string | null },
  ) {
    const { session, protocol, host } = request
    const url = operatorsOrigin(settings) ?? settings.publicUrl ?? `${protocol}://${host}`
    const made = await makeInvitation(ctx, { name, role, sites, by: session.operator ?? '', url })
    if (!made)
      throw role === null
        ? refusal(404, REFUSALS.noAccount(name), { field: 'name' })
        : refusal(409, REFUSALS.accountKnown(name), { field: 'name' })
    const { invitation, link } = made
    const failed = email === null ? undefined : await mailInvitation(settings, { invitation, link, email })
    return { invitation, link: failed === null ? null : link, mail_failed: failed ?? null }
  }

  const handlers = {
    'GET /api/reports/people': async () => ({
      accounts: await store.operators(),
      invitations: await store.invitations(now()),
    }),

    'POST /api/reports/people/invite': ({ body, request }) => {
      checkSites(body)
      return invite(request, body)
    },

    'POST /api/reports/people/reset': ({ body, request }) =>
      invite(request, { ...body, role: null, sites: null }),

    'POST /api/reports/people/withdraw': async ({ body: { name }, request }) => {
      if (!(await store.withdrawInvitation(name)))
        throw refusal(404, REFUSALS.noInvitation(name), { field: 'name' })
      await note(request, 'withdraw_invitation', { about: name })
    },

    'POST /api/reports/people/role': async ({ body, request }) => {
      checkSites(body)
      const { name, role, sites } = body
      const before = await store.operator(name)
      checkRemoval(await store.changeRole(name, role, sites), name)
      const about = `${name} to ${accessWords(role, sites)}`
      await note(request, 'change_role', { about, changes: changedAccess(before, { role, sites }) })
    },

    'POST /api/reports/people/revoke': async ({ body: { name }, request }) => {
      const before = await store.operator(name)
      checkRemoval(await store.revokeOperator(name, now()), name)
      await note(request, 'revoke', { about: name, changes: changedAccess(before, null) })
    },

    'GET /api/reports/people/logins': async ({ request }) => ({ data: await loginsOf(ctx, request, null) }),

    'POST /api/reports/people/logins/end': async ({ body: { id }, request }) => {
      const login = (await store.loginSessions(now())).find((one) => one.id === id)
      if (!login || !(await store.dropLoginSession(id))) throw refusal(404, REFUSALS.noLogin, { field: 'id' })
      await note(request, 'end_login', { about: login.operator })
    },

    'GET /api/reports/people/audit': ({ query }) => store.auditPage(query, AUDIT_ROWS),
  } satisfies Partial<Handlers>
  return handlers
}

const AUDIT_ROWS = 100

/** Refuses an admin with limited sites, because admins could give themselves any site. */
function checkSites({ role, sites }: { role: OperatorRole; sites: Sites }): void {
  if (ROLES[role].managesPeople && sites !== null) throw refusal(422, REFUSALS.adminOfAll, { field: 'sites' })
}

function checkRemoval(removal: Removal, name: string): void {
  if (removal === 'unknown') throw refusal(404, REFUSALS.noAccount(name), { field: 'name' })
  if (removal === 'last_admin') throw refusal(409, REFUSALS.lastAdmin(name), { field: 'name' })
}
