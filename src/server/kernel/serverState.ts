import type { Commit, Trouble } from '../../store/kernel/storeState.ts'
import type { Store } from '../../store/store.ts'

/** State of this server: whether its writes are saved, and whether it is about to stop. */
export interface ServerState {
  /** Reason that writes aren't saved, by the store itself or by the last commit; null if they are saved. */
  trouble: () => Trouble['name'] | null
  /** True if the database is damaged or isn't the one that was opened. Nothing is acknowledged until the server restarts. */
  isLost: () => boolean
  /** True once the server has begun to stop. */
  isStopping: () => boolean
  noteCommit: (commit: Pick<Commit, 'trouble'>) => void
  noteStopping: () => void
}

export function serverState(store: Pick<Store, 'trouble'>): ServerState {
  let lastCommit: Trouble['name'] | null = null
  let isLost = false
  let isStopping = false
  return {
    trouble: () => store.trouble()?.name ?? lastCommit,
    isLost: () => isLost,
    isStopping: () => isStopping,
    noteCommit: ({ trouble }) => {
      lastCommit = trouble?.name ?? null
      if (trouble?.isFinal) isLost = true
    },
    noteStopping: () => void (isStopping = true),
  }
}
