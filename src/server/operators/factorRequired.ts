import { ROLES, USUAL_ROLE } from '../../../schemas/people/roles.ts'
import type { OperatorRole } from '../../../schemas/people/operator.ts'
import type { Settings } from '../settings/settings.ts'
import { DAY_MS } from '../../time/durations.ts'

type Rules = Pick<Settings, 'requireSecondFactor' | 'factorGraceDays'>

/** True if accounts of a role need two-factor authentication on this server. */
export function isFactorRequired({ requireSecondFactor }: Rules, role: OperatorRole = USUAL_ROLE): boolean {
  return (
    requireSecondFactor === 'true' || (requireSecondFactor === 'personal-data' && ROLES[role].seesPersons)
  )
}

/** Time from which a login without two-factor authentication may only turn it on; null for never. REQUIRE_SECOND_FACTOR=true allows no
 *  grace period. */
export function factorDueAt(
  rules: Rules,
  login: { role?: OperatorRole; secondFactor?: boolean; since?: number; factorFrom?: number },
): number | null {
  if (login.secondFactor || !isFactorRequired(rules, login.role)) return null
  if (rules.requireSecondFactor === 'true') return 0
  return (login.factorFrom ?? login.since ?? 0) + rules.factorGraceDays * DAY_MS
}
