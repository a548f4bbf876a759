/** A row of a report and its columns, shared by the code that sorts, searches and sums rows. */

/** Integer cents stay cents until they are shown; a ratio that can't be computed is null. */
export type Cell = string | number | null
export type Row = Readonly<Record<string, Cell>>

/** Display format of a column's values. */
export type Format = TextFormat | 'count' | 'average' | 'cents' | 'dollars' | 'percent' | 'seconds'
/** `word`: as links carry them; `name`: one of our names, longer than most; `id`: an identifier, without thousands separators. */
export type TextFormat = 'word' | 'name' | 'id'

/** True if cells of this format are right-aligned. */
export function isFigure(format: Format): boolean {
  return !isText(format)
}

export function isText(format: Format): format is TextFormat {
  return format === 'word' || format === 'name' || format === 'id'
}

/** `part` / `whole` x `times`, over sums; a ratio of totals, never a total of ratios. */
export interface Ratio<Key extends string = string> {
  part: Key
  whole: Key
  times: number
  /** True if the total leaves out rows whose `whole` is 0. */
  isOverWhole?: true
}

export interface RowColumn {
  /** Member of the row that it shows; if the row has none, its ratio. */
  id: string
  format: Format
  /** Member that is shown, sorted and searched instead. */
  label?: string | undefined
  ratio?: Ratio | undefined
  /** Value of the totals strip under it: the sum, the ratio of the sums, or nothing. */
  total?: 'sum' | 'ratio' | null | undefined
  /** Member that the total sums instead. */
  sum?: string | undefined
  /** Member without which a row’s value isn’t known; its own by default. If no row’s is, the total isn’t either. */
  known?: string | undefined
  /** Word for a row that has none. */
  unassigned?: string | undefined
}

export interface RowTable {
  columns: readonly RowColumn[]
  /** Searchable keys, each with the row's member that it searches. */
  filterKeys: Readonly<Record<string, string>>
}
