import type { Format } from '../../rows/row.ts'
import type { Column } from '../tables/tables.ts'

/** Default width of a column, in px. */
export function widthOf({ version, label, format }: Column, narrow: boolean): number {
  if (version) return narrow ? 116 : 330
  // Makes the columns of drop-off fit on a screen of 1440 px.
  if (label && !narrow) return 250
  return narrow && format === 'name' ? 120 : WIDTHS[format]
}

const WIDTHS: Record<Format, number> = {
  word: 110,
  name: 190,
  id: 110,
  count: 128,
  average: 115,
  cents: 115,
  dollars: 90,
  percent: 165,
  seconds: 130,
}
