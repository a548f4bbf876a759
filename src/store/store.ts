import type { Taken } from './nouns/limits/limitTypes.ts'
import type { Commit, Load, Trouble } from './kernel/storeState.ts'
import type { VersionStore } from './nouns/versions/versionStore.ts'
import type { DraftStore } from './nouns/versions/draftStore.ts'
import type { BuyerStore } from './nouns/buyers/buyerStore.ts'
import type { FileStore } from './nouns/files/fileStore.ts'
import type { SessionStore } from './nouns/sessions/sessionStore.ts'
import type { SaleStore } from './nouns/sales/saleStore.ts'
import type { LeadStore } from './nouns/leads/leadStore.ts'
import type { MailStore } from './nouns/mails/mailStore.ts'
import type { PixelStore } from './nouns/pixels/pixelStore.ts'
import type { WebhookStore } from './nouns/webhooks/webhookStore.ts'
import type { PrivacyStore } from './nouns/privacy/privacyStore.ts'
import type { ReportStore } from './nouns/reports/reportStore.ts'
import type { OperatorStore } from './nouns/operators/operatorStore.ts'
import type { ScriptHostStore } from './nouns/scriptHosts/scriptHostStore.ts'

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
