import { VisuallyHidden } from '@mantine/core'
import { isFigure, type Row } from '../../rows/row.ts'
import { CellFigure } from './CellFigure.tsx'
import { totalOf } from '../../rows/figures.ts'
import type { Column } from '../report/tables.ts'
import { TABLE } from '../../texts/statsTable.ts'

interface Props {
  /** All of those that match, drawn or not. */
  rows: readonly Row[]
  columns: readonly Column[]
  onOpen: (column: Column, row: null) => void
}

/** The totals strip. */
export function GridFoot({ rows, columns, onOpen }: Props) {
  const [first, ...others] = columns
  return (
    <tfoot>
      <tr aria-rowindex={rows.length + 2}>
        <th scope="row" key={first?.id} tabIndex={-1}>
          {TABLE.total}
        </th>
        {others.map((column) => (
          <td key={column.id} className={isFigure(column.format) ? 'right' : undefined}>
            {column.total ? (
              <CellFigure column={column} value={totalOf(column, rows)} onOpen={() => onOpen(column, null)} />
            ) : (
              <VisuallyHidden>{TABLE.noTotal}</VisuallyHidden>
            )}
          </td>
        ))}
      </tr>
    </tfoot>
  )
}
