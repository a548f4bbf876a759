import { isFigure } from '../../rows/row.ts'
import type { Density } from '../../operator/browser/preferences.ts'
import type { Table } from '../tables/tables.ts'
import { widthOf } from './widths.ts'

interface Props {
  table: Table
  /** IDs of the hidden columns. */
  hidden: readonly string[]
  narrow: boolean
  density: Density
}

const ROWS = [0, 1, 2, 3, 4, 5]

/** Placeholder for rows: the same columns without the cost of a real table. */
export function GridShape({ table, hidden, narrow, density }: Props) {
  const columns = table.columns
    .filter(({ id }) => !hidden.includes(id))
    .map((column) => ({
      id: column.id,
      title: column.title,
      className: isFigure(column.format) ? 'right' : undefined,
      width: widthOf(column, narrow),
    }))
  const minWidth = columns.reduce((sum, { width }) => sum + width, 0)
  return (
    <div className="grid-scroll" data-density={density} aria-hidden>
      <table className="grid" style={{ minWidth }}>
        <thead>
          <tr>
            {columns.map(({ id, title, className, width }) => (
              <th key={id} style={{ width }} className={className}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {ROWS.map((row) => (
            <tr key={row}>
              {columns.map(({ id, className }) => (
                <td key={id} className={className}>
                  <span className="bar-to-come" />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
