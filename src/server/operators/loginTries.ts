import { networkOf } from '../limits/callerNetwork.ts'
import { hash } from 'node:crypto'
import type { Context } from '../context.ts'
import { CODE_FAILURES, LOGIN_FAILURES, REFUSED_LOGINS } from '../limits/limits.ts'
import { refusal } from '../http/problem.ts'
import { REFUSALS } from '../../texts/callRefusals.ts'
import { foldedName } from '../../store/operators/foldedName.ts'
import type { LoginBound, RefusedLogin } from '../../store/operators/operatorTypes.ts'

/** The tries of a name from an address. They are counted in the store, where many at once are one after another, and a restart
 *  forgives nothing. */
export function loginTries(ctx: Context, name: string, ip: string) {
  const network = networkOf(ip)
  const bounds = [
    { key: hash('sha256', `${network} ${foldedName(name)}`), most: LOGIN_FAILURES.nameAndNetwork },
    { key: hash('sha256', network), most: LOGIN_FAILURES.network },
  ]
  /** `network`: whose passwords are looked at one after another: that takes all of a core. */
  return { network, ...tries(ctx, { network, act: 'login_refused', bounds }) }
}

/** The codes that are tried for an account, from everywhere: who tries them knows the password already. Recovery codes are counted
 *  apart, so that whoever uses up the tries of one kind leaves the owner the other. */
export function codeTries(
  ctx: Context,
  kind: 'app' | 'recovery',
  { name, ip }: { name: string; ip: string },
) {
  const bounds = [{ key: hash('sha256', `${KEYS[kind]} ${name}`), most: CODE_FAILURES[kind] }]
  return tries(ctx, { network: networkOf(ip), act: 'code_refused', bounds })
}

const KEYS = { app: 'code', recovery: 'recovery code' } as const

function tries(
  { store, settings, now }: Context,
  { network, act, bounds }: Pick<RefusedLogin, 'act'> & { network: string; bounds: LoginBound[] },
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
    /** `account`: its name; null where there is none of the name that was typed. A refusal is noted either way, in the same commit,
     *  which takes the same time. */
    async end({ isRight, account }: { isRight: boolean; account: string | null }): Promise<void> {
      const keys = bounds.map(({ key }) => key)
      const refused = { at: now(), operator: account ?? '', act, from: fromWords(account, network) }
      await Promise.all([
        store.endLogin(keys, isRight),
        !isRight && store.noteRefusedLogin(refused, { windowMs, most: REFUSED_LOGINS }),
      ])
    },
  }
}

function fromWords(account: string | null, network: string): string {
  return account === null ? `unknown name, from ${network}` : `from ${network}`
}
