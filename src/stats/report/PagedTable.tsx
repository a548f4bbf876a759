import { memo, useMemo } from 'react'
import type { ChangeAddress } from '../address/useAddress.ts'
import { allRows, type Page } from '../tables/rowPages.ts'
import { TableCard, type Arranged, type TableProps } from './TableCard.tsx'
import type { GetRows } from './TableMenu.tsx'
import { usePages } from './usePages.ts'
import { useTableView } from './useTableView.ts'

/** A table with more rows than a browser should hold: the server sorts, searches and sums them, and only the visible ones are here. */
export const PagedTable = memo(function PagedTable({
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
