import { useState } from 'react'
import { filterOf, type Opened } from './address.ts'
import { behindFigure, type BehindFigure } from './behind.ts'
import type { Range } from './days.ts'
import { SALE_STATS, TABLES } from './tables.ts'
import type { Report, TableReport } from './useReports.ts'

interface Scope {
  reports: Record<TableReport, Report>
  address: URLSearchParams
  /** Null where the tables are of all paths. */
  path: string | null
  range: Range | null
}

/** The figure that is open, once the report that it is of has come; `failure` says why that did not. It stays as it was when
 *  it was opened, like the rows under it, whatever is brought up to date behind it. */
export function useFigure(
  opened: Opened | null,
  { reports, address, path, range }: Scope,
): { figure: BehindFigure | null; failure: string | null } {
  const table = [...TABLES, SALE_STATS].find(({ report }) => report === opened?.report)
  const report = table && reports[table.report as TableReport]
  const key = opened && JSON.stringify([opened, path, range])
  const [held, setHeld] = useState<{ key: string; figure: BehindFigure | null } | null>(null)
  if (opened === null || key === null) return { figure: null, failure: null }
  if (!table) return { figure: null, failure: UNKNOWN }
  if (held?.key === key) return { figure: held.figure, failure: held.figure ? null : UNKNOWN }
  if (range && report?.data && !report.loading) {
    const filter = filterOf(address, table)
    const figure = behindFigure(table, opened, { path, range, rows: report.data, filter })
    setHeld({ key, figure })
  }
  return { figure: null, failure: report?.failure ?? null }
}

const UNKNOWN = 'There is no such figure.'
