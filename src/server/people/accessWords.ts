import type { AuditChange, OperatorRole } from '../../../schemas/people/operator.ts'
import type { Sites } from '../../../schemas/people/sites.ts'
import { changedFields } from '../kernel/changedFields.ts'

/** Permissions of an account, for the audit log and the console: manager, or manager for /claims, /solar. */
export function accessWords(role: OperatorRole, sites: Sites): string {
  return forSites(role, sites)
}

/** Adds the sites that something is limited to: sheets, or sheets for /claims, /solar. */
export function forSites(what: string, sites: Sites): string {
  return sites === null ? what : `${what} for ${sites.map((path) => `/${path}`).join(', ')}`
}

interface Access {
  role: OperatorRole
  sites: Sites
}

/** Changed access of an account, for the audit log; null for one without access. */
export function changedAccess(before: Access | null, after: Access | null): AuditChange[] {
  const fields = (access: Access | null) => access && { role: access.role, sites: access.sites ?? 'all' }
  return changedFields(fields(before), fields(after))
}

/** Change of two-factor authentication, for the audit log. */
export function changedFactor(isOn: boolean): AuditChange[] {
  const words = ['off', 'on'] as const
  return changedFields({ two_factor: words[Number(!isOn)] }, { two_factor: words[Number(isOn)] })
}
