import type { FastifyRequest } from 'fastify'
import type { LoginSession } from '../../../schemas/people/people.ts'
import { REFUSALS } from '../kernel/callRefusals.ts'
import type { Random } from '../kernel/ports.ts'
import type { Handlers } from '../calls.ts'
import { changedSecret } from '../kernel/changedFields.ts'
import { refusal } from '../kernel/problem.ts'
import { isSafe } from '../operators/loginRoutes.ts'
import { isIdle, loginKey, type LoginDeps } from '../operators/loginSessions.ts'
import { hashPassword } from '../operators/passwords.ts'
import { digestOf } from '../kernel/digests.ts'
import { guessedFirst, passwordFault } from '../operators/passwordRule.ts'
import { checkPresent } from './presentPassword.ts'

/** Routes for operators' own accounts, and for people who were sent an invitation link. */
export function account(ctx: LoginDeps & { random: Random }) {
  const { store, now, random } = ctx

  const invitationOf = async (token: string) => {
    const found = await store.invitation(digestOf(token), now())
    if (!found) throw refusal(404, REFUSALS.linkEnded)
    return found
  }
  const checkNew = async (password: string, name: string) => {
    const fault = await passwordFault(password, { name, words: await guessedFirst(ctx) })
    if (fault !== null) throw refusal(422, fault, { field: 'password' })
  }

  return {
    'GET /api/reports/account/logins': async ({ request }) => ({
      data: await loginsOf(ctx, request, request.session.operator ?? ''),
    }),

    'POST /api/reports/account/logins/end': async ({ body: { id }, request }) => {
      const operator = request.session.operator ?? ''
      const isOwn = (await store.loginSessions(now())).some(
        (login) => login.id === id && login.operator === operator,
      )
      if (!isOwn || !(await store.dropLoginSession(id))) throw refusal(404, REFUSALS.noLogin, { field: 'id' })
      await store.audit({ at: now(), operator, act: 'end_login', about: '' })
    },

    'POST /api/reports/account/password': async ({ body: { present, password }, request }) => {
      const name = request.session.operator ?? ''
      await checkNew(password, name)
      await checkPresent(ctx, request, present)
      const password_hash = await hashPassword(password, random)
      const kept = loginKey(request.session.sessionId)
      if (!(await store.changePassword(name, { password_hash, at: now(), kept })))
        throw refusal(404, REFUSALS.noAccount(name))
      const entry = { at: now(), operator: name, act: 'change_password', about: '' } as const
      await store.audit(entry, [changedSecret('password')])
    },

    'POST /api/reports/invitation': ({ body: { token } }) => invitationOf(token),

    'POST /api/reports/invitation/accept': async ({ body: { token, password }, request }) => {
      if (!isSafe(request)) throw refusal(403, REFUSALS.loginUnsafe)
      await checkNew(password, (await invitationOf(token)).name)
      const password_hash = await hashPassword(password, random)
      const made = await store.acceptInvitation(digestOf(token), { password_hash, at: now() })
      if (!made) throw refusal(404, REFUSALS.linkEnded)
      await store.audit({ at: now(), operator: made.name, act: 'accept_invitation', about: '' })
      return made
    },
  } satisfies Partial<Handlers>
}

/** Active logins of `operator`, or with null of everyone, most recently seen first. */
export async function loginsOf(
  { store, now, settings }: LoginDeps,
  { session }: FastifyRequest,
  operator: string | null,
): Promise<LoginSession[]> {
  const own = loginKey(session.sessionId)
  const logins = await store.loginSessions(now())
  return logins
    .filter((login) => operator === null || login.operator === operator)
    .filter((login) => !isIdle(login, { now: now(), settings }))
    .map((login) => ({ ...login, is_this: login.id === own }))
    .sort((a, b) => (b.seen_at ?? b.since) - (a.seen_at ?? a.since))
}
