import type { Account, AuditEntry, Operator, OperatorRole } from '../../../../schemas/people/operator.ts'
import type {
  AuditAsked,
  AuditPage,
  Invitation,
  KeptLogin,
  Removal,
} from '../../../../schemas/people/people.ts'
import type { PublishKey } from '../../../../schemas/studio/publishKey.ts'
import type { Sites } from '../../../../schemas/people/sites.ts'
import type { ReportKey } from '../../../../schemas/people/reportKey.ts'
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

/** Accounts, their logins, keys and the audit log. Rules for all verbs are at `Store`. */
export interface OperatorStore {
  /** The account of this name in any case; the record has the name as it was created. */
  operator(name: string): Promise<OperatorRecord | null>
  /** Makes accounts of an earlier release findable in any case. Resolves to the names in use that stay separate because another one
   *  differs only by case. They are found only by their exact name, and no other account can be made with it. */
  foldNames(): Promise<string[]>
  operatorCount(): Promise<number>
  operators(): Promise<Account[]>
  /** Creates the account, or gives it this password, role and sites; its logins end. */
  saveOperator(operator: NewOperator): Promise<void>
  /** Creates the account if there is no account at all, even if other processes try at the same moment. False if there is one. */
  saveFirstOperator(operator: NewOperator): Promise<boolean>
  /** Ends the account, its logins and the links it made; it stays listed. */
  revokeOperator(name: string, at: number): Promise<Removal>
  /** Gives the account another role or other sites; its logins end, and the links it made. */
  changeRole(name: string, role: OperatorRole, sites: Sites): Promise<Removal>
  /** Ends all logins of the account except the one with the ID `kept`, and an invitation link for it. False if no account has this name,
   *  or it is revoked. */
  changePassword(name: string, change: { password_hash: string; at: number; kept: string }): Promise<boolean>
  /** Saves an invitation link by the SHA-256 of its token; an earlier link for the account ends. False if the account already exists or,
   *  for a new password, doesn't exist. */
  invite(tokenHash: string, invitation: Invitation): Promise<boolean>
  /** False if there is none. */
  withdrawInvitation(name: string): Promise<boolean>
  /** Null if there is none with this token, or it has expired. */
  invitation(tokenHash: string, now: number): Promise<Invitation | null>
  /** Invitations that haven't expired, by name. */
  invitations(now: number): Promise<Invitation[]>
  /** Creates the account, or gives it this password, once. Null if the link was used, has expired, or no longer applies. */
  acceptInvitation(tokenHash: string, chosen: { password_hash: string; at: number }): Promise<Operator | null>
  /** Saves a key with which programs publish, by its SHA-256. False if its name is or was in use. */
  addPublishKey(hash: string, key: Omit<PublishKey, 'revoked_at'>): Promise<boolean>
  /** False if none has this name, or it is revoked. */
  revokePublishKey(name: string, at: number): Promise<boolean>
  /** The key with this SHA-256, even if it was revoked. */
  publishKey(hash: string): Promise<PublishKey | null>
  /** Keys by name, including revoked ones. */
  publishKeys(): Promise<PublishKey[]>
  /** Saves a key with which programs read reports, by its SHA-256. False if its name is or was in use. */
  addReportKey(hash: string, key: Omit<ReportKey, 'revoked_at' | 'seen_at'>): Promise<boolean>
  /** False if none has this name, or it is revoked. */
  revokeReportKey(name: string, at: number): Promise<boolean>
  /** Records that it was used. */
  seeReportKey(hash: string, at: number): Promise<void>
  /** The key with this SHA-256, even if it was revoked or has expired. */
  reportKey(hash: string): Promise<ReportKey | null>
  /** Keys by name, including revoked ones. */
  reportKeys(): Promise<ReportKey[]>
  /** Null if none was begun. */
  secondFactor(name: string): Promise<SecondFactor | null>
  /** Saves the secret of two-factor authentication that is yet to be confirmed. False if it is already on. */
  beginSecondFactor(name: string, sealed: string, at: number): Promise<boolean>
  /** Turns on pending two-factor authentication, with the SHA-256 of its recovery codes; ends all logins of the account except the one
   *  with the ID `kept`. False if it is no longer pending. */
  confirmSecondFactor(
    name: string,
    confirmed: { sealed: string; step: number; at: number; codes: string[]; kept: string },
  ): Promise<boolean>
  /** Uses up the code of a time step. False if it or a later one was used before. */
  useCode(name: string, sealed: string, step: number): Promise<boolean>
  /** Uses up a recovery code, by its SHA-256. False if there is none. */
  useRecoveryCode(name: string, hash: string): Promise<boolean>
  /** Turns off two-factor authentication; ends all logins of the account except the one with the ID `kept`. False if it wasn't on. */
  dropSecondFactor(name: string, kept: string): Promise<boolean>
  /** Saves a passkey. False if the account already has `most` or is revoked, or the ID exists. */
  addPasskey(passkey: Omit<PasskeyRecord, 'used_at'>, most: number): Promise<boolean>
  passkey(id: string): Promise<PasskeyRecord | null>
  /** Passkeys of an account, oldest first. */
  passkeys(operator: string): Promise<PasskeyRecord[]>
  hasPasskeys(): Promise<boolean>
  /** Records a signature by its counter. False if the passkey is gone, or its counter was already that high, which suggests a copy. */
  usePasskey(id: string, counter: number, at: number): Promise<boolean>
  /** Drops a passkey, and ends all logins of the account except the one with the ID `kept`. False if it has no passkey with this ID. */
  dropPasskey(operator: string, id: string, kept: string): Promise<boolean>
  /** Uses up a challenge by its SHA-256, even if other processes try at the same moment. False if it was used. Drops challenges that
   *  have expired by `at`. */
  useChallenge(hash: string, expiresAt: number, at: number): Promise<boolean>
  /** Finds or creates the account of a person that a provider vouches for, with the role and sites that the provider grants. If these
   *  changed, its logins end, and the links it made. Never an account with a password. */
  enterByProvider(login: ProviderLogin): Promise<ProviderEntry>
  /** True if the account belongs to an OIDC provider. */
  isOfProvider(name: string): Promise<boolean>
  /** Counts a try under each key, in a window that begins with its first. If a key's tries are used up, counts none and resolves to the
   *  time when its window began; otherwise null. */
  beginLogin(bounds: LoginBound[], at: number, windowMs: number): Promise<number | null>
  /** Restores the counted try if the password was right. */
  endLogin(keys: string[], isRight: boolean): Promise<void>
  /** Records a refused login in the audit log: one entry for each account and network in a window, with a count; at most `most` entries,
   *  plus one for all others. */
  noteRefusedLogin(refused: RefusedLogin, bound: { windowMs: number; most: number }): Promise<void>
  /** Records when the account was first told that it needs two-factor authentication. Resolves to that time. */
  beginFactorGrace(name: string, at: number): Promise<number>
  audit(entry: AuditEntry): Promise<void>
  /** Newest entries first. */
  auditLog(limit: number): Promise<AuditEntry[]>
  /** Newest matching entries first, at most `limit`. */
  auditPage(asked: AuditAsked, limit: number): Promise<AuditPage>
  loginSession(id: string): Promise<{ data: string; seen_at: number | null } | null>
  saveLoginSession(id: string, data: string, expiresAt: number): Promise<void>
  /** False if it had already ended. */
  dropLoginSession(id: string): Promise<boolean>
  /** Records that the login was used. */
  seeLogin(id: string, at: number): Promise<void>
  /** All logins that haven't ended. */
  loginSessions(now: number): Promise<KeptLogin[]>
}
