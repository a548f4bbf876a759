import { useViewportSize } from '@mantine/hooks'
import { useMantineReactTable, type MRT_ColumnDef } from 'mantine-react-table'
import { memo, useEffect, useMemo, useRef, useState, type UIEvent } from 'react'
import { type Row, isFigure } from '../../rows/row.ts'
import { valueOf, totalOf } from '../../rows/figures.ts'
import { GridBody } from './GridBody.tsx'
import { GridHead } from './GridHead.tsx'
import {
  storeWidths,
  storedWidths,
  MIN_WIDTH_PX,
  type Density,
  type BrowserStorage,
} from '../../operator/browser/preferences.ts'
import { columnOf, type Column, type Table } from '../tables/tables.ts'
import type { RowList } from '../tables/rowPages.ts'
import type { TableView } from '../report/useTableView.ts'
import { widthOf } from './widths.ts'
import { TABLE } from './tableWords.ts'
import { VisuallyHidden } from '@mantine/core'
import { CellFigure } from '../drilldown/CellFigure.tsx'

interface Props {
  table: Table
  view: TableView
  /** Matching rows in their order; some may still be loading. */
  rows: RowList
  /** Rows that the totals strip sums up. */
  sums: readonly Row[]
  /** Called with the range of rendered rows. */
  onWindow?: (first: number, end: number) => void
  loading: boolean
  /** True on a phone. */
  narrow: boolean
  density: Density
  storage: BrowserStorage
  /** Shows the rows behind a figure; `row` is null for one of the totals. */
  onOpen: (column: Column, row: Row | null) => void
}

const ROW_PX: Record<Density, number> = { compact: 28, normal: 34, airy: 44 }
/** Maximum height of the rows in the stylesheet. */
const MAX_HEIGHT_PX = 1000

/** Rows under their headers, above the totals of all of them, not only of the visible ones. The library manages order, sizes and
 *  visibility of columns; its own cells are too expensive to render, so a plain table shows them. */
export const Grid = memo(function Grid({
  table,
  view,
  rows,
  sums,
  onWindow,
  loading,
  narrow,
  density,
  storage,
  onOpen,
}: Props) {
  const [widths, setWidths] = useState(() => byId(table, storedWidths(storage, table.report)))
  const rowPx = ROW_PX[density]
  const { height } = useViewportSize()
  const { first, end, onScroll } = useRowWindow(rows.length, {
    rowPx,
    heightPx: Math.min(height || MAX_HEIGHT_PX, MAX_HEIGHT_PX),
  })
  const scroller = useRef<HTMLDivElement>(null)
  const drawn = useMemo(() => rows.slice(first, end), [rows, first, end])
  const library = useMemo(() => drawn.filter((row) => row !== undefined), [drawn])
  useEffect(() => onWindow?.(first, end), [onWindow, first, end])
  const { sort, filter, hidden } = view

  // Compared by value: the address, which follows later, gives the same sort and filter as new objects.
  const order = JSON.stringify([sort?.id, sort?.descending, filter?.key, filter?.search])
  const scrolled = useRef(order)
  useEffect(() => {
    if (scrolled.current === order) return
    scrolled.current = order
    scroller.current?.scrollTo({ top: 0 })
  }, [order])
  useEffect(() => storeWidths(storage, table.report, widths), [widths, storage, table])

  const columns = useMemo(() => table.columns.map((column) => gridColumn(column, narrow)), [table, narrow])
  const grid = useMantineReactTable<Row>({
    columns,
    data: library,
    state: {
      sorting: sort ? [{ id: sort.id, desc: sort.descending }] : [],
      columnVisibility: Object.fromEntries(hidden.map((id) => [id, false])),
      columnSizing: widths,
    },
    onSortingChange: (next) => {
      const [chosen] = typeof next === 'function' ? next(grid.getState().sorting) : next
      if (chosen) view.setSort({ id: chosen.id, descending: chosen.desc })
    },
    onColumnSizingChange: setWidths,
    // Our own code sorts: see sorting.ts.
    manualSorting: true,
    sortDescFirst: false,
    enableSortingRemoval: false,
    enableMultiSort: false,
    enablePagination: false,
    enableFilters: false,
  })
  const shown = useMemo(() => table.columns.filter(({ id }) => !hidden.includes(id)), [table, hidden])
  const long = rows.length > WHOLE_ROWS
  // Skips the figures of the rows, each of which is a tab stop.
  const skip = () => scroller.current?.querySelector<HTMLElement>('tfoot th')?.focus()

  return (
    <>
      {long && (
        <button type="button" className="link skip" onClick={skip}>
          {TABLE.skip}
        </button>
      )}
      <div
        ref={scroller}
        className="grid-scroll"
        data-stale={loading || undefined}
        data-density={density}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        role="group"
        aria-label={TABLE.rowsOf(table.title)}
        onScroll={onScroll}
      >
        <table
          className={long ? 'grid grid-long' : 'grid'}
          style={{ minWidth: grid.getTotalSize() }}
          // Plus one for the header and one for the totals.
          aria-rowcount={rows.length + 2}
        >
          <GridHead grid={grid} columns={shown} />
          <GridBody
            {...{ drawn, first, rowPx, onOpen }}
            count={rows.length}
            columns={shown}
            sorted={sort?.id}
          />
          <GridFoot {...{ sums, onOpen }} count={rows.length} columns={shown} />
        </table>
      </div>
    </>
  )
})

function gridColumn(column: Column, narrow: boolean): MRT_ColumnDef<Row> {
  return {
    id: column.id,
    header: column.title,
    size: widthOf(column, narrow),
    minSize: MIN_WIDTH_PX,
    accessorFn: (row) => valueOf(column, row),
  }
}

/** Converts widths stored by column title to IDs. */
function byId(table: Table, widths: Record<string, number>): Record<string, number> {
  const known = Object.entries(widths).map(([name, width]) => [columnOf(table, name)?.id ?? name, width])
  return Object.fromEntries(known) as Record<string, number>
}

interface GridFootProps {
  /** Rows to sum up: all matching rows, or their sum. */
  sums: readonly Row[]
  /** Number of rows. */
  count: number
  columns: readonly Column[]
  onOpen: (column: Column, row: null) => void
}

/** The totals strip. */
function GridFoot({ sums, count, columns, onOpen }: GridFootProps) {
  const [first, ...others] = columns
  return (
    <tfoot>
      <tr aria-rowindex={count + 2}>
        <th scope="row" key={first?.id} tabIndex={-1}>
          {TABLE.total}
        </th>
        {others.map((column) => (
          <td key={column.id} className={isFigure(column.format) ? 'right' : undefined}>
            {column.total ? (
              <CellFigure column={column} value={totalOf(column, sums)} onOpen={() => onOpen(column, null)} />
            ) : (
              <VisuallyHidden>{TABLE.noTotal}</VisuallyHidden>
            )}
          </td>
        ))}
      </tr>
    </tfoot>
  )
}

/** Rows of a long table that are rendered: the visible ones, and some on either side. */
interface RowWindow {
  first: number
  /** Exclusive. */
  end: number
  onScroll: (event: UIEvent<HTMLElement>) => void
}

/** Limit up to which tables are rendered whole, with rows of any height. */
const WHOLE_ROWS = 150
/** Number of rows to scroll before rendering again. */
const STRIDE = 6

/** `heightPx` is the maximum height of the scroll area. */
function useRowWindow(count: number, { rowPx, heightPx }: { rowPx: number; heightPx: number }): RowWindow {
  const [stride, setStride] = useState(0)
  const onScroll = ({ currentTarget }: UIEvent<HTMLElement>) =>
    setStride(Math.floor(currentTarget.scrollTop / rowPx / STRIDE))
  if (count <= WHOLE_ROWS) return { first: 0, end: count, onScroll }
  const drawn = Math.ceil(heightPx / rowPx) + 3 * STRIDE
  const first = Math.max(0, Math.min((stride - 1) * STRIDE, count - drawn))
  return { first, end: Math.min(count, first + drawn), onScroll }
}
