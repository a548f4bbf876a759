import type { LoginDeps } from './loginSessions.ts'
import type { Random } from '../kernel/ports.ts'
import { guessedFirst, passwordFault } from './passwordRule.ts'
import { hashPassword } from './passwords.ts'

/** Login of an operator who was just created. */
export interface Login {
  name: string
  /** Random and shown only here; null if it is the one in the settings. */
  password: string | null
}

/** Creates the first operator; null if there already is one. Throws a sentence if the password in the settings is easy to guess. */
export async function firstOperator(deps: LoginDeps & { random: Random }): Promise<Login | null> {
  const { store, settings, random, now } = deps
  if ((await store.operatorCount()) > 0) return null
  const { operatorName: name, operatorPassword: set } = settings
  const fault = set === null ? null : await passwordFault(set, { name, words: await guessedFirst(deps) })
  if (fault !== null) throw new Error(`OPERATOR_PASSWORD: ${fault}`)
  const password = set ?? newPassword(random)
  const password_hash = await hashPassword(password, random)
  const isFirst = await store.saveFirstOperator({
    name,
    role: 'admin',
    sites: null,
    password_hash,
    since: now(),
  })
  return isFirst ? { name, password: set === null ? password : null } : null
}

/** A random password of 120 bits. */
export function newPassword(random: Random): string {
  return random(PASSWORD_BYTES).toString('base64url')
}

const PASSWORD_BYTES = 15
