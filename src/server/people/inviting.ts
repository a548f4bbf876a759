import type { OperatorRole } from '../../../schemas/people/operator.ts'
import type { Invitation } from '../../../schemas/people/people.ts'
import type { Sites } from '../../../schemas/people/sites.ts'
import type { Context } from '../context.ts'
import { tokenHash } from '../visitors/token.ts'
import { accessWords } from './accessWords.ts'

/** Who is to have an account. `role` is null for a new password of one that there is. */
export interface Invited {
  name: string
  role: OperatorRole | null
  sites: Sites
}

/** Makes a link with which somebody chooses the password of an account; the token in it is kept as a hash. It stands behind the #,
 *  which no browser sends: it comes into no log. Null where there is an account of this name already, or with `role` null none.
 *  `url`: the address at which operators reach the server. */
export async function makeInvitation(
  { store, now, random }: Pick<Context, 'store' | 'now' | 'random'>,
  { name: typed, role, sites, by, url }: Invited & { by: string | null; url: string },
): Promise<{ invitation: Invitation; link: string } | null> {
  const name = (await store.operator(typed))?.name ?? typed
  const token = random(TOKEN_BYTES).toString('base64url')
  const made_at = now()
  const invitation = { name, role, sites, made_by: by, made_at, expires_at: made_at + HOLDS_MS }
  if (!(await store.invite(tokenHash(token), invitation))) return null
  const act = role === null ? 'invite_reset' : 'invite'
  const about = role === null ? name : `${name} as ${accessWords(role, sites)}`
  await store.audit({ at: made_at, operator: by ?? 'console', act, about })
  return { invitation, link: `${url}/desk/invitation#${token}` }
}

const TOKEN_BYTES = 32
/** A weekend lies in it. */
const HOLDS_MS = 72 * 3_600_000
