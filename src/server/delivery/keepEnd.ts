import { setTimeout as sleep } from 'node:timers/promises'
import { NotKept } from '../../store/store.ts'

/** How often what falls due is looked for, and the disk is tried again. */
export const LOOK_EVERY_MS = 1000

/** Writes down what an attempt came to, however long the disk takes no writes: else it would be made again. Throws `NotKept` once
 *  `stop` came. */
export async function keepEnd(write: () => Promise<void>, stop: AbortSignal): Promise<void> {
  for (;;) {
    try {
      return await write()
    } catch (error) {
      if (!(error instanceof NotKept) || stop.aborted) throw error
    }
    await sleep(LOOK_EVERY_MS, undefined, { signal: stop }).catch(() => {})
  }
}
