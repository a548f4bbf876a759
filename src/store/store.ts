import type { Taken } from './limits/limitTypes.ts'
import type { Commit, Load, Trouble } from './storeState.ts'
import type { VersionStore } from './versions/versionStore.ts'
import type { DraftStore } from './drafts/draftStore.ts'
import type { BuyerStore } from './buyers/buyerStore.ts'
import type { FileStore } from './files/fileStore.ts'
import type { SessionStore } from './sessions/sessionStore.ts'
import type { SaleStore } from './sales/saleStore.ts'
import type { LeadStore } from './leads/leadStore.ts'
import type { MailStore } from './leads/mailStore.ts'
import type { PixelStore } from './pixels/pixelStore.ts'
import type { WebhookStore } from './webhooks/webhookStore.ts'
import type { PrivacyStore } from './privacy/privacyStore.ts'
import type { ReportStore } from './reports/reportStore.ts'
import type { OperatorStore } from './operators/operatorStore.ts'
import type { ScriptHostStore } from './scriptHosts/scriptHostStore.ts'

/** Jobs that only one of all processes does. */
export type Job = 'retention' | 'publishing' | 'forgetting' | 'counting'

/** Place where everything is stored. Each engine is one folder that makes a `Store`; tests/store/contract.ts applies to all.
 *  A write resolves only after its transaction is on disk. Every write is safe to repeat: the same ID, or the same once-per-session
 *  mark, is one row and is counted once. It rejects with NotKept if the disk takes nothing.
 *  Times are UTC epoch ms, money integer cents. */
export interface Store
  extends
    VersionStore,
    DraftStore,
    BuyerStore,
    FileStore,
    SessionStore,
    SaleStore,
    LeadStore,
    MailStore,
    PixelStore,
    WebhookStore,
    PrivacyStore,
    ReportStore,
    ScriptHostStore,
    OperatorStore {
  /** True if other processes serve the same sessions; then a session in this one's memory may be older than the stored one. */
  readonly isShared: boolean

  /** True if this process does a job, which only one of those that share the store does. It keeps the job until it ends or loses its
   *  connection; then the next that asks gets it. */
  takesJob(job: Job): Promise<boolean>

  /** True if the other processes take this one for alive. If they may not, for example because it was frozen, its work may have passed
   *  to another; then it sends nothing. */
  isSeen: () => boolean

  /** Reason that nothing can be saved now, if known without trying; writes are then refused at once. */
  trouble: () => Trouble | null

  /** A secret created once and kept: 32 random bytes, hex. */
  secret(name: string): Promise<string>

  /** Saves a secret made elsewhere, unless one has this name. Resolves to the saved one. */
  keepSecret(name: string, value: string): Promise<string>

  /** Null if none has this name. */
  knownSecret(name: string): Promise<string | null>

  /** Takes costs in ms from the limits' buckets that all processes share; negative costs are put back. Resolves to the time in ms until
   *  each is full. */
  takeFromBuckets(taken: Taken[], now: number): Promise<number[]>

  /** Resolves if a write would be saved; for /readyz. */
  ready(): Promise<void>

  /** Calls `onCommit` after every commit from now on, including failed ones. */
  watch(onCommit: (commit: Commit) => void): void

  /** Calls `act` if the store can no longer save anything although no one closed it, because its writer has ended. */
  onEnd(act: (cause: Error) => void): void

  load(): Promise<Load>

  /** Bytes of the log of writes; null if it isn't ours. */
  logBytes(): Promise<number | null>

  /** Finishes work in progress, then closes. */
  close(): Promise<void>
}

/** Rejection of a valid write, or of a lookup, because the disk or the file refused. The same write may succeed later. Watchers of the
 *  store get the reason. */
export class NotKept extends Error {}

/** A normal submission is a few hundred bytes. */
export const QUARANTINE_BODY_BYTES = 16 * 1024
/** Number of newest entries kept per session and per network; further ones replace the oldest of the same sender. */
export const QUARANTINE_SHARES = { session: 20, source: 500 } as const

/** A session becomes a lead once or twice; a visitor who goes back and changes answers, a few more times. */
export const LEADS_PER_SESSION = 20

/** A visitor who mistypes an address asks again; each time is an email to someone. */
export const LINKS_PER_SESSION = 5

/** A buyer that buys a person's lead twice within a month asks for its money back. */
export const DUPLICATE_WINDOW_DAYS = 30
/** Default time during which an entry in flight belongs to its process. */
export const LEASE_MS = 5 * 60_000

/** Limit for one address, whoever asks; a stranger may type anyone's. */
export const MAILS_PER_DAY = 3

export const DAY_MS = 24 * 60 * 60 * 1000

/** Longest time from one attempt to the next. An entry with a later due time was written before the clock was set back, so it is due. */
export const LONGEST_WAIT_MS = 3_600_000
