import { hash } from 'node:crypto'
import type { Operator } from '../../../schemas/people/operator.ts'
import type { Sites } from '../../../schemas/people/sites.ts'
import type { ClaimRole } from '../settings/settingTexts.ts'

/** What a provider says of somebody, by claim. */
export type Claims = Readonly<Record<string, unknown>> & { sub: string }

/** The role and sites that a claim gives: those of the first of `roles` that it names, with the sites of all that give the same role;
 *  null when it names none. */
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

/** The name of the account that somebody's first login makes: one of their own that accounts can have. */
export function claimedName({ preferred_username, email, sub }: Claims): string {
  const fitting = [preferred_username, email, sub].find(
    (name): name is string => typeof name === 'string' && NAME.test(name),
  )
  return fitting ?? `user-${hash('sha256', sub).slice(0, 12)}`
}

/** Source: schemas/people/people.ts. */
const NAME = /^[\w.@-]{1,60}$/
