import { useMemo, useState } from 'react'
import { filterOf, returnsOf, type Opened } from '../address/address.ts'
import {
  drilldownFigure,
  foundAmong,
  foundByServer,
  type DrilldownFigure,
  type FoundRows,
} from './drilldowns.ts'
import { TREND, trendFigure } from './trendDrilldowns.ts'
import type { Range } from '../../operator/days/days.ts'
import { columnOf, SALE_STATS, TABLES, type Tab, type Table } from '../tables/tables.ts'
import type { Filter } from '../../rows/matching.ts'
import { useLoaded, type Loaded } from '../../operator/loading/useLoaded.ts'
import type { Report, TableReport } from '../report/useReports.ts'
import { metricOf } from '../tables/trendMetrics.ts'
import type { TrendReport } from '../chart/useTrend.ts'
import { DRILLDOWN } from '../tables/drilldownWords.ts'

interface Scope {
  tab: Tab
  reports: Record<TableReport, Report>
  trend: TrendReport
  address: URLSearchParams
  /** Null for tables of all paths. */
  path: string | null
  range: Range | null
  now: () => number
}

/** The open figure, once its report has loaded; `failure` tells why that failed. It stays as it was when opened, like the rows below it,
 *  even after a refresh. */
export function useFigure(
  opened: Opened | null,
  scope: Scope,
): { figure: DrilldownFigure | null; failure: string | null } {
  const { path, range } = scope
  const key = opened && JSON.stringify([opened, path, range, returnsOf(scope.address)])
  const [held, setHeld] = useState<{ key: string; figure: DrilldownFigure | null } | null>(null)
  const found = useFoundByServer(held?.key === key ? null : opened, scope)
  const source = opened && sourceOf(opened, scope, found)
  if (opened === null || key === null) return { figure: null, failure: null }
  if (!source) return { figure: null, failure: UNKNOWN }
  if (held?.key === key) return { figure: held.figure, failure: held.figure ? null : UNKNOWN }
  const { report, figureIn } = source
  if (range && report.data && !report.loading) setHeld({ key, figure: figureIn(range) })
  return { figure: null, failure: report.failure }
}

/** Title of the figure until it has loaded. */
export function openedTitle({ report, column }: Opened): string {
  const table = [...TABLES, SALE_STATS].find((one) => one.report === report)
  const named = report === TREND ? metricOf(column) : table && columnOf(table, column)
  return named?.title ?? column
}

interface Source {
  report: Loaded<unknown>
  /** The figure in the loaded data; null if there is none of that name. */
  figureIn: (range: Range) => DrilldownFigure | null
}

/** Report of the figure, if it belongs to this tab and path. */
function sourceOf(
  opened: Opened,
  { tab, reports, trend, address, path }: Scope,
  found: Loaded<FoundRows>,
): Source | null {
  if (opened.report === TREND) {
    const { data } = trend
    return { report: trend, figureIn: (range) => data && trendFigure(opened, { path, range, data }) }
  }
  const table = tableOf(opened, tab)
  if (!table) return null
  const report = reports[table.report as TableReport]
  const filter = filterOf(address, table)
  const returns = tab.slug === 'sales' ? returnsOf(address) : 'reported'
  const figureOf = (rows: FoundRows | null) => (range: Range) =>
    rows && drilldownFigure(table, opened, { path, range, filter, found: rows, returns })
  return report.long
    ? { report: { ...found, loading: found.loading || report.loading }, figureIn: figureOf(found.data) }
    : { report, figureIn: figureOf(foundAmong(report.data ?? [], table, opened, filter)) }
}

function tableOf({ report: name }: Opened, tab: Tab): Table | undefined {
  const tables: readonly Table[] = tab.slug === 'sales' ? [...tab.tables, SALE_STATS] : tab.tables
  return tables.find(({ report }) => report === name)
}

/** Rows that the open figure of a long report covers, found by the server. */
function useFoundByServer(opened: Opened | null, { tab, reports, address, now }: Scope): Loaded<FoundRows> {
  const table = opened && tableOf(opened, tab)
  const page = (table && reports[table.report as TableReport].long) ?? null
  const asked = page && JSON.stringify([opened, table && filterOf(address, table), page.facts.snapshot])
  const load = useMemo(() => {
    if (!page || !table || asked === null) return null
    const [figure, filter] = JSON.parse(asked) as [Opened, Filter | null]
    return async (signal: AbortSignal) => ({
      asked,
      rows: await foundByServer(page, table, figure, filter, signal),
    })
  }, [page, table, asked])
  const loaded = useLoaded<{ asked: string; rows: FoundRows }>(load, { now })
  // Rows found for another figure do not apply.
  const rows = loaded.data?.asked === asked ? (loaded.data?.rows ?? null) : null
  return { ...loaded, data: rows, previousData: rows }
}

const UNKNOWN = DRILLDOWN.unknown
