import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { REPORTS, type ReportName, type ReportRow } from '../../../../schemas/reports/reports.ts'
import { openPostgres } from '../postgres/open.ts'
import { openReporter } from '../sqlite/reporter.ts'

interface Range {
  from: number
  to: number
}

/** Reports that differ between the file and the database at `to`. A differing report is read again, because the file may have changed
 *  between the two questions. */
export async function compareReports(
  { file, to, range }: { file: string; to: string; range: Range },
  { catchUp, onReports }: { catchUp: () => Promise<void>; onReports: (done: number, total: number) => void },
): Promise<ReportName[]> {
  // Only a reporter, because closing a whole store would drop the locks of other connections to the file. See presence.ts.
  const before = openReporter(file, () => {})
  const reportBefore: Reporting['report'] = (name, range) => before.ask(['report', name, range]) as never
  const after = await openPostgres({ url: to, isMoving: true })
  const isSame = async (name: ReportName, path: string | null) => {
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      await catchUp()
      const [ours, theirs] = await Promise.all(
        [{ report: reportBefore }, after].map((asked) => wholeReport(asked, name, { path, ...range })),
      )
      if (isDeepStrictEqual(ours, theirs)) return true
    }
    return false
  }
  try {
    const names = Object.keys(REPORTS) as ReportName[]
    const paths = await after.paths()
    const asked = names.flatMap((name) =>
      (REPORTS[name].scope === 'path' ? paths : [null]).map((path) => ({ name, path })),
    )
    const different = new Set<ReportName>()
    for (const [i, { name, path }] of asked.entries()) {
      if (!(await isSame(name, path))) different.add(name)
      onReports(i + 1, asked.length)
    }
    return [...different]
  } finally {
    await Promise.all([before.close(), after.close()])
  }
}

const MOST_TRIES = 3

interface Reporting {
  report: <N extends ReportName>(name: N, range: Range & { path: string | null }) => Promise<ReportRow<N>[]>
}

/** Drop-off is counted in the background, newest hours first. */
async function wholeReport(
  { report }: Reporting,
  name: ReportName,
  range: Range & { path: string | null },
): Promise<object[]> {
  for (;;) {
    const rows = await report(name, range)
    const [first] = rows
    if (!first || !('counted_from' in first) || first.counted_from <= range.from) return rows
    await sleep(100)
  }
}
