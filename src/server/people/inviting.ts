import type { OperatorRole } from '../../../schemas/operator.ts'
import type { Invitation } from '../../../schemas/people/people.ts'
import type { Context } from '../context.ts'
import { tokenHash } from '../visitors/token.ts'

/** Makes a link with which somebody chooses the password of an account; the token in it is kept as a hash. It stands behind the #,
 *  which no browser sends: it comes into no log. Null where there is an account of this name already, or with `role` null none.
 *  `url`: the address at which operators reach the server. */
export async function makeInvitation(
  { store, now, random }: Pick<Context, 'store' | 'now' | 'random'>,
  { name, role, by, url }: { name: string; role: OperatorRole | null; by: string | null; url: string },
): Promise<{ invitation: Invitation; link: string } | null> {
  const token = random(TOKEN_BYTES).toString('base64url')
  const made_at = now()
  const invitation = { name, role, made_by: by, made_at, expires_at: made_at + HOLDS_MS }
  if (!(await store.invite(tokenHash(token), invitation))) return null
  const act = role === null ? 'invite_reset' : 'invite'
  const about = role === null ? name : `${name} as ${role}`
  await store.audit({ at: made_at, operator: by ?? 'console', act, about })
  return { invitation, link: `${url}/desk/invitation#${token}` }
}

const TOKEN_BYTES = 32
/** A weekend lies in it. */
const HOLDS_MS = 72 * 3_600_000
