import type { Operator, OperatorRole } from '../../../schemas/people/operator.ts'
import type { Passkey } from '../../../schemas/people/passkey.ts'
import type { Sites } from '../../../schemas/people/sites.ts'

/** Accounts, and tries to log in. Times are UTC epoch ms, money integer cents. */

/** How many logins may fail under a key within one window. */
export interface LoginBound {
  key: string
  most: number
}

/** A try to log in that was refused. */
export interface RefusedLogin {
  at: number
  /** The account; empty for a name that there is no account of: it may be a password in the wrong field. */
  operator: string
  act: 'login_refused' | 'code_refused'
  /** In words, as "from 203.0.113.7". */
  from: string
}

export interface OperatorRecord {
  name: string
  role: OperatorRole
  sites: Sites
  password_hash: string
  /** When the account was made, or given its present password. */
  since: number
  revoked_at: number | null
  /** When the account was first told that it needs two-factor authentication; null when it was not. */
  factor_from: number | null
}

/** What makes an account. */
export type NewOperator = Omit<OperatorRecord, 'revoked_at' | 'factor_from'>

/** A passkey and what its signatures are checked by. */
export interface PasskeyRecord extends Passkey {
  operator: string
  /** COSE, in base64url. */
  public_key: string
  /** Of its last signature; 0 for a passkey that counts none. */
  counter: number
  transports: string[]
}

/** Somebody as an OIDC provider knows them, and what its claims give them here. */
export interface ProviderLogin {
  issuer: string
  subject: string
  /** Of the account that the first login makes. */
  name: string
  role: OperatorRole
  sites: Sites
  /** Of a password that nobody knows. */
  password_hash: string
  at: number
}

/** What became of a login by a provider: the account and how it changed, or why there is none. */
export type ProviderEntry =
  | { account: Operator; change: 'none' | 'made' | 'access' }
  | { refused: 'revoked' | 'name_taken' | 'last_admin'; name: string }

export interface SecondFactor {
  /** The secret of the app that shows the codes. */
  sealed: string
  /** Null until the first code was given: till then it is not asked for. */
  confirmed_at: number | null
  /** The time step of the newest code that was used. */
  last_step: number
  /** How many recovery codes were not used yet. */
  codes_left: number
}
