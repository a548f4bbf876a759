import type { Delivery, DeliveryState, Mail, MailState } from '../../schemas/buyer.ts'
import type { LedgerLine, Unbooked } from '../../schemas/commands.ts'
import type { Language } from '../../schemas/flow.ts'
import type { ConsentRecord, Revocation } from '../../schemas/consent.ts'
import type { DeliveriesAsked, DeliveryOverview, OverviewAsked } from '../../schemas/desk/deliveries.ts'
import type { LeadsAsked } from '../../schemas/desk/leads.ts'
import type { LongReport, PageAsked, ReportPage } from '../../schemas/reportPages.ts'
import type {
  DrilldownName,
  DrilldownQuery,
  DrilldownRow,
  OfferName,
  ReportName,
  ReportRow,
} from '../../schemas/reports.ts'
import type { Account, AuditEntry, OperatorRole } from '../../schemas/operator.ts'
import type { AuditAsked, AuditPage, Invitation, KeptLogin, Removal } from '../../schemas/people/people.ts'
import type { PixelEvent, PixelEventState } from '../../schemas/pixel.ts'
import type { PrivacyRequest } from '../../schemas/privacy.ts'
import type { TrackingId } from '../../schemas/session.ts'
import type { DraftLine } from '../../schemas/studio/drafts.ts'
import type { PublishRequest } from '../../schemas/studio/publishRequest.ts'
import type { PublishKey } from '../../schemas/studio/publishKey.ts'
import type { Share, VersionLine } from '../../schemas/version.ts'
import type { Webhook, WebhookMessage } from '../../schemas/webhook.ts'
import type { BuyerRecord, ChangedBuyer, SavedBuyer } from './buyers/buyerRecords.ts'
import type { BookedAsked, BookedEntry, SaleNames, SalesFound } from './sales/statedSales.ts'
import type { LeadDeliveryRecord } from '../../schemas/desk/oneLead.ts'
import type { DeliveryPage } from './leads/deliveryList.ts'
import type { LeadPage } from './leads/leadList.ts'
import type { VisitPage, VisitsAsked } from './reports/recordedVisits.ts'
import type {
  DraftRecord,
  NewDraft,
  NewPublishRequest,
  PublishDecision,
  RequestedSource,
  SavedDraft,
  Source,
} from './drafts/draftRecords.ts'
import type {
  Attempt,
  AttemptBounds,
  AttemptEnd,
  Carried,
  Commit,
  Expiry,
  GoOnLink,
  Load,
  LoginBound,
  Limits,
  MailAttempt,
  MailEnd,
  Move,
  NewArrival,
  NewLinkMail,
  NewPrivacyRequest,
  NewSession,
  NewVersion,
  OperatorRecord,
  OptOut,
  PixelAttempt,
  PixelEnd,
  Quarantined,
  ReturnReport,
  ReturnVerdict,
  Sale,
  SessionDelivery,
  Sold,
  SessionEvent,
  SessionOutcome,
  SessionRecord,
  Split,
  StepRecord,
  Taken,
  Version,
  MessagesWanted,
  WebhookAttempt,
  WebhookEnd,
} from './records.ts'

/** What is done once for all processes. */
export type Job = 'retention' | 'publishing'

/** Where everything is kept. Each engine is one folder that makes a `Store`; tests/server/store/contract.ts holds for all.
 *
 *  A write resolves only after the transaction that holds it is on disk. Every write is safe to repeat: the same id,
 *  or the same once-per-session mark, is one row and is counted once. It rejects with NotKept when the disk takes nothing.
 *  Times are UTC epoch ms, money integer cents. */
export interface Store {
  /** Whether other processes serve the same sessions: what this one has in memory of a session may be older than what is stored. */
  readonly isShared: boolean

  /** Whether this process is the one, of all that share the store, that does a job. Once it is, it stays so until it ends or
   *  loses its connection; then the next that asks is. */
  takesJob(job: Job): Promise<boolean>

  /** Keeps a new version and activates it with `weight`, 100 unless it is said; resolves to its number. The same path,
   *  flow, style, validators and icons as a live version's are that version: only its weight is changed. */
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
  /** What a version was made of; null for one that was published before this was kept. */
  versionSource(version: number): Promise<Source | null>

  /** Keeps a draft in the place of the revision that it was made from. */
  saveDraft(draft: NewDraft): Promise<SavedDraft>
  draft(path: string): Promise<DraftRecord | null>
  /** By path. */
  drafts(): Promise<DraftLine[]>
  /** Keeps a buyer in the place of the revision that it was made from, or removes it, and notes that in the audit log. */
  saveBuyer(buyer: ChangedBuyer): Promise<SavedBuyer>
  /** Null for one that was removed. */
  buyer(buyer: string): Promise<BuyerRecord | null>
  /** By key. */
  buyers(): Promise<BuyerRecord[]>
  /** Grows with every change of a buyer. */
  buyersRevision(): Promise<number>

  /** Has a publish wait. False when the path has one that does. */
  addPublishRequest(request: NewPublishRequest): Promise<boolean>
  /** Brings a publish that waits into another state. False when it is not in the one that is named. */
  decidePublishRequest(decision: PublishDecision): Promise<boolean>
  /** Publishes what was planned, once, whoever asks at the same moment. Resolves to the version; null when it is no longer planned. */
  publishPlanned(id: string, version: NewVersion): Promise<number | null>
  publishRequest(id: string): Promise<RequestedSource | null>
  /** Of a path, the newest first, at most 20; those that ended too. */
  publishRequests(path: string): Promise<PublishRequest[]>
  /** Of all paths: those that wait for a second person or for their time. */
  openPublishRequests(): Promise<PublishRequest[]>

  /** From `at` on a build of files of these names is served; those of builds before it are let go 30 days later. Resolves to the
   *  names of those that are not kept yet. */
  beginBuild(names: string[], at: number): Promise<string[]>
  /** Keeps a file of the build that is served. A name is one content for good. */
  keepBuiltFile(name: string, content: string): Promise<void>
  /** Null when there is none of this name, or no longer. */
  builtFile(name: string): Promise<string | null>
  /** Keeps a file that an operator imports, or that is made of one, in the place of the one of this name. */
  keepImportedFile(name: string, content: string): Promise<void>
  /** Says that a file is about to be named again. False when there is none of this name. */
  useImportedFile(name: string): Promise<boolean>
  /** Drops the files of sites that nothing has named for a day; resolves to how many. `at`: now. */
  dropUnusedSources(at: number): Promise<number>
  /** How many bytes a file has that is kept in base64; null when there is none of this name. */
  importedBytes(name: string): Promise<number | null>
  /** The SHA-256 of the file of this name; null when there is none. */
  importedDigest(name: string): Promise<string | null>
  importedFile(name: string): Promise<string | null>

  openSession(session: NewSession): Promise<void>
  /** The visitor of a session came by another click: it is a page visit, and what follows counts for it. The Everflow click
   *  that was known is not its own, and goes. False when this arrival was known. */
  arrive(uuid: string, arrival: NewArrival): Promise<boolean>
  session(uuid: string): Promise<SessionRecord | null>
  /** The visitor reads the site in this language from now on. */
  setLanguage(uuid: string, language: Language): Promise<void>
  /** What came of a session, in the order of time; nothing for one that there is not. */
  outcomes(uuid: string): Promise<SessionOutcome[]>
  /** False when the id was known, or when the session has other than the `judgedAfter` submissions that the step was judged by: nothing
   *  was kept or counted again. Rejects when there is no such session. What the step carries is kept in the same transaction: its consents; what it proves; an opt-out; a lead, whose deliveries begin. A buyer gets
   *  one lead of a session and offer: one that falls due again replaces what was not yet attempted. */
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
  /** Books a sale or its return, once. A return that came before its sale is booked in the transaction of the sale. */
  sell(sale: Sale): Promise<Sold>
  /** Books a buyer's return. */
  returnSale(report: ReturnReport): Promise<ReturnVerdict>
  /** What `returnSale` would do, without doing it. */
  judgeReturn(report: ReturnReport): Promise<ReturnVerdict>
  /** What was reported and is not in the ledger, the newest first. */
  unbooked(limit: number): Promise<Unbooked[]>
  /** Takes one off that list, once it is dealt with. False when there is none of this number. */
  dismissUnbooked(entry: number): Promise<boolean>
  /** Whether anything was ever sold to, or is on its way to, a buyer or partner of this name. */
  isSource(source: string): Promise<boolean>
  /** Gross and net by path, source and offer, in this order. `path` is null for all. Both ends inclusive. */
  ledger(range: { path: string | null; from: number; to: number }): Promise<LedgerLine[]>
  /** For each line of a buyer's statement, the sales that it may mean; null where none is known. */
  statedSales(source: string, lines: readonly SaleNames[]): Promise<(SalesFound | null)[]>
  /** A page of what was sold to a buyer and returned by it, the oldest first. */
  bookedEntries(asked: BookedAsked): Promise<BookedEntry[]>
  /** Deliveries to `buyer` that are due, the longest waiting first. */
  dueDeliveries(buyer: string, now: number, limit: number): Promise<number[]>
  /** The lead that a delivery carries now, and its entry, which is null once it is erased. */
  deliveredLead(delivery: number): Promise<{ lead: number | null; payload: Record<string, string> } | null>
  /** Takes up a delivery that is due. Null when it is not, or no longer. In the same transaction it is looked up whether
   *  the visitor opted out, and whether the same person was sold to the buyer less than `duplicateWindowMs` ago (30 days
   *  unless it is said, 0 for never), or is being sold: then the delivery ends unsent, 'suppressed' or 'duplicate', and this resolves to null. A sale
   *  that the buyer returned counts; a lead that it did not buy does not. A buyer that takes none now, or no more, by its
   *  `limits`, gets none: the lead waits, or ends 'rejected', as one does that it does not want by `judged`; how much it has is counted in the same transaction. */
  beginAttempt(delivery: number, now: number, bounds?: AttemptBounds): Promise<Attempt | null>
  /** Reserves what a buyer bids for a lead that it is being asked about. False when its caps do not allow that: the attempt has
   *  ended then, and the lead waits or was rejected. */
  reserveBid(
    delivery: number,
    attempt: number,
    bid: { cents: number; limits: Limits; now: number },
  ): Promise<boolean>
  /** What waits for `buyer` to take leads again is looked at again at once; for all of them where it is null. Resolves to how many
   *  wait. */
  lookAgain(buyer: string | null, now: number): Promise<number>
  /** Writes down what came of an attempt, by its number, and books its sale, once under the id that the buyer gave it. Of one
   *  whose lease has ended it is noted and decides nothing, unless the buyer accepted the lead. */
  endAttempt(delivery: number, attempt: number, end: AttemptEnd): Promise<void>
  /** Attempts whose process ended have no known end: they are due again once their lease has ended, or at once where no other
   *  process has any under way. Resolves to how many. */
  resumeDeliveries(now: number, isAlone: boolean): Promise<number>
  /** The deliveries of a session's leads, in the order in which they fell due; none for one that there is not. */
  sessionDeliveries(uuid: string): Promise<SessionDelivery[]>
  /** How many leads fell due for each buyer since `from`, and how many of these it accepted. */
  buyerCounts(from: number): Promise<{ buyer: string; leads: number; accepted: number }[]>
  /** The newest first; of one state, or of all. */
  deliveries(filter: { state: DeliveryState | null; limit: number }): Promise<Delivery[]>
  delivery(delivery: number): Promise<Delivery | null>
  /** False when there is no such delivery, or it is due already, was accepted or must not be sent; or when the same person
   *  was sold to the buyer by another, unless `force` says that it is to be sent all the same. */
  replayDelivery(delivery: number, now: number, force?: boolean): Promise<boolean>
  /** Emails that are due, the longest waiting first. */
  dueMails(now: number, limit: number): Promise<number[]>
  /** Takes up an email that is due. Null when it is not, or no longer; one whose address opted out, or
   *  was sent enough of them, ends as 'suppressed'. */
  beginMail(mail: number, now: number, leaseMs?: number): Promise<MailAttempt | null>
  /** Writes down what came of an email under way; nothing where its visitor was forgotten since. */
  endMail(mail: number, attempt: number, end: MailEnd): Promise<void>
  /** False when there is no such email, or it is due already, was sent or must not be. */
  replayMail(mail: number, now: number): Promise<boolean>
  /** The same of emails. */
  resumeMails(now: number, isAlone: boolean): Promise<number>
  /** The newest first; of one state, or of all. */
  mails(filter: { state: MailState | null; limit: number }): Promise<Mail[]>
  /** Keeps an email with a link to go on, which takes the place of those that were sent before. False when the session has asked for
   *  LINKS_PER_SESSION others: nothing was kept. */
  askForLink(uuid: string, mail: NewLinkMail, at: number): Promise<boolean>
  /** Keeps a link that is about to be sent, and drops those that have expired. False when its visitor was forgotten since. */
  keepLink(link: GoOnLink, now: number): Promise<boolean>
  /** The session that a link still opens. */
  linkedSession(token_hash: string, now: number): Promise<string | null>
  /** Uses a link up: another browser goes on with its session, by another token. False when it opens nothing any more. */
  moveSession(move: Move): Promise<boolean>
  /** What one account of a vendor is due to be told, the longest waiting first. */
  duePixelEvents(account: { vendor: string; account: string }, now: number, limit: number): Promise<number[]>
  /** Takes up an event that is due. Null when it is not, or no longer; one whose visitor opted out or was forgotten, or whose sale
   *  was returned, ends as 'suppressed'. */
  beginPixelEvent(entry: number, now: number, leaseMs?: number): Promise<PixelAttempt | null>
  /** Writes down what came of an event under way. */
  endPixelEvent(entry: number, attempt: number, end: PixelEnd): Promise<void>
  /** False when there is no such event, or it is due already, was sent or must not be. */
  replayPixelEvent(entry: number, now: number): Promise<boolean>
  /** As of deliveries. */
  resumePixelEvents(now: number, isAlone: boolean): Promise<number>
  /** The newest first; of one state, or of all. */
  pixelEvents(filter: { state: PixelEventState | null; limit: number }): Promise<PixelEvent[]>
  /** Makes a receiver of messages. 'known' when there is, or was, one of this name; 'full' when there are as many as there may be. */
  addWebhook(webhook: Omit<Webhook, 'ended_at'>): Promise<'added' | 'known' | 'full'>
  /** Nothing that waits is sent to it any more. False when there is none of this name, or it was ended. */
  endWebhook(name: string, at: number): Promise<boolean>
  webhook(name: string): Promise<Webhook | null>
  webhooks(): Promise<Webhook[]>
  /** What one webhook is due to be sent, the longest waiting first. */
  dueWebhookMessages(webhook: string, now: number, limit: number): Promise<number[]>
  /** Takes up a message that is due. Null when it is not, or no longer; the lead of a forgotten visitor ends as 'suppressed'. */
  beginWebhookMessage(entry: number, now: number, leaseMs?: number): Promise<WebhookAttempt | null>
  /** Writes down what came of a message under way. */
  endWebhookMessage(entry: number, attempt: number, end: WebhookEnd): Promise<void>
  /** False when there is no such message, it is due or was suppressed, or its webhook was ended. */
  replayWebhookMessage(entry: number, now: number): Promise<boolean>
  /** As of deliveries. */
  resumeWebhookMessages(now: number, isAlone: boolean): Promise<number>
  /** The newest first; of one webhook and one state, or of all. */
  webhookMessages(wanted: MessagesWanted): Promise<WebhookMessage[]>
  /** Logs a request; one not to be sold or called takes effect in the same transaction. Resolves to its number. */
  privacyRequest(request: NewPrivacyRequest): Promise<number>
  /** False when there is no such request, or it is answered. */
  answerPrivacyRequest(request: number, answer: string, at: number): Promise<boolean>
  /** The newest first. */
  privacyRequests(limit: number): Promise<PrivacyRequest[]>
  /** Sessions in which this phone number, however written, or this email address was given, in an answer, a lead or what
   *  was set aside. Reads all of them. */
  sessionsOf(person: { phone: string | null; email: string | null }): Promise<string[]>
  /** Takes out of a session all that tells whose it was; what was counted and sold stays. False when it is unknown. */
  forgetSession(uuid: string): Promise<boolean>
  /** The sessions that any process erased after `cursor`, and the cursor to ask with next. The first is 0. */
  erasedAfter(cursor: number): Promise<{ cursor: number; uuids: string[] }>
  /** The instant as of which what is old is forgotten: `now`, but at most `stepMs` after what this said last, by any
   *  process. A clock that was set back moves nothing. */
  retentionInstant(now: number, stepMs: number): Promise<number>
  /** Forgets what is older than it may be kept, at most `limit` sessions at a time. Resolves to how many it forgot. */
  expire(before: Expiry, limit: number): Promise<number>
  /** No delivery of theirs begins after this resolves. */
  optOut(optOut: OptOut): Promise<void>
  /** No email is sent to whom the address of an email for opting out stands for, and they are not sold. False when it is none of
   *  ours. */
  unsubscribe(token: string, at: number): Promise<boolean>
  /** The opt-outs that hold for a session, or for whoever has a phone number or an email address that is among
   *  `contactValues`: all that its visitor typed. */
  optOuts(session_uuid: string, contactValues: readonly string[]): Promise<Revocation[]>
  quarantine(item: Quarantined): Promise<void>
  /** The newest first. Where there were more than are kept, those of whoever has the most are gone. */
  quarantined(limit: number): Promise<Quarantined[]>
  /** Those of one session, the newest first. */
  quarantinedOf(uuid: string): Promise<Quarantined[]>

  /** What became of a session's leads at each buyer: every attempt, and what the ledger has of it. */
  leadDeliveries(uuid: string): Promise<LeadDeliveryRecord[]>

  /** Every path that ever had a version, by name. */
  paths(): Promise<string[]>
  /** The path of the first version that there was; null while there is none. */
  firstPath(): Promise<string | null>
  /** `path` is null for the reports of all paths. Both ends inclusive. Rows in a total order. */
  report<N extends ReportName>(
    name: N,
    range: { path: string | null; from: number; to: number },
  ): Promise<ReportRow<N>[]>
  /** A page of a report that can be long, in an order and searched. It is of the rows of `asked.snapshot` while they are kept. */
  reportPage(
    name: LongReport,
    range: { path: string; from: number; to: number },
    asked: PageAsked,
  ): Promise<ReportPage>
  /** The instant up to which the reports that are asked for next hold all that is kept, where they are read from a standby;
   *  null where they are read from what is written to. */
  reportsAsOf(): Promise<number | null>
  /** What offers are called, on one path or on all (null): the newest version that has an offer says so. */
  offerNames(path: string | null): Promise<OfferName[]>
  /** A page of what the visitors of a version recorded, in the order in which they came. Read as reports are: who writes is not held up. */
  recordedVisits(asked: VisitsAsked): Promise<VisitPage>
  /** One page of what a figure is made of, the newest first. Nothing in it is masked. */
  drilldown<N extends DrilldownName>(
    name: N,
    question: DrilldownQuery[N],
  ): Promise<{ rows: DrilldownRow<N>[]; next: string | null }>
  /** A page of leads, a line for each session, the newest first. Read as reports are; nothing in it is masked. */
  leadList(asked: LeadsAsked): Promise<LeadPage>
  /** A page of deliveries, the newest first, with what their leads hold. */
  deliveryList(asked: DeliveriesAsked): Promise<DeliveryPage>
  /** How many deliveries are in which state, and what was lost of them. Reasons rarer than `leastOfOne` are summed up. */
  deliveryOverview(asked: OverviewAsked, leastOfOne: number): Promise<DeliveryOverview>
  /** To whom a lead was ever to be sent, by name. */
  buyersOfLeads(): Promise<string[]>

  /** A secret made once and kept: 32 random bytes, hex. */
  secret(name: string): Promise<string>
  operator(name: string): Promise<OperatorRecord | null>
  operatorCount(): Promise<number>
  operators(): Promise<Account[]>
  /** Makes the account, or gives it this password and role; its logins end. */
  saveOperator(operator: Omit<OperatorRecord, 'revoked_at'>): Promise<void>
  /** Makes the account where there is none of any name, whichever process asks at the same moment. False when there is one. */
  saveFirstOperator(operator: Omit<OperatorRecord, 'revoked_at'>): Promise<boolean>
  /** Ends the account, its logins and the links that it made; it stays listed. */
  revokeOperator(name: string, at: number): Promise<Removal>
  /** Gives the account another role; its logins end, and the links that it made. */
  changeRole(name: string, role: OperatorRole): Promise<Removal>
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
  acceptInvitation(
    tokenHash: string,
    chosen: { password_hash: string; at: number },
  ): Promise<{ name: string; role: OperatorRole } | null>
  /** Keeps a key with which programs publish, by its SHA-256. False when there is, or was, one of its name. */
  addPublishKey(hash: string, key: Omit<PublishKey, 'revoked_at'>): Promise<boolean>
  /** False when there is none of this name, or it is revoked. */
  revokePublishKey(name: string, at: number): Promise<boolean>
  /** The key of this SHA-256, also one that was revoked. */
  publishKey(hash: string): Promise<PublishKey | null>
  /** By name; those that were revoked too. */
  publishKeys(): Promise<PublishKey[]>
  /** Counts a try under each key, in a window that begins with its first. Resolves to when the window of one began whose tries
   *  are used up: then none is counted; null while there are some left. */
  beginLogin(bounds: LoginBound[], at: number, windowMs: number): Promise<number | null>
  /** A right password takes the try back that was counted. */
  endLogin(keys: string[], isRight: boolean): Promise<void>
  /** Takes from the buckets of limits that all processes share: costs in ms, what is below 0 is put back. Resolves to how long
   *  each needs until it is full, ms. */
  takeFromBuckets(taken: Taken[], now: number): Promise<number[]>
  audit(entry: AuditEntry): Promise<void>
  /** The newest first. */
  auditLog(limit: number): Promise<AuditEntry[]>
  /** The same of what is asked for, at most `limit` of it. */
  auditPage(asked: AuditAsked, limit: number): Promise<AuditPage>
  loginSession(id: string): Promise<string | null>
  saveLoginSession(id: string, data: string, expiresAt: number): Promise<void>
  /** False when it had ended. */
  dropLoginSession(id: string): Promise<boolean>
  /** Notes that the login was used. */
  seeLogin(id: string, at: number): Promise<void>
  /** All that have not ended. */
  loginSessions(now: number): Promise<KeptLogin[]>

  /** Resolves when a write would be kept: for /readyz. */
  ready(): Promise<void>
  /** Calls `onCommit` after every commit from now on, and after every one that failed. */
  watch(onCommit: (commit: Commit) => void): void
  /** Calls `act` when the store can keep nothing any more though nobody closed it: what writes to it has ended. */
  onEnd(act: (cause: Error) => void): void
  load(): Promise<Load>
  /** Finishes what is under way, then lets go. */
  close(): Promise<void>
}

/** What a write rejects with that the disk or the file refused, with nothing wrong with it: the same write may be kept
 *  later. So does a lookup that the file refused. Whoever watches the store is told why. */
export class NotKept extends Error {}

/** A submission that fits is a few hundred bytes. */
export const QUARANTINE_BODY_BYTES = 16 * 1024
/** The newest that are kept of one session, and of one network: what comes on top takes the place of its own oldest. */
export const QUARANTINE_SHARES = { session: 20, source: 500 } as const

/** A session becomes a lead once or twice; who goes back and answers otherwise, a few times more. */
export const LEADS_PER_SESSION = 20

/** Who mistypes an address asks again; each of them is an email to somebody. */
export const LINKS_PER_SESSION = 5

/** A buyer that buys a person's lead twice within a month asks for its money back. */
export const DUPLICATE_WINDOW_DAYS = 30
/** How long what a process takes up is nobody else's, unless it says another time. */
export const LEASE_MS = 5 * 60_000

/** To one address, whoever asks for them: a stranger may type anybody's. */
export const MAILS_PER_DAY = 3

export const DAY_MS = 24 * 60 * 60 * 1000

/** The longest from one attempt to the next. What says that it is due later than that was written before the clock was
 *  set back: it is due. */
export const LONGEST_WAIT_MS = 3_600_000
