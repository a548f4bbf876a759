import type { StatementSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import type { BehindName, BehindQuery, ReportName } from '../../../../schemas/reports.ts'
import { behind, type Bound } from '../../reports/drilldown.ts'
import { REPORT_QUERIES } from '../../reports/queries.ts'
import type { RangeParameter, ReportQuery } from '../../reports/query.ts'
import { cutAtDays, edgeDays } from '../../../time/newYorkDay.ts'
import type { Trouble } from '../../records.ts'
import { prepare } from './driver.ts'
import { openForReading } from './file.ts'
import { openOfferNames } from '../../reports/offerNames.ts'
import { openStepReport } from '../../reports/stepReport.ts'
import { troubleOf } from './trouble.ts'

export type ReportQuestion =
  | { report: ReportName; range: { path: string | null; from: number; to: number } }
  | { offersOf: string | null }
  | { [N in BehindName]: { behind: N; words: BehindQuery[N] } }[BehindName]
export type ReportReply =
  { id: number; answer: unknown } | { id: number; message: string; trouble: Trouble | null }

type Prepared = Pick<ReportQuery<unknown>, 'parameters' | 'rows'> & { statement: StatementSync }

const db = openForReading(workerData as string)
const offerNames = openOfferNames(db)
const steps = openStepReport(db)
const queries = new Map<string, Prepared>(
  Object.entries(REPORT_QUERIES).map(([name, { sql, ...query }]) => [
    name,
    { ...query, statement: prepare(db, sql) },
  ]),
)

parentPort!.on('message', (message: { id: number; question: ReportQuestion } | null) => {
  if (message === null) {
    steps.close()
    db.close()
    parentPort!.close()
    return
  }
  const { id, question } = message
  try {
    const answer = answerTo(question)
    parentPort!.postMessage({ id, answer } satisfies ReportReply)
  } catch (error) {
    parentPort!.postMessage({ id, message: String(error), trouble: troubleOf(error) } satisfies ReportReply)
  }
})

function answerTo(question: ReportQuestion): unknown {
  if ('report' in question) return report(question)
  return 'offersOf' in question ? offerNames(question.offersOf) : page(question)
}

function report({ report: name, range }: Extract<ReportQuestion, { report: ReportName }>): unknown[] {
  if (name === 'step-dropoff') return steps.report({ ...range, path: range.path ?? '' })
  const { statement, parameters, rows } = queries.get(name)!
  const values: Record<RangeParameter, string | number | null> = {
    ...cutAtDays(range),
    ...edgeDays(range),
    path: range.path,
  }
  return rows(statement.iterate(...parameters.map((parameter) => values[parameter])))
}

function page(question: Extract<ReportQuestion, { behind: BehindName }>) {
  if (question.behind === 'steps') return steps.page(question.words, run)
  const { behind: name, words } = question
  const limit = words.limit ?? 100
  const found = run(behind(name, { ...words, limit: limit + 1 }))
  const last = found.length > limit ? found[limit - 1] : undefined
  const next = last ? `${String(last['at'])}.${String(last['entry'])}` : null
  for (const row of found) delete row['entry']
  return { rows: found.slice(0, limit), next }
}

function run({ sql, values }: Bound) {
  return prepare(db, sql).all(...values)
}
