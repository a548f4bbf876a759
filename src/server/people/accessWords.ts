import type { OperatorRole } from '../../../schemas/people/operator.ts'
import type { Sites } from '../../../schemas/people/sites.ts'

/** What an account may do, for the audit log and the console: manager, or manager for /claims, /solar. */
export function accessWords(role: OperatorRole, sites: Sites): string {
  return forSites(role, sites)
}

/** What is for some sites: sheets, or sheets for /claims, /solar. */
export function forSites(what: string, sites: Sites): string {
  return sites === null ? what : `${what} for ${sites.map((path) => `/${path}`).join(', ')}`
}
