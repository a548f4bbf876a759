/** A cell of a spreadsheet. */
export type Cell = string | number | boolean | Date | null

/** A row of a statement. */
export interface Row {
  cells: readonly Cell[]
  /** Line on which it begins; in a spreadsheet, its number. */
  line: number
  /** Problem of the row; null if it can be read. */
  problem: string | null
}
