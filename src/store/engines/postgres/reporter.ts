import { openReportRules, type ReportQuestion } from '../../reports/reportRules.ts'
import type { Rule } from '../../statement.ts'
import { inTime, openLine, REPORT_MS } from './connection.ts'
import { drive } from './driver.ts'
import type { Standby } from './standby.ts'
import { asNotKept, isPassing } from './trouble.ts'

const CLOSED = new Error('The store is closed.')

/** Answers reports one after the other, on a connection of its own that the first question makes, or from the standby while it
 *  is not far behind. */
export function openReporter(url: string, { standby, now }: { standby: Standby | null; now: () => number }) {
  const reports = openReportRules((rule) => inTurn(() => rule))
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
    // What was counted once is never uncounted: not from what has less than was read before.
    if (asOf && asOf >= readUpTo)
      try {
        const client = await standby?.client()
        if (client) {
          const found = await inTime(client, REPORT_MS, drive(client, rule()))
          readUpTo = asOf
          return found
        }
      } catch (error) {
        // What the primary wrote meanwhile was in its way, or it is gone: the database itself answers.
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
    ask<Answer>(question: ReportQuestion): Promise<Answer> {
      return isClosed ? Promise.reject(CLOSED) : (inTurn(() => reports.ruleOf(question)) as Promise<Answer>)
    },
    /** The next question makes another connection. */
    letGo: line.letGo,
    /** What was asked before is answered first. */
    async close(): Promise<void> {
      isClosed = true
      reports.close()
      await last
      await line.close()
    },
  }
}
