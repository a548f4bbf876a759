import type { World } from '../context.ts'
import { guessedFirst, passwordFault } from '../people/passwordRule.ts'
import { hashPassword } from './passwords.ts'

/** The login of an operator who was made just now. */
export interface Login {
  name: string
  /** A random one, to be read here and nowhere else; null when it is that of the settings. */
  password: string | null
}

/** The first operator, made when there is none; null when there is one. Throws a sentence where the password of the settings is easy
 *  to guess. */
export async function firstOperator(world: World): Promise<Login | null> {
  const { store, settings, random, now } = world
  if ((await store.operatorCount()) > 0) return null
  const { operatorName: name, operatorPassword: set } = settings
  const fault = set === null ? null : await passwordFault(set, { name, words: await guessedFirst(world) })
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

/** A password that nobody has to think up: 120 random bits. */
export function newPassword(random: (bytes: number) => Buffer): string {
  return random(PASSWORD_BYTES).toString('base64url')
}

const PASSWORD_BYTES = 15
