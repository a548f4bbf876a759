import { setTimeout as sleep } from 'node:timers/promises'
import { NotKept } from '../../store/kernel/storeErrors.ts'

/** Interval for checking due entries and retrying the disk. */
export const LOOK_EVERY_MS = 1000

/** Records the result of an attempt, however long the disk refuses writes; otherwise the attempt would be repeated. Throws `NotKept`
 *  after `stop`. */
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
