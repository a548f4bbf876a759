import type { FastifyRequest } from 'fastify'
import type { Operator } from '../../../schemas/people/operator.ts'
import type { Context } from '../context.ts'
import { isFactorRequired } from './factorRequired.ts'
import { networkOf } from '../limits/callerNetwork.ts'
import { loginCookie } from './loginSessions.ts'
import { browserWords } from '../people/browserWords.ts'

interface NewLogin extends Operator {
  /** Whether they showed a second factor. */
  secondFactor: boolean
  /** Whether the account may still log in this way, asked once the session is kept. */
  isStill: () => Promise<boolean>
}

/** Opens the session of an operator who has shown who they are, however they did, under a new id.
 *  False, and nothing is open, when the account changed meanwhile: whatever ended its logins didn't find this one. */
export async function openLogin(
  { store, settings, now }: Pick<Context, 'store' | 'settings' | 'now'>,
  request: FastifyRequest,
  { name, role, sites, secondFactor, isStill }: NewLogin,
): Promise<boolean> {
  const isTold = !secondFactor && isFactorRequired(settings, role)
  const factorFrom = isTold ? await store.beginFactorGrace(name, now()) : null
  await request.session.regenerate()
  const { session } = request
  session.options({ secure: loginCookie(settings).secure || request.protocol === 'https' })
  session.operator = name
  session.role = role
  session.sites = sites
  session.secondFactor = secondFactor
  if (factorFrom !== null) session.factorFrom = factorFrom
  session.since = now()
  session.network = networkOf(request.ip)
  session.browser = browserWords(request.headers['user-agent'] ?? '')
  await session.save()
  if (!(await isStill())) {
    await session.destroy()
    return false
  }
  store.prepareReports()
  return true
}
