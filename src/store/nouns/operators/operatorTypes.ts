import type { Operator, OperatorRole } from '../../../../schemas/people/operator.ts'
import type { Passkey } from '../../../../schemas/people/passkey.ts'
import type { Sites } from '../../../../schemas/people/sites.ts'

/** Accounts and login attempts. Times are UTC epoch ms, money integer cents. */

/** Number of logins that may fail under a key within one window. */
export interface LoginBound {
  key: string
  most: number
}

/** A refused login attempt. */
export interface RefusedLogin {
  at: number
  /** Name of the account; empty for an unknown name, which may be a password in the wrong field. */
  operator: string
  act: 'login_refused' | 'code_refused'
  /** Source in words, such as "from 203.0.113.7". */
  from: string
}

export interface OperatorRecord {
  name: string
  role: OperatorRole
  sites: Sites
  password_hash: string
  /** Time when the account was created or got its current password. */
  since: number
  revoked_at: number | null
  /** Time when the account was first told that it needs two-factor authentication; null if it wasn't. */
  factor_from: number | null
}

/** Data of a new account. */
export type NewOperator = Omit<OperatorRecord, 'revoked_at' | 'factor_from'>

/** A passkey, with the data that verifies its signatures. */
export interface PasskeyRecord extends Passkey {
  operator: string
  /** COSE, in base64url. */
  public_key: string
  /** Counter of its last signature; 0 for a passkey without a counter. */
  counter: number
  transports: string[]
}

/** A person as an OIDC provider knows them, with the access that its claims grant here. */
export interface ProviderLogin {
  issuer: string
  subject: string
  /** Name of the account that the first login creates. */
  name: string
  role: OperatorRole
  sites: Sites
  /** Hash of a password that no one knows. */
  password_hash: string
  at: number
}

/** Result of a login by a provider: the account and how it changed, or the reason there is none. */
export type ProviderEntry =
  | { account: Operator; change: 'none' | 'made' | 'access' }
  | { refused: 'revoked' | 'name_taken' | 'last_admin'; name: string }

export interface SecondFactor {
  /** Secret of the app that shows the codes. */
  sealed: string
  /** Null until the first code was entered; until then, codes aren't asked for. */
  confirmed_at: number | null
  /** Time step of the newest used code. */
  last_step: number
  /** Number of unused recovery codes. */
  codes_left: number
}
