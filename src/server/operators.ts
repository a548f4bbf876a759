import type { World } from './context.ts'
import { hashPassword } from './passwords.ts'

/** The first operator, made when there is none; null when there is one. A password that is not set is a random one:
 *  what this returns is the only place where it can be read. */
export async function firstOperator({
  store,
  settings,
  random,
  now,
}: World): Promise<{ name: string; password: string } | null> {
  if ((await store.operatorCount()) > 0) return null
  const name = settings.operatorName
  const password = settings.operatorPassword ?? newPassword(random)
  const password_hash = await hashPassword(password, random)
  await store.saveOperator({ name, role: 'admin', password_hash, since: now() })
  return { name, password }
}

/** A password that nobody has to think up: 120 random bits. */
export function newPassword(random: (bytes: number) => Buffer): string {
  return random(PASSWORD_BYTES).toString('base64url')
}

const PASSWORD_BYTES = 15
