import { isFigure } from './cells.ts'
import type { Table } from './tables.ts'
import { widthOf } from './widths.ts'

const ROWS = [0, 1, 2, 3, 4, 5]

/** What stands where rows will: as many columns, and none of the cost of a real table. */
export function GridShape({ table, narrow }: { table: Table; narrow: boolean }) {
  return (
    <div className="grid-scroll" aria-hidden>
      <table className="grid shape">
        <thead>
          <tr>
            {table.columns.map((column) => (
              <th
                key={column.title}
                style={{ width: widthOf(column, narrow), minWidth: widthOf(column, narrow) }}
                className={isFigure(column.format) ? 'right' : undefined}
              >
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {ROWS.map((row) => (
            <tr key={row}>
              {table.columns.map(({ title }) => (
                <td key={title}>
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
