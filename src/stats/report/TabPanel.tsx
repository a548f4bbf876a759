import { Tabs } from '@mantine/core'
import type { Range } from '../../operator/days/days.ts'
import type { Density, BrowserStorage } from '../../operator/browser/preferences.ts'
import { PagedTable } from './PagedTable.tsx'
import { ReportTable } from './ReportTable.tsx'
import { SaleStats } from './SaleStats.tsx'
import type { TableProps } from './TableCard.tsx'
import type { Tab } from '../tables/tables.ts'
import { Trend } from '../chart/Trend.tsx'
import type { ChangeAddress } from '../address/useAddress.ts'
import type { OpenFigure } from '../drilldown/useOpened.ts'
import type { Report, TableReport } from './useReports.ts'
import type { TrendReport } from '../chart/useTrend.ts'

interface Props {
  tab: Tab
  range: Range
  /** Null for all paths. */
  path: string | null
  reports: Record<TableReport, Report>
  trend: TrendReport
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
export function TabPanel({ tab, reports, trend, loadSecondary, live, ...shown }: Props) {
  const { range, path, onOpen } = shown
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
      {tab.slug === 'sales' && <SaleStats report={reports['sale-stats']} onOpen={onOpen} />}
      {tab.tables.map((table, at) =>
        loadSecondary || at === 0 ? (
          <AnyTable
            key={table.report}
            table={table}
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
