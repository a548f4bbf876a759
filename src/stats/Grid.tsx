import { Pagination, VisuallyHidden } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconArrowDown, IconArrowUp, IconSelector } from '@tabler/icons-react'
import { MRT_TableContainer, useMantineReactTable, type MRT_ColumnDef } from 'mantine-react-table'
import { useMemo } from 'react'
import { compareCells, isFigure, show, versionParts, type Format, type Row } from './cells.ts'
import { totalOf, valueOf } from './figures.ts'
import type { Column, Table } from './tables.ts'

interface Props {
  table: Table
  rows: readonly Row[]
  loading: boolean
  /** Nothing has come yet: skeletons stand where rows will. */
  blank: boolean
}

/** Few enough that a click is answered at once. */
const ROWS_PER_PAGE = 50
const BLANK_ROWS: Row[] = Array.from({ length: 6 }, () => ({}))

/** The rows under their headers, over the totals of all of them: not of the page alone. */
export function Grid({ table, rows, loading, blank }: Props) {
  const narrow = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false }) ?? false
  const columns = useMemo(
    () => table.columns.map((column, index) => columnOf(column, { rows, first: index === 0, narrow })),
    [table, rows, narrow],
  )
  const grid = useMantineReactTable<Row>({
    columns,
    data: blank ? BLANK_ROWS : (rows as Row[]),
    state: { showSkeletons: blank },
    initialState: { pagination: { pageIndex: 0, pageSize: ROWS_PER_PAGE } },
    enableColumnActions: false,
    enableFilters: false,
    enableMultiSort: false,
    enableSortingRemoval: false,
    enableStickyHeader: true,
    enableStickyFooter: true,
    enableTableFooter: !blank,
    sortDescFirst: false,
    icons: {
      IconArrowsSort: IconSelector,
      IconSortAscending: IconArrowUp,
      IconSortDescending: IconArrowDown,
    },
    mantineSkeletonProps: { height: 12 },
    mantineTableProps: { className: 'grid', verticalSpacing: 0, horizontalSpacing: 12 },
    mantineTableContainerProps: {
      className: 'grid-scroll',
      tabIndex: 0,
      role: 'group',
      'aria-label': `Rows of ${table.title}`,
    },
  })
  const { pageIndex } = grid.getState().pagination
  return (
    <div data-stale={(loading && !blank) || undefined}>
      <MRT_TableContainer table={grid} />
      {grid.getPageCount() > 1 && (
        <Pagination
          className="pages"
          size="sm"
          total={grid.getPageCount()}
          value={pageIndex + 1}
          onChange={(number) => grid.setPageIndex(number - 1)}
          getControlProps={(control) => ({ 'aria-label': `${control} page` })}
          getItemProps={(number) => ({ 'aria-label': `Page ${number}` })}
        />
      )}
    </div>
  )
}

function columnOf(
  column: Column,
  { rows, first, narrow }: { rows: readonly Row[]; first: boolean; narrow: boolean },
): MRT_ColumnDef<Row> {
  const align = isFigure(column.format) ? 'right' : 'left'
  return {
    id: column.title,
    header: column.title,
    size: widthOf(column, narrow),
    minSize: 60,
    // Sorts as empty, and stays last either way.
    accessorFn: (row) => {
      const value = valueOf(column, row)
      return value === null || value === '' ? undefined : value
    },
    sortUndefined: 'last',
    sortingFn: (one, other, id) => compareCells(one.getValue(id), other.getValue(id)),
    Cell: ({ row: { original } }) =>
      column.version
        ? versionParts(original).flatMap((part) => [<span key={part}>{part}</span>, ' '])
        : show(valueOf(column, original), column.format),
    Footer: first ? (
      'Total'
    ) : column.total ? (
      show(totalOf(column, rows), column.format)
    ) : (
      <VisuallyHidden>No total</VisuallyHidden>
    ),
    mantineTableHeadCellProps: ({ column: { getIsSorted } }) => ({
      align,
      'aria-sort': ({ asc: 'ascending', desc: 'descending' } as const)[String(getIsSorted())] ?? 'none',
    }),
    mantineTableBodyCellProps: ({ column: { getIsSorted } }) => ({
      align,
      className: getIsSorted() ? 'sorted' : '',
    }),
    mantineTableFooterCellProps: { align },
  }
}

const WIDTHS: Record<Format, number> = {
  word: 110,
  id: 110,
  count: 115,
  average: 115,
  cents: 115,
  dollars: 90,
  percent: 150,
}

function widthOf({ version, format }: Column, narrow: boolean): number {
  if (version) return narrow ? 168 : 330
  return WIDTHS[format]
}
