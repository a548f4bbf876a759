import { openSlowReads, type SlowRead } from '../../nouns/verbs.ts'
import type { Rule } from '../../kernel/statement.ts'
import { inTime, openLine, REPORT_MS } from './connection.ts'
import { drive } from './driver.ts'
import type { Standby } from './standby.ts'
import { asNotKept, isPassing } from './trouble.ts'

const CLOSED = new Error('The store is closed.')

/** Answers reports one at a time, on its own connection, which the first question opens, or from the standby while it isn't far behind. */
export function openReporter(url: string, { standby, now }: { standby: Standby | null; now: () => number }) {
  const reports = openSlowReads((rule) => inTurn(() => rule))
  const line = openLine(url, { use: 'reports' })
  let last: Promise<unknown> = Promise.resolve()
  /** Epoch ms. */
  let readUpTo = -Infinity
  let isClosed = false

  function inTurn<T>(rule: () => Rule<T>): Promise<T> {
    const turn = last.then(() => answer(rule))
    last = turn.catch(() => {})
    return turn
  }

  async function answer<T>(rule: () => Rule<T>): Promise<T> {
    const asOf = await standby?.asOf()
    // Counts must never go back, so this never reads from a standby that has less than was read before.
    if (asOf && asOf >= readUpTo)
      try {
        const client = await standby?.client()
        if (client) {
          const found = await inTime(client, REPORT_MS, drive(client, rule()))
          readUpTo = asOf
          return found
        }
      } catch (error) {
        // The primary's writes interfered, or the standby is gone, so the database itself answers.
        if (asNotKept(error) === error && !isPassing(error)) throw error
      }
    try {
      const client = await line.client()
      const found = await inTime(client, REPORT_MS, drive(client, rule()))
      readUpTo = now()
      return found
    } catch (error) {
      const reason = asNotKept(error)
      if (reason !== error) line.letGo()
      throw reason
    }
  }

  return {
    ask(question: SlowRead): Promise<unknown> {
      return isClosed ? Promise.reject(CLOSED) : inTurn(() => reports.ruleOf(question))
    },
    /** Makes the next question open another connection. */
    letGo: line.letGo,
    /** Answers earlier questions first. */
    async close(): Promise<void> {
      isClosed = true
      reports.close()
      await last
      await line.close()
    },
  }
}
