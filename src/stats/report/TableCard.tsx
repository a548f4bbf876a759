import { VisuallyHidden } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useCallback, useId, useMemo } from 'react'
import { filterMember } from '../address/address.ts'
import { dayText, instants, rangeText, today, type Range } from '../../operator/days/days.ts'
import type { Density, BrowserStorage } from '../../operator/browser/preferences.ts'
import { moveFocusToSection } from '../../operator/browser/moveFocusToSection.ts'
import { openedIn } from '../drilldown/drilldowns.ts'
import type { OpenFigure } from '../drilldown/useOpened.ts'
import { show } from '../../operator/table/cells.ts'
import { Grid } from '../grid/Grid.tsx'
import { GridShape } from '../grid/GridShape.tsx'
import { Notice, Outdated } from '../../operator/loading/Notice.tsx'
import { totalOf } from '../../rows/figures.ts'
import type { Row } from '../../rows/row.ts'
import { FilterTools } from './FilterTools.tsx'
import type { RowList } from '../tables/rowPages.ts'
import { DownloadMenu, ViewMenu, type GetRows } from './TableMenu.tsx'
import { withMoneyFirst, type Column, type Table } from '../tables/tables.ts'
import type { Report } from './useReports.ts'
import type { TableView } from './useTableView.ts'
import { SCREEN } from '../../operator/screenWords.ts'
import { TABLE, TABLE_TOOLS } from '../grid/tableWords.ts'

/** A table with the parts around it that all tables share; each has its own source of rows. */
export interface TableProps {
  table: Table
  report: Report
  range: Range
  /** Null for a table of all paths. */
  path: string | null
  density: Density
  onDensity: (density: Density) => void
  storage: BrowserStorage
  onOpen: OpenFigure
  /** True if the filter and export tools may render already; the figures come first. */
  tools: boolean
}

/** Arrangement of the rows. */
export interface Arranged {
  view: TableView
  /** Matching rows, in their order. */
  rows: RowList
  /** Number of rows, matching or not; null while unknown. */
  all: number | null
  /** Rows that the totals strip sums up. */
  sums: readonly Row[]
  /** Rows that are announced to screen readers. */
  spoken: readonly Row[]
  loading: boolean
  failure: string | null
  retry: () => void
  /** Matching rows, for a file. */
  getRows: GetRows
  /** Called with the range of visible rows. */
  onWindow?: (first: number, end: number) => void
}

/** One table: loading, failed, empty, filled, or with no row left by the filter. */
export function TableCard({ arranged, ...props }: TableProps & { arranged: Arranged }) {
  const { table, report, range, path, density, onDensity, storage, onOpen, tools } = props
  const { view, rows, all, sums, spoken, loading, failure, retry, getRows, onWindow } = arranged
  const titleId = useId()
  const narrow = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false }) ?? false
  const { filter, setFilter, hidden, setHidden } = view
  const { data } = report
  const totalsSpoken = useMemo(() => totalsText(table, spoken), [table, spoken])
  const countedFrom = Number(data?.[0]?.['counted_from'] ?? 0)
  const firstDay = countedFrom > instants(range).from ? today(countedFrom) : range.from
  const laidOut = useMemo(() => (narrow ? withMoneyFirst(table) : table), [table, narrow])
  const open = useCallback(
    (column: Column, row: Row | null) => onOpen(openedIn(table, column.id, row), filterMember(table, filter)),
    [table, filter, onOpen],
  )
  const clear = { label: TABLE_TOOLS.clear, act: () => setFilter(null) }
  /** True if some rows failed to load while others are there. */
  const isPart = failure !== null && data !== null && rows.length > 0 && !loading && report.failure === null

  return (
    <section className="card" aria-labelledby={titleId} aria-busy={loading}>
      <header className="card-head">
        <div>
          <h2 id={titleId}>{table.title}</h2>
          <p className="card-note">
            {all !== null && all > 0 && (
              <span role="status">
                {countText(rows.length, all)}{' '}
                <VisuallyHidden>{totalsSpoken === totalsText(table, sums) && totalsSpoken}</VisuallyHidden>
              </span>
            )}
            {filter ? (
              <button
                type="button"
                className="link"
                onClick={({ currentTarget }) => {
                  moveFocusToSection(currentTarget)
                  clear.act()
                }}
              >
                {clear.label}
              </button>
            ) : (
              table.note
            )}
            {firstDay !== range.from && TABLE.countedFrom(dayText(firstDay))}
          </p>
        </div>
        <div className="tools">
          {tools && (
            <>
              <FilterTools table={table} filter={filter} onChange={setFilter} />
              <ViewMenu {...{ table, hidden, setHidden, density, onDensity }} />
              <DownloadMenu
                table={table}
                hidden={hidden}
                getRows={data && failure === null ? getRows : null}
                fileName={fileName(table, path, { ...range, from: firstDay })}
              />
            </>
          )}
        </div>
      </header>
      <Outdated report={report} />
      {failure !== null && (
        <Notice title={TABLE.failed} urgent action={{ label: SCREEN.retry, act: retry }}>
          {failure}
        </Notice>
      )}
      {failure !== null && !isPart ? null : all === 0 ? (
        <Notice title={TABLE.empty} stale={loading}>
          {emptyText(range, path)}
        </Notice>
      ) : data && filter && rows.length === 0 ? (
        <Notice title={TABLE.noMatch} stale={loading} action={clear}>
          {TABLE.noRowHas(filter.search, filter.key)}
        </Notice>
      ) : data === null ? (
        <GridShape {...{ narrow, density, hidden }} table={laidOut} />
      ) : (
        <Grid
          {...{ view, rows, sums, loading, narrow, density, storage }}
          table={laidOut}
          onOpen={open}
          {...(onWindow && { onWindow })}
        />
      )}
    </section>
  )
}

function countText(shown: number, all: number): string {
  const count = show(all, 'count')
  return shown === all ? TABLE.rows(count, all === 1) : TABLE.match(show(shown, 'count'), count, all === 1)
}

function totalsText({ columns }: Table, rows: readonly Row[]): string {
  const totals = columns
    .filter(({ total }) => total !== undefined)
    .map((column) => `${column.title} ${show(totalOf(column, rows), column.format)}`)
  return TABLE.totals(totals)
}

function emptyText(range: Range, path: string | null): string {
  const when = rangeText(range)
  return path === null ? TABLE.nothingOnAnyPath(when) : TABLE.nothingFor(path, when)
}

function fileName({ report }: Table, path: string | null, { from, to }: Range): string {
  return [report, path, from, to].filter((part) => part !== null).join('_')
}
