import { useMediaQuery } from '@mantine/hooks'
import { memo, useCallback, useId, useMemo } from 'react'
import { behindFigure, type BehindFigure } from './behind.ts'
import { show, type Row } from './cells.ts'
import { rangeText, type Range } from './days.ts'
import { FilterTools } from './FilterTools.tsx'
import { Grid } from './Grid.tsx'
import { GridShape } from './GridShape.tsx'
import type { Density, Shelf } from './kept.ts'
import { matching } from './matching.ts'
import { Notice } from './Notice.tsx'
import { inOrderOf, sorted, type Sort } from './sorting.ts'
import { TableMenu } from './TableMenu.tsx'
import type { Column, Table } from './tables.ts'
import type { Report } from './useReports.ts'
import { useTableView } from './useTableView.ts'

interface Props {
  table: Table
  report: Report
  range: Range
  /** Null for a table of all paths. */
  path: string | null
  density: Density
  onDensity: (density: Density) => void
  shelf: Shelf
  onOpen: (figure: BehindFigure) => void
}

/** One table: loading, failed, empty, filled, or filtered to nothing. */
export const ReportTable = memo(function ReportTable({
  table,
  report,
  range,
  path,
  density,
  onDensity,
  shelf,
  onOpen,
}: Props) {
  const titleId = useId()
  const narrow = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false }) ?? false
  const asked = useTableView(table, shelf)
  const { data, basis, loading, failure, retry, settle } = report
  const view = useMemo(
    () => ({
      ...asked,
      setSort: (sort: Sort) => {
        settle()
        asked.setSort(sort)
      },
    }),
    [asked, settle],
  )
  const { filter, setFilter, sort } = view
  const inOrder = useMemo(() => sorted(table, basis ?? [], sort), [table, basis, sort])
  const arranged = useMemo(
    () => (data === basis || !data ? inOrder : inOrderOf(inOrder, data, table)),
    [table, data, basis, inOrder],
  )
  const rows = useMemo(() => matching(table, arranged, filter), [table, arranged, filter])
  const open = useCallback(
    (column: Column, row: Row | null) => onOpen(behindFigure({ table, column, row }, { path, range, rows })),
    [table, path, range, rows, onOpen],
  )
  const clear = { label: 'Clear filter', act: () => setFilter(null) }

  return (
    <section className="card" aria-labelledby={titleId} aria-busy={loading}>
      <header className="card-head">
        <div>
          <h2 id={titleId}>{table.title}</h2>
          <p className="card-note">
            {data && data.length > 0 && <span role="status">{countText(rows.length, data.length)} </span>}
            {filter ? (
              <button type="button" className="link" onClick={clear.act}>
                {clear.label}
              </button>
            ) : (
              table.note
            )}
          </p>
        </div>
        <div className="tools">
          <FilterTools table={table} filter={filter} onChange={setFilter} />
          <TableMenu
            {...{ table, view, density, onDensity }}
            rows={data && failure === null ? rows : null}
            fileName={fileName(table, path, range)}
          />
        </div>
      </header>
      {failure !== null ? (
        <Notice title="This table could not be loaded" urgent action={{ label: 'Retry', act: retry }}>
          {failure}
        </Notice>
      ) : data?.length === 0 ? (
        <Notice title="No available data for this table" stale={loading}>
          {emptyText(range, path)}
        </Notice>
      ) : data && filter && rows.length === 0 ? (
        <Notice title="No matches found..." stale={loading} action={clear}>
          No row has “{filter.search}” in {filter.key}.
        </Notice>
      ) : data === null ? (
        <GridShape table={table} narrow={narrow} />
      ) : (
        <Grid
          {...{ table, view, rows, loading, density, shelf }}
          narrow={narrow}
          onOpen={open}
          // No question asks for the rows of a filter together.
          totalsOpen={rows.length === data?.length}
        />
      )}
    </section>
  )
})

function countText(shown: number, all: number): string {
  const rows = `${show(all, 'count')} ${all === 1 ? 'row' : 'rows'}`
  return shown === all ? `${rows}.` : `${show(shown, 'count')} of ${rows} match.`
}

function emptyText(range: Range, path: string | null): string {
  const when = rangeText(range)
  return path === null
    ? `Nothing was counted ${when} on any path. Try a longer range.`
    : `Nothing was counted ${when} for ${path}. Try a longer range or another path.`
}

function fileName({ report }: Table, path: string | null, { from, to }: Range): string {
  return [report, path, from, to].filter((part) => part !== null).join('_')
}
