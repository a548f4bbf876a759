import { Button } from '@mantine/core'
import { useId, useMemo } from 'react'
import { rangeText, type Range } from './days.ts'
import { matching } from './figures.ts'
import { FilterTools } from './FilterTools.tsx'
import { Grid } from './Grid.tsx'
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

  return (
    <section className="card" aria-labelledby={titleId} aria-busy={loading}>
      <header className="card-head">
        <div>
          <h2 id={titleId}>{table.title}</h2>
          <p className="card-note">{table.note}</p>
        </div>
        <FilterTools
          table={table}
          filter={filter}
          onChange={setFilter}
          found={data && { shown: rows.length, all: data.length }}
        />
      </header>
      {failure !== null ? (
        <div role="alert" className="notice notice-failure">
          <strong>This table could not be loaded</strong>
          <p>{failure}</p>
          <Button size="xs" variant="default" onClick={retry}>
            Retry
          </Button>
        </div>
      ) : data?.length === 0 ? (
        <div role="status" className="notice" data-stale={loading || undefined}>
          <strong>No available data for this table</strong>
          <p>
            Nothing was counted {rangeText(range)} {path === null ? 'on any path' : `for ${path}`}. Try a
            longer range{path === null ? '' : ' or another path'}.
          </p>
        </div>
      ) : data && filter && rows.length === 0 ? (
        <div role="status" className="notice" data-stale={loading || undefined}>
          <strong>No matches found...</strong>
          <p>
            None of the {data.length.toLocaleString('en-US')} rows has “{filter.search}” in {filter.key}.
          </p>
          <Button size="xs" variant="default" onClick={() => setFilter(null)}>
            Clear filter
          </Button>
        </div>
      ) : (
        <Grid table={table} rows={rows} loading={loading} blank={data === null} />
      )}
    </section>
  )
}
