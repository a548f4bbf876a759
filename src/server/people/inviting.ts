import type { OperatorRole } from '../../../schemas/people/operator.ts'
import type { Invitation } from '../../../schemas/people/people.ts'
import type { Sites } from '../../../schemas/people/sites.ts'
import type { Random, StoreAndClock } from '../kernel/ports.ts'
import { digestOf } from '../kernel/digests.ts'
import { changedSecret } from '../kernel/changedFields.ts'
import { accessWords, changedAccess } from './accessWords.ts'

/** A person to invite. `role` is null for a new password of an existing account. */
export interface Invited {
  name: string
  role: OperatorRole | null
  sites: Sites
}

/** Makes a link for choosing an account's password; only a hash of its token is stored. The token comes after the #, which browsers
 *  don't send, so no log has it. Null if an account of this name already exists or, with `role` null, doesn't exist. `url`: operators'
 *  address of the server. */
export async function makeInvitation(
  { store, now, random }: StoreAndClock & { random: Random },
  { name: typed, role, sites, by, url }: Invited & { by: string | null; url: string },
): Promise<{ invitation: Invitation; link: string } | null> {
  const name = (await store.operator(typed))?.name ?? typed
  const token = random(TOKEN_BYTES).toString('base64url')
  const made_at = now()
  const invitation = { name, role, sites, made_by: by, made_at, expires_at: made_at + HOLDS_MS }
  if (!(await store.invite(digestOf(token), invitation))) return null
  const act = role === null ? 'invite_reset' : 'invite'
  const about = role === null ? name : `${name} as ${accessWords(role, sites)}`
  const changes = role === null ? [changedSecret('password link')] : changedAccess(null, { role, sites })
  await store.audit({ at: made_at, operator: by ?? 'console', act, about }, changes)
  return { invitation, link: `${url}/desk/invitation#${token}` }
}

const TOKEN_BYTES = 32
/** Long enough to include a weekend. */
const HOLDS_MS = 72 * 3_600_000
