import { Tabs } from '@mantine/core'
import type { ReturnsOn } from '../../../schemas/reports/reports.ts'
import type { Range } from '../../operator/days/days.ts'
import type { Density, BrowserStorage } from '../../operator/browser/preferences.ts'
import { ReportTable } from './ReportTable.tsx'
import { ReturnsSwitch, withReturnsOn } from './ReturnsSwitch.tsx'
import { SaleStats } from './SaleStats.tsx'
import { type TableProps, TableCard, type Arranged } from './TableCard.tsx'
import type { Tab } from '../tables/tables.ts'
import { Trend } from '../chart/Trend.tsx'
import type { ChangeAddress } from '../address/useAddress.ts'
import type { OpenFigure } from '../drilldown/useOpened.ts'
import type { Report, TableReport } from './useReports.ts'
import type { TrendReport } from '../chart/useTrend.ts'
import { memo, useMemo } from 'react'
import { allRows, type Page } from '../tables/rowPages.ts'
import type { GetRows } from './TableMenu.tsx'
import { usePages } from './usePages.ts'
import { useTableView } from './useTableView.ts'

interface Props {
  tab: Tab
  range: Range
  /** Null for all paths. */
  path: string | null
  reports: Record<TableReport, Report>
  trend: TrendReport
  /** Day on which returns count in the tables of sales. */
  returns: ReturnsOn
  /** True if the others may follow the first table. */
  loadSecondary: boolean
  /** True if the range ends today. */
  live: boolean
  density: Density
  onDensity: (density: Density) => void
  storage: BrowserStorage
  changeAddress: ChangeAddress
  onOpen: OpenFigure
}

/** Contents of a tab: the chart, the boxes of sales, the tables. */
export function TabPanel({ tab, reports, trend, returns, loadSecondary, live, ...shown }: Props) {
  const { range, path, onOpen, changeAddress } = shown
  return (
    <Tabs.Panel value={tab.slug} className={`panel panel-${tab.slug}`}>
      <Trend
        report={trend}
        range={range}
        path={path}
        first={tab.slug === 'sales' ? 'revenue' : 'visits'}
        draws={loadSecondary}
        live={live}
        onOpen={onOpen}
      />
      {tab.slug === 'sales' && <ReturnsSwitch returns={returns} changeAddress={changeAddress} />}
      {tab.slug === 'sales' && <SaleStats report={reports['sale-stats']} onOpen={onOpen} />}
      {tab.tables.map((table, at) =>
        loadSecondary || at === 0 ? (
          <AnyTable
            key={table.report}
            table={tab.slug === 'sales' ? withReturnsOn(table, returns) : table}
            report={reports[table.report]}
            tools={loadSecondary}
            {...shown}
          />
        ) : (
          <div key={table.report} className="card card-to-come" />
        ),
      )}
    </Tabs.Panel>
  )
}

/** Table of a report; a long one has its own kind. */
function AnyTable(props: TableProps & { changeAddress: ChangeAddress }) {
  const { long } = props.report
  return long ? <PagedTable first={long} {...props} /> : <ReportTable {...props} />
}

/** A table with more rows than a browser should hold: the server sorts, searches, and sums them, and only the visible ones are here. */
const PagedTable = memo(function PagedTable({
  first,
  changeAddress,
  ...props
}: TableProps & { first: Page; changeAddress: ChangeAddress }) {
  const { table, report, storage } = props
  const view = useTableView(table, { storage, changeAddress })
  const { rows, loading, failure, retry, facts, onWindow, source, arrangement } = usePages(first, view)
  const sums = useMemo(() => [facts.matching_totals], [facts])
  const getRows: GetRows = useMemo(
    () => (onRows, signal) => allRows(source, arrangement, onRows, signal),
    [source, arrangement],
  )
  const arranged: Arranged = {
    view,
    rows,
    sums,
    getRows,
    onWindow,
    spoken: sums,
    all: facts.rows,
    loading: report.loading || loading,
    failure: report.failure ?? failure,
    retry: report.failure === null ? retry : report.retry,
  }
  return <TableCard {...props} arranged={arranged} />
})
