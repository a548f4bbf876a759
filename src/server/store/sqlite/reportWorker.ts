import type { StatementSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import type { BehindName, ReportName } from '../../../../schemas/reports.ts'
import { behind, type BehindQuestion } from '../../reports/behind.ts'
import { REPORT_QUERIES } from '../../reports/queries.ts'
import type { RangeParameter, ReportQuery } from '../../reports/query.ts'
import { cutAtDays, edgeDays } from '../newYorkDay.ts'
import { openForReading, prepare } from './file.ts'

export type ReportQuestion =
  | { report: ReportName; range: { path: string | null; from: number; to: number } }
  | { [N in BehindName]: { behind: N; words: BehindQuestion[N] } }[BehindName]
export type ReportReply = { id: number; answer: unknown } | { id: number; message: string }

type Prepared = Pick<ReportQuery<unknown>, 'parameters' | 'rows'> & { statement: StatementSync }

const db = openForReading(workerData as string)
const queries = new Map<string, Prepared>(
  Object.entries(REPORT_QUERIES).map(([name, { sql, ...query }]) => [
    name,
    { ...query, statement: prepare(db, sql) },
  ]),
)

parentPort!.on('message', (message: { id: number; question: ReportQuestion } | null) => {
  if (message === null) {
    db.close()
    parentPort!.close()
    return
  }
  const { id, question } = message
  try {
    const answer = 'report' in question ? report(question) : page(question)
    parentPort!.postMessage({ id, answer } satisfies ReportReply)
  } catch (error) {
    parentPort!.postMessage({ id, message: String(error) } satisfies ReportReply)
  }
})

function report({ report: name, range }: Extract<ReportQuestion, { report: ReportName }>): unknown[] {
  const { statement, parameters, rows } = queries.get(name)!
  const values: Record<RangeParameter, string | number | null> = {
    ...cutAtDays(range),
    ...edgeDays(range),
    path: range.path,
  }
  return rows(statement.iterate(...parameters.map((parameter) => values[parameter])))
}

function page({ behind: name, words }: Extract<ReportQuestion, { behind: BehindName }>) {
  const limit = words.limit ?? 100
  const { sql, values } = behind(name, { ...words, limit: limit + 1 })
  const found = prepare(db, sql).all(...values)
  const last = found.length > limit ? found[limit - 1] : undefined
  const next = last ? `${String(last['at'])}.${String(last['entry'])}` : null
  for (const row of found) delete row['entry']
  return { rows: found.slice(0, limit), next }
}
