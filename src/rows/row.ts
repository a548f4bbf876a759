/** A row of a report, and what is known of its columns: the same for whoever puts rows in order, searches and sums them. */

/** Integer cents stay cents until they are shown; a ratio that cannot be computed is null. */
export type Cell = string | number | null
export type Row = Readonly<Record<string, Cell>>

/** How a column's values show. */
export type Format = TextFormat | 'count' | 'average' | 'cents' | 'dollars' | 'percent' | 'seconds'
/** `word`: as links carry them; `name`: a word of ours, longer than most; `id`: an identifier, without thousands separators. */
export type TextFormat = 'word' | 'name' | 'id'

/** Whether cells of this format line up on the right. */
export function isFigure(format: Format): boolean {
  return !isText(format)
}

export function isText(format: Format): format is TextFormat {
  return format === 'word' || format === 'name' || format === 'id'
}

/** `part` / `whole` x `times`, over sums: a ratio of totals, never a total of ratios. */
export interface Ratio<Key extends string = string> {
  part: Key
  whole: Key
  times: number
}

export interface RowColumn {
  /** The row's member that it shows; of a row without one, its ratio. */
  id: string
  format: Format
  /** The member that is shown, sorted and searched in its place. */
  label?: string | undefined
  ratio?: Ratio | undefined
  /** What the totals strip shows under it: the sum, the ratio of the sums, or nothing. */
  total?: 'sum' | 'ratio' | null | undefined
}

export interface RowTable {
  columns: readonly RowColumn[]
  /** The keys that can be searched, each with the row's member it searches. */
  filterKeys: Readonly<Record<string, string>>
}
