import type { AnswerRecord, StepRef } from '../../../schemas/answer.ts'
import type { Delivery, DeliveryState } from '../../../schemas/buyer.ts'
import type { LedgerLine } from '../../../schemas/commands.ts'
import type { ConsentRecord, Revocation } from '../../../schemas/consent.ts'
import type { Flow } from '../../../schemas/flow.ts'
import type { BehindName, BehindQuery, BehindRow, ReportName, ReportRow } from '../../../schemas/reports.ts'
import type { Account, AuditEntry, OperatorRole } from '../../../schemas/operator.ts'
import type { PrivacyRequest } from '../../../schemas/privacy.ts'
import type { Origin, TrackingId } from '../../../schemas/session.ts'
import type { Share, VersionLine } from '../../../schemas/version.ts'

/** Where everything is kept. Each engine is one folder that makes a `Store`; tests/server/store/contract.ts holds for all.
 *
 *  A write resolves only after the transaction that holds it is on disk. Every write is safe to repeat: the same id,
 *  or the same once-per-session mark, is one row and is counted once. Times are UTC epoch ms, money integer cents. */

/** The words by which an event is counted, fixed when its session opens. Missing affiliates and subs are ''. */
export interface Dimensions {
  path: string
  version: number
  aff_id: string
  sub1: string
  sub2: string
  sub3: string
}

export interface NewSession extends Dimensions {
  uuid: string
  /** SHA-256 of the bearer token, lower-case hex: the token itself is never stored. */
  token_hash: string
  origin: Origin
  page_url: string
  referrer: string
  /** As the server saw them. */
  ip: string
  user_agent: string
  /** Why the session must not be sold from its very start: 'gpc', 'do-not-sell'. */
  opt_out?: string
  /** Opened for a bot or a prefetch: it is no page visit until its first event of that kind. */
  unattended?: true
  at: number
}

export interface StepRecord extends StepRef {
  /** Made in the browser; unique within the session. */
  id: string
  answers: AnswerRecord[]
  time_on_step: number
  /** The actions that the server's own core found due. */
  execute_actions: string[]
  page_url: string
  at: number
}

export interface SessionRecord extends NewSession {
  tracking: Partial<Record<TrackingId, string>>
  /** In the order in which they were recorded; a step answered twice stands twice. */
  steps: StepRecord[]
}

export type SessionEvent =
  | { kind: 'page_visit' | 'visit' | 'registration'; at: number }
  | { kind: 'impression'; offer: string; at: number }

/** One thing that was counted for a session, or done for it. `offer` is '' where there is none, `cents` null where no
 *  money moved; a return's are negative. */
export interface SessionOutcome {
  kind: 'page_visit' | 'visit' | 'registration' | 'impression' | 'lead' | 'link_out' | 'sale' | 'return'
  offer: string
  cents: number | null
  at: number
}

export interface Sale {
  session_uuid: string
  offer: string
  /** Who reports it: a partner's or a buyer's name. Unique together with `external_id` and `returned`. */
  source: string
  external_id: string
  /** Of the sale itself, also when it is returned: the entry is written as its negative. */
  cents: number
  returned: boolean
  at: number
}

/** A lead that falls due with a step: it is kept, and one delivery for each of its buyers begins. */
export interface NewLead {
  offer: string
  /** Keys of the flow's buyers; none when the lead is only kept. */
  buyers: string[]
  /** As buyers know it, without credentials. */
  payload: Record<string, string>
}

/** A consent as it is kept with the submission that carries it; the rest of its record is the submission's. */
export type NewConsent = Omit<ConsentRecord, 'submission' | 'offer' | 'step' | 'version' | 'at' | 'page_url'>

/** What a step carries, kept in the same transaction. */
export interface Carried {
  lead?: NewLead | null
  consents?: NewConsent[]
  /** What the browser says with it of not being sold, 'gpc' or 'do_not_sell'; null when nothing. */
  opt_out?: string | null
}

/** A delivery that is being attempted. `attempt` counts from 1. */
export interface Attempt {
  attempt: number
  key: string
  session_uuid: string
  offer: string
  buyer: string
  aff_id: string
  payload: Record<string, string>
}

/** The longest from one attempt to the next. What says that it is due later than that was written before the clock was
 *  set back: it is due. */
export const LONGEST_WAIT_MS = 3_600_000

/** What an attempt came to. `due_at`: when the next one is due, for the state 'due' alone. */
export interface AttemptEnd {
  state: Exclude<DeliveryState, 'suppressed'>
  said: string
  at: number
  due_at: number | null
  /** For an accepted lead that the buyer pays for; written to the ledger in the same transaction. */
  sale?: { external_id: string; cents: number }
}

/** Who must not be sold: one session, and every lead with one of these phone numbers or email addresses. */
export interface OptOut {
  session_uuid: string | null
  phone: string | null
  email: string | null
  /** How it was asked for: 'gpc', 'do-not-sell', ... */
  source: string
  at: number
}

export type NewPrivacyRequest = Omit<PrivacyRequest, 'request' | 'answered_at' | 'answer'>

/** The last instant, exclusive, of what is no longer kept, by class of data. */
export interface Expiry {
  /** What identifies a visitor who never became a lead. */
  sessions: number
  /** Leads and what identifies those whom they are about. */
  leads: number
  privacyRequests: number
}

export interface NewVersion {
  path: string
  flow: Flow
  /** The site's stylesheet. */
  style: string
  /** The compiled validators: an ES module's text. */
  validators: string
  /** The site's icons by file name, base64. */
  icons: Record<string, string>
  at: number
}

/** A flow version; once published it never changes but for its dates. */
export interface Version extends NewVersion {
  version: number
  /** When it last went live. */
  activated_at: number
  /** When it last ceased to be live; null while it is. */
  deactivated_at: number | null
}

/** The versions that shared a path from `at` until its next split. */
export interface Split {
  at: number
  shares: Share[]
}

export interface Quarantined {
  session_uuid: string | null
  call: string
  reason: string
  /** At most QUARANTINE_BODY_BYTES; the rest is cut. */
  body: string
  at: number
}

export interface OperatorRecord {
  name: string
  role: OperatorRole
  password_hash: string
  /** When the account was made, or given its present password. */
  since: number
  revoked_at: number | null
}

/** Writes that were kept together, or not at all. */
export interface Commit {
  writes: number
  /** How long it took until they were on the disk, once they were written; 0 when they were not. */
  commitMs: number
  /** Why none of them was kept, when it is not for their own sake. */
  trouble: Trouble | null
}

/** Why a store that was fine when it was opened keeps nothing. What was acknowledged before is kept; what is refused now
 *  was not. */
export interface Trouble {
  name: 'full' | 'failing' | 'read-only' | 'damaged' | 'held' | 'out of reach'
  /** What is wrong and what helps, for who runs the server. */
  sentence: string
}

/** What is on its way at one instant, and how much room it takes. */
export interface Load {
  /** Writes that are not answered yet. */
  writes: number
  /** Deliveries that wait for an attempt, that are being attempted, and that were given up. */
  deliveries: { due: number; underWay: number; dead: number }
  /** When the oldest lead that is due fell due; null when none is. */
  oldestLeadAt: number | null
  /** Of the database itself, of its log of writes, and what is free on their disk. */
  bytes: { database: number; log: number; free: number }
}

/** Written together: either every one of them is kept or none. */
export interface Store {
  /** Keeps a new version and activates it with `weight`, 100 unless it is said; resolves to its number. The same path, flow, style, validators
   *  and icons as a live version's are that version: only its weight is changed. */
  publish(version: NewVersion, weight?: number): Promise<number>
  /** Gives a version so much of the new sessions on its path, in percent; at 100 the others are deactivated at the same
   *  instant, else they share the rest in their old proportion. Rejects when there is no such version, or when the rest
   *  is not 1 for each. */
  activate(version: number, change: { weight: number; at: number }): Promise<void>
  version(version: number): Promise<Version | null>
  /** The live versions of every path, by path and number. */
  live(): Promise<({ path: string } & Share)[]>
  /** Every version, by path and number. */
  versions(): Promise<VersionLine[]>
  /** Every split that a path had, the oldest first; the last one is live. */
  splits(path: string): Promise<Split[]>

  openSession(session: NewSession): Promise<void>
  session(uuid: string): Promise<SessionRecord | null>
  /** What came of a session, in the order of time; nothing for one that there is not. */
  outcomes(uuid: string): Promise<SessionOutcome[]>
  /** False when the id was known: nothing was kept or counted again. Rejects when there is no such session. What the step
   *  carries is kept in the same transaction: its consents; an opt-out; a lead, whose deliveries begin. A buyer gets one lead of a
   *  session and offer: one that falls due again replaces what was not yet attempted. */
  appendStep(uuid: string, step: StepRecord, carried?: Carried): Promise<boolean>
  /** The consents of a session in the order in which they were given; none for one that there is not. */
  consents(uuid: string): Promise<ConsentRecord[]>
  /** False when it had been tracked before. */
  track(uuid: string, event: SessionEvent): Promise<boolean>
  patchSession(uuid: string, id: TrackingId, value: string): Promise<void>
  /** False when the session has LEADS_PER_SESSION others: nothing was kept. */
  storeLead(uuid: string, lead: Record<string, string>, at: number): Promise<boolean>
  /** False when this link-out's uuid was known. */
  linkOut(link: {
    uuid: string
    session_uuid: string
    offer: string
    step: string
    at: number
  }): Promise<boolean>
  /** 'new', 'known' (told before), or 'no sale' for the return of a sale never seen. */
  sell(sale: Sale): Promise<'new' | 'known' | 'no sale'>
  /** Gross and net by path, source and offer, in this order. `path` is null for all. Both ends inclusive. */
  ledger(range: { path: string | null; from: number; to: number }): Promise<LedgerLine[]>
  /** Deliveries to `buyer` that are due, the longest waiting first. */
  dueDeliveries(buyer: string, now: number, limit: number): Promise<number[]>
  /** Takes up a delivery that is due. Null when it is not, or no longer. Whether the visitor opted out is looked up in
   *  the same transaction: if so the delivery ends as 'suppressed', and this resolves to null. */
  beginAttempt(delivery: number, now: number): Promise<Attempt | null>
  endAttempt(delivery: number, end: AttemptEnd): Promise<void>
  /** Attempts that were under way when the process ended have no known end: they are due again. Resolves to how many. */
  resumeDeliveries(now: number): Promise<number>
  /** The newest first; of one state, or of all. */
  deliveries(filter: { state: DeliveryState | null; limit: number }): Promise<Delivery[]>
  /** False when there is no such delivery, or it is due already, was accepted or must not be sent. */
  replayDelivery(delivery: number, now: number): Promise<boolean>
  /** Logs a request; one not to be sold or called takes effect in the same transaction. Resolves to its number. */
  privacyRequest(request: NewPrivacyRequest): Promise<number>
  /** False when there is no such request, or it is answered. */
  answerPrivacyRequest(request: number, answer: string, at: number): Promise<boolean>
  /** The newest first. */
  privacyRequests(limit: number): Promise<PrivacyRequest[]>
  /** Sessions in which this phone number, however written, or this email address was given. Reads every answer. */
  sessionsOf(person: { phone: string | null; email: string | null }): Promise<string[]>
  /** Takes out of a session all that tells whose it was; what was counted and sold stays. False when it is unknown. */
  forgetSession(uuid: string): Promise<boolean>
  /** The sessions that any process forgot after `mark`, and the mark to ask with next. The first is 0. */
  forgottenSince(mark: number): Promise<{ mark: number; uuids: string[] }>
  /** The instant as of which what is old is forgotten: `now`, but at most `stepMs` after what this said last, by any
   *  process. A clock that was set back moves nothing. */
  retentionInstant(now: number, stepMs: number): Promise<number>
  /** Forgets what is older than it may be kept, at most `limit` sessions at a time. Resolves to how many it forgot. */
  expire(before: Expiry, limit: number): Promise<number>
  /** No delivery of theirs begins after this resolves. */
  optOut(optOut: OptOut): Promise<void>
  /** The opt-outs that hold for a session, or for whoever has this phone number or email address. */
  optOuts(who: Pick<OptOut, 'session_uuid' | 'phone' | 'email'>): Promise<Revocation[]>
  quarantine(item: Quarantined): Promise<void>
  /** The newest first; older ones than the store keeps are gone. */
  quarantined(limit: number): Promise<Quarantined[]>

  /** Every path that ever had a version, by name. */
  paths(): Promise<string[]>
  /** `path` is null for the reports of all paths. Both ends inclusive. Rows in a total order. */
  report<N extends ReportName>(
    name: N,
    range: { path: string | null; from: number; to: number },
  ): Promise<ReportRow<N>[]>
  /** One page of what a figure is made of, the newest first. Nothing in it is masked. */
  behind<N extends BehindName>(
    name: N,
    question: BehindQuery[N],
  ): Promise<{ rows: BehindRow<N>[]; next: string | null }>

  /** A secret made once and kept: 32 random bytes, hex. */
  secret(name: string): Promise<string>
  operator(name: string): Promise<OperatorRecord | null>
  operatorCount(): Promise<number>
  operators(): Promise<Account[]>
  /** Makes the account, or gives it this password and role; its logins end. */
  saveOperator(operator: Omit<OperatorRecord, 'revoked_at'>): Promise<void>
  /** Ends the account and its logins; it stays listed. False when there is none of this name, or it is revoked. */
  revokeOperator(name: string, at: number): Promise<boolean>
  /** Counts a failed try under each key, for a window that begins with its first. */
  failLogin(keys: string[], at: number, windowMs: number): Promise<void>
  /** The failed tries under a key in a window that still lasts, and when that began; null when there is none. */
  loginFailures(key: string, at: number, windowMs: number): Promise<{ count: number; since: number } | null>
  audit(entry: AuditEntry): Promise<void>
  /** The newest first. */
  auditLog(limit: number): Promise<AuditEntry[]>
  loginSession(id: string): Promise<string | null>
  saveLoginSession(id: string, data: string, expiresAt: number): Promise<void>
  dropLoginSession(id: string): Promise<void>

  /** Resolves when a write would be kept: for /readyz. */
  ready(): Promise<void>
  /** Calls `told` after every commit from now on, and after every one that failed. */
  watch(told: (commit: Commit) => void): void
  load(): Promise<Load>
  /** Finishes what is under way, then lets go. */
  close(): Promise<void>
}

export const QUARANTINE_BODY_BYTES = 64 * 1024

/** A session becomes a lead once or twice; who goes back and answers otherwise, a few times more. */
export const LEADS_PER_SESSION = 20
