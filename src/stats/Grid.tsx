import { VisuallyHidden } from '@mantine/core'
import { useViewportSize } from '@mantine/hooks'
import { IconArrowDown, IconArrowUp, IconSelector } from '@tabler/icons-react'
import {
  MRT_TableBodyRow,
  MRT_TableContainer,
  useMantineReactTable,
  type MRT_ColumnDef,
  type MRT_TableInstance,
} from 'mantine-react-table'
import { memo, useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { opens } from './behind.ts'
import { isFigure, show, versionParts, type Cell, type Row } from './cells.ts'
import { totalOf, valueOf } from './figures.ts'
import { keepWidths, keptWidths, MIN_WIDTH_PX, type Density, type Shelf } from './kept.ts'
import type { Column, Table } from './tables.ts'
import { useRowWindow, WHOLE_ROWS, type RowWindow } from './useRowWindow.ts'
import type { TableView } from './useTableView.ts'
import { widthOf } from './widths.ts'

interface Props {
  table: Table
  view: TableView
  rows: readonly Row[]
  loading: boolean
  /** On a phone. */
  narrow: boolean
  density: Density
  shelf: Shelf
  /** Shows what a figure is made of; `row` is null for one of the totals. */
  onOpen: (column: Column, row: Row | null) => void
  /** Whether the totals are of rows that can be asked for together. */
  totalsOpen: boolean
}

const ROW_PX: Record<Density, number> = { compact: 28, normal: 34, airy: 44 }
/** What the stylesheet leaves to the rows at most. */
const MAX_HEIGHT_PX = 1000

/** The rows under their headers, over the totals of all of them: not of those in sight alone. */
export const Grid = memo(function Grid({
  table,
  view,
  rows,
  loading,
  narrow,
  density,
  shelf,
  onOpen,
  totalsOpen,
}: Props) {
  const [widths, setWidths] = useState(() => keptWidths(shelf, table.report))
  const rowPx = ROW_PX[density]
  const { height } = useViewportSize()
  const window = useRowWindow(rows.length, {
    rowPx,
    heightPx: Math.min(height || MAX_HEIGHT_PX, MAX_HEIGHT_PX),
  })
  const scroller = useRef<HTMLDivElement>(null)

  const columns = useMemo(
    () =>
      table.columns.map((column, index) =>
        columnOf(column, { rows, first: index === 0, narrow, onOpen, totalsOpen }),
      ),
    [table, rows, narrow, onOpen, totalsOpen],
  )
  const { first, end } = window
  const drawn = useMemo(() => rows.slice(first, end), [rows, first, end])
  const { sort, filter, hidden } = view
  const scrolled = useRef({ sort, filter })
  useEffect(() => {
    if (scrolled.current.sort === sort && scrolled.current.filter === filter) return
    scrolled.current = { sort, filter }
    scroller.current?.scrollTo({ top: 0 })
  }, [sort, filter])
  useEffect(() => {
    if (Object.keys(widths).length > 0) keepWidths(shelf, table.report, widths)
  }, [widths, shelf, table])

  const grid = useMantineReactTable<Row>({
    columns,
    data: drawn as Row[],
    state: {
      sorting: sort ? [{ id: sort.title, desc: sort.descending }] : [],
      columnVisibility: Object.fromEntries(hidden.map((title) => [title, false])),
      columnSizing: widths,
    },
    onSortingChange: (next) => {
      const [chosen] = typeof next === 'function' ? next(grid.getState().sorting) : next
      if (chosen) view.setSort({ title: chosen.id, descending: chosen.desc })
    },
    onColumnSizingChange: setWidths,
    manualSorting: true,
    enablePagination: false,
    enableColumnActions: false,
    enableColumnResizing: true,
    enableFilters: false,
    enableMultiSort: false,
    enableSortingRemoval: false,
    enableStickyHeader: true,
    enableStickyFooter: true,
    layoutMode: 'semantic',
    sortDescFirst: false,
    icons: {
      IconArrowsSort: IconSelector,
      IconSortAscending: IconArrowUp,
      IconSortDescending: IconArrowDown,
    },
    mantineTableProps: {
      className: rows.length > WHOLE_ROWS ? 'grid grid-long' : 'grid',
      verticalSpacing: 0,
      horizontalSpacing: 12,
      // One for the header, one for the totals.
      'aria-rowcount': rows.length + 2,
    },
    mantineTableBodyProps: ({ table: drawing }) =>
      rows.length > WHOLE_ROWS ? { children: windowed(drawing, window, { rows, rowPx }) } : {},
    mantineTableContainerProps: {
      className: 'grid-scroll',
      ref: scroller,
      tabIndex: 0,
      role: 'group',
      'aria-label': `Rows of ${table.title}`,
      onScroll: window.onScroll,
    },
  })
  return (
    <div data-stale={loading || undefined} data-density={density}>
      <MRT_TableContainer table={grid} />
    </div>
  )
})

/** The rows of the window between what stands for the others. */
function windowed(
  grid: MRT_TableInstance<Row>,
  { first, end }: RowWindow,
  { rows, rowPx }: { rows: readonly Row[]; rowPx: number },
): ReactNode {
  const gap = (count: number, key: string) =>
    count > 0 && <tr key={key} aria-hidden className="gap" style={{ height: count * rowPx }} />
  return (
    <>
      {gap(first, 'before')}
      {grid.getRowModel().rows.map((row, index) => (
        <MRT_TableBodyRow
          // The place, not the row: what scrolls in takes the element of what scrolls out.
          key={index}
          row={row}
          table={grid}
          tableProps={{}}
          numRows={rows.length}
          renderedRowIndex={first + index}
          aria-rowindex={first + index + 2}
        />
      ))}
      {gap(rows.length - end, 'after')}
    </>
  )
}

function columnOf(
  column: Column,
  {
    rows,
    first,
    narrow,
    onOpen,
    totalsOpen,
  }: { first: boolean; narrow: boolean } & Pick<Props, 'rows' | 'onOpen' | 'totalsOpen'>,
): MRT_ColumnDef<Row> {
  const align = isFigure(column.format) ? 'right' : 'left'
  return {
    id: column.title,
    header: column.title,
    size: widthOf(column, narrow),
    minSize: MIN_WIDTH_PX,
    // Sorting is ours: see sorting.ts.
    accessorFn: (row) => valueOf(column, row),
    Cell: ({ row: { original } }) =>
      column.version
        ? versionParts(original).flatMap((part) => [<span key={part}>{part}</span>, ' '])
        : figure(column, valueOf(column, original), () => onOpen(column, original)),
    Footer: first ? (
      'Total'
    ) : column.total ? (
      figure(column, totalOf(column, rows), totalsOpen && (() => onOpen(column, null)))
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

/** A figure that something is behind is a button. */
function figure(column: Column, value: Cell, open: (() => void) | false): ReactNode {
  const text = show(value, column.format)
  if (!open || !opens(column, value)) return text
  return (
    <button type="button" className="figure" onClick={open}>
      {text}
    </button>
  )
}
