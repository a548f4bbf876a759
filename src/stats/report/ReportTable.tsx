import { memo, useEffect, useMemo } from 'react'
import type { ChangeAddress } from '../address/useAddress.ts'
import { whileIdle } from '../../operator/browser/whileIdle.ts'
import { matching } from '../../rows/matching.ts'
import { inOrderOf, ranking, sorted, type Sort } from '../../rows/sorting.ts'
import { TableCard, type Arranged, type TableProps } from './TableCard.tsx'
import { useTableView } from './useTableView.ts'

/** Number of rows above which sorting is prepared in advance. */
const LONG_ROWS = 1000

/** A table with all its rows here, which it sorts and searches itself. */
export const ReportTable = memo(function ReportTable({
  changeAddress,
  ...props
}: TableProps & { changeAddress: ChangeAddress }) {
  const { table, report, storage } = props
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
  const { filter, sort } = view
  const inOrder = useMemo(() => sorted(table, previousData ?? [], sort), [table, previousData, sort])
  const inPlace = useMemo(
    () => (data === previousData || !data ? inOrder : inOrderOf(inOrder, data, table)),
    [table, data, previousData, inOrder],
  )
  const rows = useMemo(() => matching(table, inPlace, filter), [table, inPlace, filter])
  // Totals are announced when a filter or an order changes them. Automatic updates are not, but become the new basis.
  const spoken = useMemo(() => matching(table, inOrder, filter), [table, inOrder, filter])
  useEffect(() => {
    if (previousData && previousData.length > LONG_ROWS) return whileIdle(ranking(table, previousData))
  }, [table, previousData])
  const getRows = useMemo(() => async () => rows, [rows])
  const arranged: Arranged = {
    view,
    rows,
    spoken,
    loading,
    failure,
    retry,
    getRows,
    sums: rows,
    all: data?.length ?? null,
  }
  return <TableCard {...props} arranged={arranged} />
})
