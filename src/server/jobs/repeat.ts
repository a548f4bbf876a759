import type { FastifyBaseLogger } from 'fastify'
import { NotKept } from '../../store/store.ts'

type Log = Pick<FastifyBaseLogger, 'error'>

/** Does a job now, and again every `everyMs` unless it is still under way. `ended` hears of each time: null, or why it did not work. The
 *  job asks `hasStopped` where it may end early. Returns how to stop, which waits for what is under way. */
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

/** Writes down what goes wrong. Why the disk takes no writes is said by whoever watches the store. */
export function logged(log: Log, what: string): (error: unknown) => void {
  return (error) => {
    if (error !== null && !(error instanceof NotKept)) log.error({ err: error }, what)
  }
}

/** The same for a job of every few seconds: what goes wrong each time is written down when it changes. */
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
