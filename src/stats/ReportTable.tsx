import { useId, useMemo } from 'react'
import { show } from './cells.ts'
import { rangeText, type Range } from './days.ts'
import { matching } from './figures.ts'
import { FilterTools } from './FilterTools.tsx'
import { Grid } from './Grid.tsx'
import { Notice } from './Notice.tsx'
import type { Table } from './tables.ts'
import { useFilter } from './useFilter.ts'
import type { Report } from './useReports.ts'

interface Props {
  table: Table
  report: Report
  range: Range
  /** Null for a table of all paths. */
  path: string | null
}

/** One table: loading, failed, empty, filled, or filtered to nothing. */
export function ReportTable({ table, report, range, path }: Props) {
  const titleId = useId()
  const { filter, setFilter } = useFilter(table)
  const { data, loading, failure, retry } = report
  const rows = useMemo(() => matching(table, data ?? [], filter), [table, data, filter])
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
        <FilterTools table={table} filter={filter} onChange={setFilter} />
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
      ) : (
        <Grid table={table} rows={rows} loading={loading} blank={data === null} />
      )}
    </section>
  )
}

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
