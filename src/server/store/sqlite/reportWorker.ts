import type { StatementSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import type { ReportName } from '../../../../schemas/reports.ts'
import { REPORT_QUERIES } from '../../reports/queries.ts'
import type { RangeParameter, ReportQuery } from '../../reports/query.ts'
import { cutAtDays } from '../newYorkDay.ts'
import { openForReading, prepare } from './file.ts'

export interface ReportQuestion {
  id: number
  name: ReportName
  range: { path: string | null; from: number; to: number }
}
export type ReportReply = { id: number; rows: unknown[] } | { id: number; message: string }

type Prepared = Pick<ReportQuery<unknown>, 'parameters' | 'row'> & { statement: StatementSync }

const db = openForReading(workerData as string)
const queries = new Map<string, Prepared>(
  Object.entries(REPORT_QUERIES).map(([name, { sql, ...query }]) => [
    name,
    { ...query, statement: prepare(db, sql) },
  ]),
)

parentPort!.on('message', (question: ReportQuestion | null) => {
  if (question === null) {
    db.close()
    parentPort!.close()
    return
  }
  const { id } = question
  try {
    parentPort!.postMessage({ id, rows: answer(question) } satisfies ReportReply)
  } catch (error) {
    parentPort!.postMessage({ id, message: String(error) } satisfies ReportReply)
  }
})

function answer({ name, range }: ReportQuestion): unknown[] {
  const { statement, parameters, row } = queries.get(name)!
  const values: Record<RangeParameter, string | number | null> = { ...cutAtDays(range), path: range.path }
  return statement.all(...parameters.map((parameter) => values[parameter])).map(row)
}
