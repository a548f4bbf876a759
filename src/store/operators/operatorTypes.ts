import type { OperatorRole } from '../../../schemas/operator.ts'

/** Accounts, and tries to log in. Times are UTC epoch ms, money integer cents. */

/** How many logins may fail under a key within one window. */
export interface LoginBound {
  key: string
  most: number
}

export interface OperatorRecord {
  name: string
  role: OperatorRole
  password_hash: string
  /** When the account was made, or given its present password. */
  since: number
  revoked_at: number | null
}
