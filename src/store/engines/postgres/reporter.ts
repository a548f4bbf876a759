import type { Client } from 'pg'
import { openReportRules, type ReportQuestion } from '../../reports/reportRules.ts'
import type { Rule } from '../../statement.ts'
import { connect } from './connection.ts'
import { drive } from './driver.ts'
import type { Standby } from './standby.ts'
import { asNotKept, isPassing } from './trouble.ts'

const CLOSED = new Error('The store is closed.')

/** Answers reports one after the other, on a connection of its own that the first question makes, or from the standby while it
 *  is not far behind. */
export function openReporter(url: string, { standby, now }: { standby: Standby | null; now: () => number }) {
  const reports = openReportRules((rule) => inTurn(() => rule))
  let connection: Promise<Client> | null = null
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
          const found = await drive(client, rule())
          readUpTo = asOf
          return found
        }
      } catch (error) {
        // What the primary wrote meanwhile was in its way, or it is gone: the database itself answers.
        if (asNotKept(error) === error && !isPassing(error)) throw error
      }
    try {
      const found = await drive(await (connection ??= connectToRead()), rule())
      readUpTo = now()
      return found
    } catch (error) {
      const reason = asNotKept(error)
      if (reason !== error) connection = null
      throw reason
    }
  }

  function connectToRead(): Promise<Client> {
    const made = connect(url, () => {
      if (connection === made) connection = null
    })
    return made
  }

  return {
    ask<Answer>(question: ReportQuestion): Promise<Answer> {
      return isClosed ? Promise.reject(CLOSED) : (inTurn(() => reports.ruleOf(question)) as Promise<Answer>)
    },
    /** What was asked before is answered first. */
    async close(): Promise<void> {
      isClosed = true
      reports.close()
      await last
      await (await connection?.catch(() => null))?.end()
    },
  }
}
