import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'

interface Props {
  title: string
  /** Column titles, identified by position: a buyer's file may have the same name twice. */
  columns: readonly string[]
  /** Columns with figures, which are aligned to the right. */
  figures?: readonly string[]
  /** Null while they load. */
  rows: readonly { key: string; cells: readonly ReactNode[] }[] | null
}

/** A short, complete table; the first cell names the row. */
export function PlainTable({ title, columns, figures = [], rows }: Props) {
  const sideOf = (column: string) => (figures.includes(column) ? 'right' : undefined)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="grid-scroll" tabIndex={0} role="group" aria-label={title}>
      <table className="grid list-grid" aria-label={title}>
        <thead>
          <tr>
            {columns.map((column, at) => (
              <th key={at} scope="col" className={sideOf(column)}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {(rows ?? shapeOf(columns)).map(({ key, cells: [first, ...rest] }) => (
            <tr key={key} aria-hidden={rows === null || undefined}>
              <th scope="row">{first}</th>
              {columns.slice(1).map((column, at) => (
                <td key={at} className={sideOf(column)}>
                  {rest[at]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const SHAPE_ROWS = 3

function shapeOf(columns: readonly string[]) {
  const cells = columns.map((_, at) => <Skeleton key={at} height={12} width="70%" />)
  return Array.from({ length: SHAPE_ROWS }, (_, row) => ({ key: String(row), cells }))
}
