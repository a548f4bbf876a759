import { networkOf } from '../limits/callerNetwork.ts'
import { hash } from 'node:crypto'
import type { Context } from '../context.ts'
import { CODE_FAILURES, LOGIN_FAILURES } from '../limits/limits.ts'
import { refusal } from '../http/problem.ts'
import { REFUSALS } from '../../texts/callRefusals.ts'
import type { LoginBound } from '../../store/operators/operatorTypes.ts'

/** The tries of a name from an address. They are counted in the store, where many at once are one after another, and a restart
 *  forgives nothing. */
export function loginTries(ctx: Context, name: string, ip: string) {
  const network = networkOf(ip)
  const bounds = [
    { key: hash('sha256', `${network} ${name}`), most: LOGIN_FAILURES.nameAndNetwork },
    { key: hash('sha256', network), most: LOGIN_FAILURES.network },
  ]
  /** `network`: whose passwords are looked at one after another: that takes all of a core. */
  return { network, ...tries(ctx, { name, act: 'login_refused', bounds }) }
}

/** The codes that are tried for a name, from everywhere: who tries them knows the password already. */
export function codeTries(ctx: Context, name: string) {
  const bounds = [{ key: hash('sha256', `code ${name}`), most: CODE_FAILURES.name }]
  return tries(ctx, { name, act: 'code_refused', bounds })
}

function tries(
  { store, settings, now }: Context,
  { name, act, bounds }: { name: string; act: 'login_refused' | 'code_refused'; bounds: LoginBound[] },
) {
  const { windowMs } = LOGIN_FAILURES
  const allowed = bounds.map(({ key, most }) => ({ key, most: Math.ceil(most * settings.rateLimit) }))
  return {
    /** Counts it as one that fails. Throws 429 when there were too many. */
    async begin(): Promise<void> {
      if (settings.rateLimit === 0) return
      const since = await store.beginLogin(allowed, now(), windowMs)
      if (since === null) return
      const retryAfterS = Math.ceil((since + windowMs - now()) / 1000)
      throw refusal(429, REFUSALS.tooManyTries(Math.ceil(retryAfterS / 60)), { retryAfterS })
    },
    /** `known`: whether there is an account of this name. That is noted in the same commit, which takes no longer. */
    async end({ isRight, known }: { isRight: boolean; known: boolean }): Promise<void> {
      const keys = bounds.map(({ key }) => key)
      await Promise.all([
        store.endLogin(keys, isRight),
        known && !isRight && store.audit({ at: now(), operator: name, act, about: '' }),
      ])
    },
  }
}
