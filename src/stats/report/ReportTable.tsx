import { VisuallyHidden } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { memo, useCallback, useEffect, useId, useMemo } from 'react'
import { filterMember } from '../address/address.ts'
import { openedIn } from '../drilldown/drilldowns.ts'
import { show } from '../grid/cells.ts'
import type { Row } from '../../rows/row.ts'
import { dayText, instants, rangeText, today, type Range } from '../address/days.ts'
import { totalOf } from '../../rows/figures.ts'
import { FilterTools } from './FilterTools.tsx'
import { Grid } from '../grid/Grid.tsx'
import { GridShape } from '../grid/GridShape.tsx'
import { moveFocusToSection } from '../drilldown/moveFocusToSection.ts'
import type { Density, BrowserStorage } from '../browser/preferences.ts'
import { matching } from '../../rows/matching.ts'
import { Notice, Outdated } from '../Notice.tsx'
import { inOrderOf, ranking, sorted, type Sort } from '../../rows/sorting.ts'
import { DownloadMenu, ViewMenu } from './TableMenu.tsx'
import { withMoneyFirst, type Column, type Table } from './tables.ts'
import type { ChangeAddress } from '../address/useAddress.ts'
import type { OpenFigure } from '../drilldown/useOpened.ts'
import type { Report } from './useReports.ts'
import { useTableView } from './useTableView.ts'
import { whileIdle } from '../browser/whileIdle.ts'
import { SCREEN } from '../../texts/statsScreen.ts'
import { TABLE, TABLE_TOOLS } from '../../texts/statsTable.ts'

interface Props {
  table: Table
  report: Report
  range: Range
  /** Null for a table of all paths. */
  path: string | null
  density: Density
  onDensity: (density: Density) => void
  storage: BrowserStorage
  changeAddress: ChangeAddress
  onOpen: OpenFigure
  /** Whether what filters and takes along may stand already: the figures come before it. */
  tools: boolean
}

/** Longer tables are made ready for sorting before anybody asks. */
const LONG_ROWS = 1000

/** One table: loading, failed, empty, filled, or filtered to nothing. */
export const ReportTable = memo(function ReportTable({
  table,
  report,
  range,
  path,
  density,
  onDensity,
  storage,
  changeAddress,
  onOpen,
  tools,
}: Props) {
  const titleId = useId()
  const narrow = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false }) ?? false
  const asked = useTableView(table, { storage, changeAddress })
  const { data, previousData, loading, failure, retry, acceptNewOrder } = report
  const view = useMemo(
    () => ({
      ...asked,
      setSort: (sort: Sort) => {
        acceptNewOrder()
        asked.setSort(sort)
      },
    }),
    [asked, acceptNewOrder],
  )
  const { filter, setFilter, sort, hidden, setHidden } = view
  const inOrder = useMemo(() => sorted(table, previousData ?? [], sort), [table, previousData, sort])
  const arranged = useMemo(
    () => (data === previousData || !data ? inOrder : inOrderOf(inOrder, data, table)),
    [table, data, previousData, inOrder],
  )
  const rows = useMemo(() => matching(table, arranged, filter), [table, arranged, filter])
  // What a filter or an order makes of the totals is said; what is brought up to date by itself is not, and takes the place
  // of what was said.
  const totalsSpoken = useMemo(
    () => totalsText(table, matching(table, inOrder, filter)),
    [table, inOrder, filter],
  )
  useEffect(() => {
    if (previousData && previousData.length > LONG_ROWS) return whileIdle(ranking(table, previousData))
  }, [table, previousData])
  const countedFrom = Number(data?.[0]?.['counted_from'] ?? 0)
  const firstDay = countedFrom > instants(range).from ? today(countedFrom) : range.from
  const laidOut = useMemo(() => (narrow ? withMoneyFirst(table) : table), [table, narrow])
  const open = useCallback(
    (column: Column, row: Row | null) => onOpen(openedIn(table, column.id, row), filterMember(table, filter)),
    [table, filter, onOpen],
  )
  const clear = { label: TABLE_TOOLS.clear, act: () => setFilter(null) }

  return (
    <section className="card" aria-labelledby={titleId} aria-busy={loading}>
      <header className="card-head">
        <div>
          <h2 id={titleId}>{table.title}</h2>
          <p className="card-note">
            {data && data.length > 0 && (
              <span role="status">
                {countText(rows.length, data.length)}{' '}
                <VisuallyHidden>{totalsSpoken === totalsText(table, rows) && totalsSpoken}</VisuallyHidden>
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
                rows={data && failure === null ? rows : null}
                fileName={fileName(table, path, { ...range, from: firstDay })}
              />
            </>
          )}
        </div>
      </header>
      <Outdated report={report} />
      {failure !== null ? (
        <Notice title={TABLE.failed} urgent action={{ label: SCREEN.retry, act: retry }}>
          {failure}
        </Notice>
      ) : data?.length === 0 ? (
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
        <Grid {...{ view, rows, loading, narrow, density, storage }} table={laidOut} onOpen={open} />
      )}
    </section>
  )
})

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
