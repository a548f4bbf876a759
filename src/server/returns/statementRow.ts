/** A cell of a spreadsheet. */
export type Cell = string | number | boolean | Date | null

/** A row of a statement as it is read. */
export interface Row {
  cells: readonly Cell[]
  /** On which it begins; of a spreadsheet, its number. */
  line: number
  /** What is wrong with it; null where it can be read. */
  problem: string | null
}
