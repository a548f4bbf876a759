import { IconArrowDown, IconArrowUp, IconSelector } from '@tabler/icons-react'
import type { MRT_TableInstance } from 'mantine-react-table'
import { useRef } from 'react'
import { isFigure, type Row } from '../../rows/row.ts'
import { ColumnEdge } from './ColumnEdge.tsx'
import type { Column } from '../tables/tables.ts'

interface Props {
  grid: MRT_TableInstance<Row>
  /** Visible columns. */
  columns: readonly Column[]
}

const ORDERS = {
  asc: { spoken: 'ascending', Icon: IconArrowUp },
  desc: { spoken: 'descending', Icon: IconArrowDown },
  none: { spoken: 'none', Icon: IconSelector },
} as const

/** Titles that sort by their column: ascending first, then descending. */
export function GridHead({ grid, columns }: Props) {
  const row = useRef<HTMLTableRowElement>(null)
  const { columnSizing } = grid.getState()
  const byHand = Object.keys(columnSizing).length > 0
  const resize = (id: string, widthPx: number) => {
    // The other columns keep their present width.
    const cells = Array.from(row.current?.cells ?? [], ({ offsetWidth }) => offsetWidth)
    const drawn = Object.fromEntries(columns.map((column, at) => [column.id, cells[at] ?? widthPx]))
    grid.setColumnSizing((before) => ({ ...drawn, ...before, [id]: widthPx }))
  }

  return (
    <thead>
      <tr ref={row} aria-rowindex={1}>
        {columns.map(({ id, title, format }, at) => {
          const column = grid.getColumn(id)
          const { spoken, Icon } = ORDERS[column.getIsSorted() || 'none']
          // The last column takes the rest of the card's width, once others have their own width.
          const last = byHand && at === columns.length - 1
          return (
            <th
              key={id}
              scope="col"
              aria-label={title}
              aria-sort={spoken}
              className={isFigure(format) ? 'right' : undefined}
              style={last ? undefined : { width: column.getSize() }}
            >
              <button type="button" className="head" onClick={column.getToggleSortingHandler()}>
                {title}
                <Icon size={14} aria-hidden />
              </button>
              <ColumnEdge
                title={title}
                widthPx={column.getSize()}
                onResize={(widthPx) => resize(id, widthPx)}
                onReset={() => grid.setColumnSizing({})}
              />
            </th>
          )
        })}
      </tr>
    </thead>
  )
}
