import type { PGlite } from '@electric-sql/pglite'
import { backlog } from '../../../src/store/leads/backlog.ts'
import { openReportRules, type ReportQuestion } from '../../../src/store/reports/reportRules.ts'
import type { Call, Rule, Value } from '../../../src/store/statement.ts'
import type { Store } from '../../../src/store/store.ts'
import { openTally } from '../../../src/store/totals/tally.ts'
import { openVerbs, openWrites } from '../../../src/store/verbs.ts'
import { POSTGRES } from './postgres.ts'

/** The store's rules on a PostgreSQL that runs in this process: each write in a transaction of its own, one after the other. */
export function openOnPostgres(
  db: PGlite,
  { now = Date.now, quarantineRows = 10_000 }: { now?: () => number; quarantineRows?: number } = {},
): Store {
  const tally = openTally()
  const ruleOf = openWrites({ tally, quarantineRows, onErase() {} })
  const reports = openReportRules((rule) => inTurn(() => drive(rule)))
  let last: Promise<unknown> = Promise.resolve()

  function inTurn<T>(act: () => Promise<T>): Promise<T> {
    const turn = last.then(act)
    last = turn.catch(() => {})
    return turn
  }

  async function answer({ statement, values, wants }: Call): Promise<unknown> {
    const sql = typeof statement.text === 'string' ? statement.text : statement.text(POSTGRES)
    const { rows, affectedRows } = await db.query<Value[]>(sql, [...values], {
      rowMode: 'array',
      parsers: { [NUMERIC]: Number },
    })
    if (wants === 'changes') return affectedRows
    return wants === 'rows' ? rows.map(statement.row) : rows[0] ? statement.row(rows[0]) : null
  }

  async function drive<T>(rule: Rule<T>): Promise<T> {
    let turn = rule.next()
    while (!turn.done) turn = rule.next(await answer(turn.value))
    return turn.value
  }

  async function write(rule: Rule<unknown>): Promise<unknown> {
    await db.exec('BEGIN')
    try {
      const value = await drive(rule)
      await drive(tally.flush())
      await db.exec('COMMIT')
      return value
    } catch (error) {
      tally.forget()
      await db.exec('ROLLBACK')
      throw error
    }
  }

  const ask = <T>(question: ReportQuestion) => inTurn(() => drive(reports.ruleOf(question))) as Promise<T>
  return {
    ...openVerbs({
      // As a write travels to another process.
      write: (call) => inTurn(() => write(ruleOf(JSON.parse(JSON.stringify(call)) as typeof call))),
      read: (rule) => inTurn(() => drive(rule)),
      now,
    }),
    report: (name, range) => ask({ report: name, range }),
    offerNames: (path) => ask({ offersOf: path }),
    drilldown: (name, words) => ask({ drilldown: name, words } as ReportQuestion),
    watch() {},
    onEnd() {},
    load: async () => ({
      writes: 0,
      ...(await inTurn(() => drive(backlog()))),
      bytes: { database: 0, log: 0, free: 0 },
    }),
    close: async () => reports.close(),
  }
}

/** Its number among PostgreSQL's types: what sums of int8 are of. */
const NUMERIC = 1700
