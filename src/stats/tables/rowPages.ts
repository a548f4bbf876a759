import type { PageAsked, PageFacts } from '../../../schemas/reports/reportPages.ts'
import type { Row } from '../../rows/row.ts'

/** Reports that are too long to load whole: the server sorts and searches them, and sends some rows at a time. */

/** Size of a page; shorter reports are complete in the first one. */
export const PAGE_ROWS = 1000
/** Page size for a file: the server's maximum. Source: schemas/reports/reportPages.ts. */
const MOST_ROWS = 5000

/** Parameters of another page. */
export type PageRequest = Partial<Omit<PageAsked, 'snapshot'>>
export type Arrangement = Pick<PageRequest, 'sort' | 'filter'>

export interface Page {
  rows: readonly Row[]
  /** The server's facts about all rows. */
  facts: PageFacts
  /** Loads another page of the same report, from the same snapshot while the server has it. */
  another: (asked: PageRequest, signal?: AbortSignal) => Promise<Page>
}

/** Rows with a known count, some of which are still loading. */
export interface RowList {
  readonly length: number
  slice: (first: number, end: number) => readonly (Row | undefined)[]
}

/** All rows of an arrangement, page by page and all from one moment: starts over if figures changed meanwhile. `onRows` gets the number
 *  of rows loaded and in total. */
export async function allRows(
  of: Page,
  arrangement: Arrangement,
  onRows: (done: number, all: number) => void = () => {},
  signal?: AbortSignal,
): Promise<readonly Row[]> {
  const rows: Row[] = []
  let last = of
  for (let turns = 0; ; turns++) {
    const page = await last.another({ ...arrangement, offset: rows.length, limit: MOST_ROWS }, signal)
    if (rows.length > 0 && page.facts.snapshot !== last.facts.snapshot) {
      if (turns > MOST_TURNS) throw new Error(CHANGING)
      rows.length = 0
    } else rows.push(...page.rows)
    last = page
    onRows(rows.length, page.facts.matching)
    if (rows.length >= page.facts.matching) return rows
  }
}

/** Enough for a million rows and several changes meanwhile. */
const MOST_TURNS = 300
const CHANGING = 'The figures kept changing. Try again in a moment.'
