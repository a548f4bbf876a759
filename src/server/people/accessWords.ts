import type { OperatorRole } from '../../../schemas/people/operator.ts'
import type { Sites } from '../../../schemas/people/sites.ts'

/** Permissions of an account, for the audit log and the console: manager, or manager for /claims, /solar. */
export function accessWords(role: OperatorRole, sites: Sites): string {
  return forSites(role, sites)
}

/** Adds the sites that something is limited to: sheets, or sheets for /claims, /solar. */
export function forSites(what: string, sites: Sites): string {
  return sites === null ? what : `${what} for ${sites.map((path) => `/${path}`).join(', ')}`
}
