import { setTimeout as sleep } from 'node:timers/promises'
import { refusalOf } from './send.ts'
import type { Traffic } from './traffic.ts'

const AGAIN_MS = 100
const LOOK_EVERY_MS = 20

/** Starts visitors who come and answer one after the other, `together` of them at a time, until they are stopped. A call that wasn't
 *  acknowledged is retried after a while. */
export function startLoad(traffic: Traffic, together: number, againMs = AGAIN_MS) {
  let isOver = false
  let statuses = new Set<number | null>()
  const refused: (number | null)[] = []

  const visitors = Array.from({ length: together }, async () => {
    let visitor = traffic.visitor()
    while (!isOver)
      try {
        if (!(await visitor.act())) visitor = traffic.visitor()
      } catch (error) {
        statuses.add(refusalOf(error))
        refused.push(refusalOf(error))
        await sleep(againMs)
      }
  })

  return {
    /** Statuses of the calls refused since the last call of this; includes null if a call had no answer. */
    refusals(): (number | null)[] {
      const seen = [...statuses]
      statuses = new Set()
      return seen
    },
    /** Status of every call refused so far; null for one without an answer. */
    refused: () => refused,
    /** Waits for `more` acknowledged calls, or only steps. Resolves to the time it took. */
    async acknowledges(
      more: number,
      withinMs: number,
      counted: 'calls' | 'steps' = 'calls',
    ): Promise<number> {
      const [before, since] = [traffic[counted], Date.now()]
      while (traffic[counted] < before + more) {
        if (Date.now() - since > withinMs) throw new Error('Nothing is acknowledged any more.')
        await sleep(LOOK_EVERY_MS)
      }
      return Date.now() - since
    },
    async stop(): Promise<void> {
      isOver = true
      await Promise.all(visitors)
    },
  }
}
