import type { FastifyBaseLogger } from 'fastify'
import { NotKept } from '../../store/kernel/storeErrors.ts'

type Log = Pick<FastifyBaseLogger, 'error'>

/** Runs a job now, and again every `everyMs` unless it is still running. `ended` gets the result of each run: null, or the error. A job
 *  that can end early checks `hasStopped`. Returns a function that stops it and waits for a run in progress. */
export function repeat(
  job: (hasStopped: () => boolean) => Promise<void>,
  everyMs: number,
  ended: (error: unknown) => void,
): { stop: () => Promise<void> } {
  let stopped = false
  let isUnderWay = false
  const start = async () => {
    isUnderWay = true
    await job(() => stopped).then(() => ended(null), ended)
    isUnderWay = false
  }
  let last = start()
  const timer = setInterval(() => {
    if (!isUnderWay) last = start()
  }, everyMs)
  return {
    async stop() {
      stopped = true
      clearInterval(timer)
      await last
    },
  }
}

/** Logs errors, except that the store's watcher reports why the disk refuses writes. */
export function logged(log: Log, what: string): (error: unknown) => void {
  return (error) => {
    if (error !== null && !(error instanceof NotKept)) log.error({ err: error }, what)
  }
}

/** The same for a job that runs every few seconds; a repeated error is logged only when it changes. */
export function loggedOnChange(log: Log, what: string): (error: unknown) => void {
  const write = logged(log, what)
  let reason = NONE
  return (error) => {
    const before = reason
    reason = String(error)
    if (reason !== before) write(error)
  }
}

const NONE = String(null)
