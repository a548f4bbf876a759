import type { Cell, Ratio, Row, RowColumn } from './row.ts'

/** Values and totals of a table's columns. */

export function valueOf(column: Omit<RowColumn, 'format'>, row: Row): Cell {
  if (column.label !== undefined && row[column.label] !== undefined && row[column.id] !== null)
    return row[column.label] ?? null
  const cell = row[column.id]
  if (cell === null && column.unassigned !== undefined) return column.unassigned
  return cell === undefined && column.ratio ? ratioOf(column.ratio, [row]) : (cell ?? null)
}

/** Value of the totals strip under `column`: a sum, or the ratio of sums; null if there is nothing to compute. */
export function totalOf(
  { id, ratio, total, sum: summed = id, known = id }: Omit<RowColumn, 'format'>,
  rows: readonly Row[],
): number | null {
  if (rows.length > 0 && rows.every((row) => row[known] === null)) return null
  if (total === 'ratio')
    return ratio
      ? ratioOf(ratio, ratio.isOverWhole ? rows.filter((row) => Number(row[ratio.whole]) > 0) : rows)
      : null
  return total === 'sum' ? sum(rows, summed) : null
}

function ratioOf({ part, whole, times }: Ratio, rows: readonly Row[]): number | null {
  const divisor = sum(rows, whole)
  return divisor === 0 ? null : (sum(rows, part) / divisor) * times
}

function sum(rows: readonly Row[], member: string): number {
  return rows.reduce((total, row) => total + Number(row[member]), 0)
}
