import { Type, type Static } from 'typebox'
import { closed, oneOf } from './shape.ts'

/** Who looks at the numbers. Times are UTC epoch ms. */

export const OperatorRole = oneOf(['viewer', 'admin'], {
  description: 'viewer: every number, personal data masked. admin: personal data too.',
})
export type OperatorRole = Static<typeof OperatorRole>

export const Operator = closed({ name: Type.String(), role: OperatorRole })
export type Operator = Static<typeof Operator>

/** An account as it is listed. */
export const Account = closed({
  name: Type.String(),
  role: OperatorRole,
  since: Type.Integer({ description: 'When the account was made, or given its present password.' }),
  revoked_at: Type.Union([Type.Integer(), Type.Null()]),
})
export type Account = Static<typeof Account>

/** What was done with accounts, and with data that only some may see. */
export const AuditEntry = closed({
  at: Type.Integer(),
  operator: Type.String({ description: 'Who did it; "console" for the command line.' }),
  act: oneOf(['login', 'logout', 'login_refused', 'add', 'reset', 'revoke', 'see_visitors']),
  about: Type.String({ description: 'What it was done to; empty when that is the operator.' }),
})
export type AuditEntry = Static<typeof AuditEntry>
