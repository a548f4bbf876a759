import { hash } from 'node:crypto'
import type { Operator } from '../../../schemas/people/operator.ts'
import type { Sites } from '../../../schemas/people/sites.ts'
import type { ClaimRole } from '../settings/settingParsers.ts'

/** A provider's claims about a person. */
export type Claims = Readonly<Record<string, unknown>> & { sub: string }

/** The role and sites that a claim grants: the role of the first matching entry in `roles`, with the sites of all matching entries for
 *  the same role. Null if none matches. */
export function claimedAccess(
  claim: unknown,
  roles: readonly ClaimRole[],
): Pick<Operator, 'role' | 'sites'> | null {
  const claimed = Array.isArray(claim) ? claim : [claim]
  const given = roles.filter(({ value }) => claimed.includes(value))
  const [first] = given
  if (!first) return null
  const { role } = first
  const same = given.filter((other) => other.role === role)
  const sites: Sites = same.some((other) => other.sites === null)
    ? null
    : [...new Set(same.flatMap((other) => other.sites ?? []))]
  return { role, sites }
}

/** Account name for a person's first login: the first claim that is a valid account name, or one made from `sub`. */
export function claimedName({ preferred_username, email, sub }: Claims): string {
  const fitting = [preferred_username, email, sub].find(
    (name): name is string => typeof name === 'string' && NAME.test(name),
  )
  return fitting ?? `user-${hash('sha256', sub).slice(0, 12)}`
}

/** Source: schemas/people/people.ts. */
const NAME = /^[\w.@-]{1,60}$/
