import type { Account, AuditEntry, Operator, OperatorRole } from '../../../schemas/people/operator.ts'
import type { AuditAsked, AuditPage, Invitation, KeptLogin, Removal } from '../../../schemas/people/people.ts'
import type { PublishKey } from '../../../schemas/studio/publishKey.ts'
import type { Sites } from '../../../schemas/people/sites.ts'
import type { ReportKey } from '../../../schemas/people/reportKey.ts'
import type {
  LoginBound,
  NewOperator,
  OperatorRecord,
  PasskeyRecord,
  ProviderEntry,
  ProviderLogin,
  RefusedLogin,
  SecondFactor,
} from './operatorTypes.ts'

/** Accounts, their logins, keys and the audit log. What holds for all verbs is said of `Store`. */
export interface OperatorStore {
  /** The account of this name, however its case: the record has the name as it was made. */
  operator(name: string): Promise<OperatorRecord | null>
  /** Makes accounts of an earlier release findable in any case. Resolves to the names in use that stay apart, because another one
   *  differs from them only by case: they are found as they are written, and no account is made beside them. */
  foldNames(): Promise<string[]>
  operatorCount(): Promise<number>
  operators(): Promise<Account[]>
  /** Makes the account, or gives it this password, role and sites; its logins end. */
  saveOperator(operator: NewOperator): Promise<void>
  /** Makes the account where there is none of any name, whichever process asks at the same moment. False when there is one. */
  saveFirstOperator(operator: NewOperator): Promise<boolean>
  /** Ends the account, its logins and the links that it made; it stays listed. */
  revokeOperator(name: string, at: number): Promise<Removal>
  /** Gives the account another role, or other sites; its logins end, and the links that it made. */
  changeRole(name: string, role: OperatorRole, sites: Sites): Promise<Removal>
  /** All logins of the account end but that of the id `kept`, and a link for it. False when there is none of this name, or it is
   *  revoked. */
  changePassword(name: string, change: { password_hash: string; at: number; kept: string }): Promise<boolean>
  /** Keeps a link by the SHA-256 of its token. False where there is an account of this name already, or none that it could be a new
   *  password of. An earlier link for it ends. */
  invite(tokenHash: string, invitation: Invitation): Promise<boolean>
  /** False when there is none. */
  withdrawInvitation(name: string): Promise<boolean>
  /** Null when there is none of this token, or it has expired. */
  invitation(tokenHash: string, now: number): Promise<Invitation | null>
  /** Those that have not expired, by name. */
  invitations(now: number): Promise<Invitation[]>
  /** Makes the account, or gives it this password: once. Null when the link was used, has expired, or fits no longer. */
  acceptInvitation(tokenHash: string, chosen: { password_hash: string; at: number }): Promise<Operator | null>
  /** Keeps a key with which programs publish, by its SHA-256. False when there is, or was, one of its name. */
  addPublishKey(hash: string, key: Omit<PublishKey, 'revoked_at'>): Promise<boolean>
  /** False when there is none of this name, or it is revoked. */
  revokePublishKey(name: string, at: number): Promise<boolean>
  /** The key of this SHA-256, also one that was revoked. */
  publishKey(hash: string): Promise<PublishKey | null>
  /** By name; those that were revoked too. */
  publishKeys(): Promise<PublishKey[]>
  /** Keeps a key with which programs read reports, by its SHA-256. False when there is, or was, one of its name. */
  addReportKey(hash: string, key: Omit<ReportKey, 'revoked_at' | 'seen_at'>): Promise<boolean>
  /** False when there is none of this name, or it is revoked. */
  revokeReportKey(name: string, at: number): Promise<boolean>
  /** Notes that it was used. */
  seeReportKey(hash: string, at: number): Promise<void>
  /** The key of this SHA-256, also one that was revoked or has expired. */
  reportKey(hash: string): Promise<ReportKey | null>
  /** By name; those that were revoked too. */
  reportKeys(): Promise<ReportKey[]>
  /** Null where none was begun. */
  secondFactor(name: string): Promise<SecondFactor | null>
  /** Keeps the secret of one that is to be confirmed. False where one is confirmed already. */
  beginSecondFactor(name: string, sealed: string, at: number): Promise<boolean>
  /** Turns on the one that waits, with the SHA-256 of its recovery codes; all logins of the account end but that of the id `kept`.
   *  False where it waits no longer. */
  confirmSecondFactor(
    name: string,
    confirmed: { sealed: string; step: number; at: number; codes: string[]; kept: string },
  ): Promise<boolean>
  /** Uses the code of a time step up: false where it, or a later one, was used before. */
  useCode(name: string, sealed: string, step: number): Promise<boolean>
  /** Uses a recovery code up, by its SHA-256: false where there is none. */
  useRecoveryCode(name: string, hash: string): Promise<boolean>
  /** Turns it off; all logins of the account end but that of the id `kept`. False where none was on. */
  dropSecondFactor(name: string, kept: string): Promise<boolean>
  /** Keeps a passkey. False when the account has `most` already, is revoked, or there is one of this id. */
  addPasskey(passkey: Omit<PasskeyRecord, 'used_at'>, most: number): Promise<boolean>
  passkey(id: string): Promise<PasskeyRecord | null>
  /** Of an account, the oldest first. */
  passkeys(operator: string): Promise<PasskeyRecord[]>
  hasPasskeys(): Promise<boolean>
  /** Notes a signature by its counter: false when the passkey is gone, or counted as far before, as a copy of it does. */
  usePasskey(id: string, counter: number, at: number): Promise<boolean>
  /** All logins of the account end but that of the id `kept`. False when it has no passkey of this id. */
  dropPasskey(operator: string, id: string, kept: string): Promise<boolean>
  /** Uses up a challenge by its SHA-256, whichever process asks at the same moment: false when it was used. What has expired by
   *  `at` goes. */
  useChallenge(hash: string, expiresAt: number, at: number): Promise<boolean>
  /** Finds the account of somebody whom a provider vouches for, or makes it, with the role and sites that the provider gives; other
   *  ones than before end its logins, and the links that it made. Never an account that has a password. */
  enterByProvider(login: ProviderLogin): Promise<ProviderEntry>
  /** Whether the account is one of an OIDC provider. */
  isOfProvider(name: string): Promise<boolean>
  /** Counts a try under each key, in a window that begins with its first. Resolves to when the window of one began whose tries
   *  are used up: then none is counted; null while there are some left. */
  beginLogin(bounds: LoginBound[], at: number, windowMs: number): Promise<number | null>
  /** A right password takes the try back that was counted. */
  endLogin(keys: string[], isRight: boolean): Promise<void>
  /** Notes a refused login in the audit log: one entry for each account and network in a window, which says how often; at most `most`
   *  entries, and one for all others. */
  noteRefusedLogin(refused: RefusedLogin, bound: { windowMs: number; most: number }): Promise<void>
  /** Notes when the account was first told that it needs two-factor authentication. Resolves to when that was. */
  beginFactorGrace(name: string, at: number): Promise<number>
  audit(entry: AuditEntry): Promise<void>
  /** The newest first. */
  auditLog(limit: number): Promise<AuditEntry[]>
  /** The same of what is asked for, at most `limit` of it. */
  auditPage(asked: AuditAsked, limit: number): Promise<AuditPage>
  loginSession(id: string): Promise<{ data: string; seen_at: number | null } | null>
  saveLoginSession(id: string, data: string, expiresAt: number): Promise<void>
  /** False when it had ended. */
  dropLoginSession(id: string): Promise<boolean>
  /** Notes that the login was used. */
  seeLogin(id: string, at: number): Promise<void>
  /** All that have not ended. */
  loginSessions(now: number): Promise<KeptLogin[]>
}
