import type { FastifyRequest } from 'fastify'
import type { Operator } from '../../../schemas/people/operator.ts'
import { isFactorRequired } from './factorRequired.ts'
import { networkOf } from '../limits/callerNetwork.ts'
import { loginCookie, type LoginDeps } from './loginSessions.ts'
import { browserWords } from './browserWords.ts'

interface NewLogin extends Operator {
  /** True if the operator used two-factor authentication. */
  secondFactor: boolean
  /** Checks that the account may still log in this way; called after the session is saved. */
  isStill: () => Promise<boolean>
}

/** Opens a session, under a new ID, for an operator who has confirmed their identity in any way. Returns false and opens nothing if the
 *  account changed in the meantime, since that change couldn't end this login. */
export async function openLogin(
  { store, settings, now }: LoginDeps,
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
