import type { OperatorRole } from '../../../schemas/people/operator.ts'
import type { Sites } from '../../../schemas/people/sites.ts'

/** Role and sites of an account. */
export interface Access {
  role: OperatorRole
  sites: Sites
}

/** An admin has all sites, even if some were selected before. */
export function accessAsked(role: OperatorRole, sites: Sites): Access {
  return { role, sites: role === 'admin' ? null : sites }
}
