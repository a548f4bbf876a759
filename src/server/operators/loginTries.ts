import { networkOf } from '../limits/callerNetwork.ts'
import { hash } from 'node:crypto'
import type { LoginDeps } from './loginSessions.ts'
import { CODE_FAILURES, LOGIN_FAILURES, REFUSED_LOGINS } from '../limits/limits.ts'
import { refusal } from '../kernel/problem.ts'
import { REFUSALS } from '../kernel/callRefusals.ts'
import { foldedName } from '../../store/nouns/operators/foldedName.ts'
import type { LoginBound, RefusedLogin } from '../../store/nouns/operators/operatorTypes.ts'

/** Login attempts of a name from an address. They are counted in the store, where simultaneous ones are processed in order, and a
 *  restart doesn't reset them. */
export function loginTries(ctx: LoginDeps, name: string, ip: string) {
  const network = networkOf(ip)
  const bounds = [
    { key: hash('sha256', `${network} ${foldedName(name)}`), most: LOGIN_FAILURES.nameAndNetwork },
    { key: hash('sha256', network), most: LOGIN_FAILURES.network },
  ]
  /** `network`: its passwords are checked one after another, because each takes all of a core. */
  return { network, ...tries(ctx, { network, act: 'login_refused', bounds }) }
}

/** Two-factor codes tried for an account, from everywhere; the person trying them already knows the password. Recovery codes are counted
 *  separately, so that using up one kind leaves the owner the other. */
export function codeTries(
  ctx: LoginDeps,
  kind: 'app' | 'recovery',
  { name, ip }: { name: string; ip: string },
) {
  const bounds = [{ key: hash('sha256', `${KEYS[kind]} ${name}`), most: CODE_FAILURES[kind] }]
  return tries(ctx, { network: networkOf(ip), act: 'code_refused', bounds })
}

const KEYS = { app: 'code', recovery: 'recovery code' } as const

function tries(
  { store, settings, now }: LoginDeps,
  { network, act, bounds }: Pick<RefusedLogin, 'act'> & { network: string; bounds: LoginBound[] },
) {
  const { windowMs } = LOGIN_FAILURES
  const allowed = bounds.map(({ key, most }) => ({ key, most: Math.ceil(most * settings.rateLimit) }))
  return {
    /** Counts the attempt as failed. Throws 429 if there were too many. */
    async begin(): Promise<void> {
      if (settings.rateLimit === 0) return
      const since = await store.beginLogin(allowed, now(), windowMs)
      if (since === null) return
      const retryAfterS = Math.ceil((since + windowMs - now()) / 1000)
      throw refusal(429, REFUSALS.tooManyTries(Math.ceil(retryAfterS / 60)), { retryAfterS })
    },
    /** `account`: its name; null if the typed name has no account. A refusal is recorded either way, in the same commit, which takes the
     *  same time. */
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
