import { VisuallyHidden } from '@mantine/core'
import { isFigure, type Row } from '../../rows/row.ts'
import { CellFigure } from '../drilldown/CellFigure.tsx'
import { totalOf } from '../../rows/figures.ts'
import type { Column } from '../tables/tables.ts'
import { TABLE } from './tableWords.ts'

interface Props {
  /** Rows to sum up: all matching rows, or their sum. */
  sums: readonly Row[]
  /** Number of rows. */
  count: number
  columns: readonly Column[]
  onOpen: (column: Column, row: null) => void
}

/** The totals strip. */
export function GridFoot({ sums, count, columns, onOpen }: Props) {
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
