import type { StoreVerbs } from './nouns/nouns.ts'
import type { Commit, Load, Trouble } from './kernel/storeState.ts'

/** Jobs that only one of all processes does. */
export type Job = 'retention' | 'publishing' | 'forgetting' | 'counting' | 'promoting' | 'escalating'

/** Place where everything is stored. Each engine is one folder that makes a `Store`; tests/store/contract.ts applies to all.
 *  A write resolves only after its transaction is on disk. Every write is safe to repeat: the same ID, or the same once-per-session
 *  mark, is one row and is counted once. It rejects with NotKept if the disk takes nothing.
 *  Times are UTC epoch ms, money integer cents. */
export interface Store extends StoreVerbs {
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

  /** Starts what answers reports, so that the first one doesn't wait for that. */
  prepareReports(): void

  /** Time up to which the next reports hold all saved data, if they are read from a standby; null if they are read from the database that
   *  is written to. */
  reportsAsOf(): Promise<number | null>

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
