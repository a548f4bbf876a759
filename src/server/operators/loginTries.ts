import { networkOf } from '../http/callerNetwork.ts'
import { hash } from 'node:crypto'
import type { Context } from '../context.ts'
import { LOGIN_FAILURES } from '../http/limits.ts'
import { refusal } from '../http/problem.ts'
import { REFUSALS } from '../../texts/callRefusals.ts'

/** The tries of a name from an address. They are counted in the store, so a restart forgives nothing. */
export function loginTries({ store, settings, now }: Context, name: string, ip: string) {
  const { windowMs } = LOGIN_FAILURES
  const network = networkOf(ip)
  const bounds = [
    { key: hash('sha256', `${network} ${name}`), most: LOGIN_FAILURES.nameAndNetwork },
    { key: hash('sha256', network), most: LOGIN_FAILURES.network },
  ]
  return {
    /** Whose tries are made one after another, or many at once would all be allowed. */
    network,
    /** Throws 429 when there were too many. */
    async allow(): Promise<void> {
      if (settings.rateLimit === 0) return
      for (const { key, most } of bounds) {
        const failures = await store.loginFailures(key, now(), windowMs)
        if (!failures || failures.count < Math.ceil(most * settings.rateLimit)) continue
        const retryAfterS = Math.ceil((failures.since + windowMs - now()) / 1000)
        throw refusal(429, REFUSALS.tooManyTries(Math.ceil(retryAfterS / 60)), { retryAfterS })
      }
    },
    /** `known`: whether there is an account of this name. That is noted in the same commit, which takes no longer. */
    async fail(known: boolean): Promise<void> {
      const at = now()
      const keys = bounds.map(({ key }) => key)
      await Promise.all([
        store.failLogin(keys, at, windowMs),
        known && store.audit({ at, operator: name, act: 'login_refused', about: '' }),
      ])
    },
  }
}
