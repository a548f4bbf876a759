import type { World } from './context.ts'
import { hashPassword } from './passwords.ts'

/** The first operator, made when there is none; null when there is one. A password that is not set is a random one:
 *  what this returns is the only place where it can be read. */
export async function firstOperator({
  store,
  settings,
  random,
}: World): Promise<{ name: string; password: string } | null> {
  if ((await store.operatorCount()) > 0) return null
  const name = settings.operatorName
  const password = settings.operatorPassword ?? random(PASSWORD_BYTES).toString('base64url')
  await store.saveOperator({ name, password_hash: await hashPassword(password, random) })
  return { name, password }
}

const PASSWORD_BYTES = 15
