import type { Operator } from '../../../../schemas/people/operator.ts'
import type { Invitation } from '../../../../schemas/people/people.ts'
import { all, one, run, type Rule } from '../../kernel/statement.ts'
import { foldNames, operator, saveOperator } from './accounts.ts'
import { foldedName } from './foldedName.ts'
import { invitationSql } from './invitationSql.ts'
import { ofRecords } from '../../kernel/writeScopes.ts'

/** Links with which people choose the password of an account. */

/** Saves an invitation link by the SHA-256 of its token; an earlier link for the account ends. False if the account already exists or, for
 *  a new password, doesn't exist. */
function* invite(token_hash: string, invitation: Invitation): Rule<boolean> {
  const { name, role, sites, made_by, made_at, expires_at } = invitation
  yield* foldNames()
  if (!(yield* isFor(invitation))) return false
  for (const earlier of yield* invitations(0))
    if (foldedName(earlier.name) === foldedName(name)) yield* run(invitationSql.drop, earlier.name)
  yield* run(
    invitationSql.add,
    token_hash,
    name,
    role,
    sites && JSON.stringify(sites),
    made_by,
    made_at,
    expires_at,
  )
  return true
}

function* isFor({ name, role }: Invitation): Rule<boolean> {
  const account = yield* operator(name)
  const isUsed = account !== null && account.revoked_at === null
  return isUsed === (role === null)
}

/** False if there is none. */
function* withdrawInvitation(name: string): Rule<boolean> {
  return (yield* run(invitationSql.drop, name)) === 1
}

/** Null if there is none with this token, or it has expired. */
const invitation = (token_hash: string, now: number): Rule<Invitation | null> =>
  one(invitationSql.invitation, token_hash, now)

/** Invitations that haven't expired, by name. */
const invitations = (now: number): Rule<Invitation[]> => all(invitationSql.invitations, now)

/** Creates the account, or gives it this password, once. Null if the link was used, has expired, or no longer applies. */
function* acceptInvitation(
  token_hash: string,
  { password_hash, at }: { password_hash: string; at: number },
): Rule<Operator | null> {
  const found = yield* invitation(token_hash, at)
  if (!found || (yield* run(invitationSql.drop, found.name)) === 0 || !(yield* isFor(found))) return null
  const { name } = found
  const { role, sites } = found.role === null ? (yield* operator(name))! : { ...found, role: found.role }
  yield* saveOperator({ name, role, sites, password_hash, since: at })
  return { name, role, sites }
}

export const invitationNoun = {
  writes: ofRecords({ invite, withdrawInvitation, acceptInvitation }),
  reads: { invitation, invitations },
  sql: invitationSql,
}
