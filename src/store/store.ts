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

/** What is done once for all processes. */
export type Job = 'retention' | 'publishing' | 'forgetting' | 'counting'

/** Where everything is kept. Each engine is one folder that makes a `Store`; tests/store/contract.ts holds for all.
 *
 *  A write resolves only after the transaction that holds it is on disk. Every write is safe to repeat: the same id,
 *  or the same once-per-session mark, is one row and is counted once. It rejects with NotKept when the disk takes nothing.
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
  /** Whether other processes serve the same sessions: what this one has in memory of a session may be older than what is stored. */
  readonly isShared: boolean

  /** Whether this process is the one, of all that share the store, that does a job. Once it is, it stays so until it ends or
   *  loses its connection; then the next that asks is. */
  takesJob(job: Job): Promise<boolean>

  /** Whether the other processes take this one for alive. Where they may not, as where it was frozen, what it has under way may be
   *  another's: it sends nothing then. */
  isSeen: () => boolean

  /** Why nothing is kept at the moment, as far as is known before it is tried; it is refused at once then. */
  trouble: () => Trouble | null

  /** A secret made once and kept: 32 random bytes, hex. */
  secret(name: string): Promise<string>

  /** Keeps a secret that was made elsewhere, unless there is one of this name. Resolves to the one that is kept. */
  keepSecret(name: string, value: string): Promise<string>

  /** Null when there is none of this name. */
  knownSecret(name: string): Promise<string | null>

  /** Takes from the buckets of limits that all processes share: costs in ms, what is below 0 is put back. Resolves to how long
   *  each needs until it is full, ms. */
  takeFromBuckets(taken: Taken[], now: number): Promise<number[]>

  /** Resolves when a write would be kept: for /readyz. */
  ready(): Promise<void>

  /** Calls `onCommit` after every commit from now on, and after every one that failed. */
  watch(onCommit: (commit: Commit) => void): void

  /** Calls `act` when the store can keep nothing any more though nobody closed it: what writes to it has ended. */
  onEnd(act: (cause: Error) => void): void

  load(): Promise<Load>

  /** Bytes of the log of writes; null where it isn't ours. */
  logBytes(): Promise<number | null>

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
