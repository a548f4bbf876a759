import { Type, type Static, type TProperties } from 'typebox'
import { LONG_REPORTS, type Long, type LongReport } from './longReports.ts'
import { isOfSales, PathQuery, SalesQuery } from './reports.ts'
import { closed, oneOf } from '../kernel/shape.ts'

export const PAGE_ROWS = { usual: 100, most: 5000 } as const
const LONGEST_SEARCH = 200

/** Parameters for a page of a report, in addition to its path and range. */
export interface PageAsked {
  offset: number
  limit: number
  sort: { id: string; descending: boolean } | null
  filter: { key: string; search: string } | null
  /** Limits the rows to those with these words. */
  words: Readonly<Record<string, string>>
  /** Snapshot of the answer that the page belongs to; null for the newest. */
  snapshot: string | null
}

const Snapshot = Type.String({ pattern: '^[0-9a-f]{16}$' })

/** Query of a report of one path, including pages. */
export function pageQuery(name: LongReport) {
  const { words, sums, ratios }: Long = LONG_REPORTS[name]
  const exactly = words.map((word) => [
    word,
    Type.Optional(Type.String({ description: 'Only rows with this value.' })),
  ])
  return closed({
    ...(isOfSales(name) ? SalesQuery : PathQuery).properties,
    offset: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 100_000_000, description: 'The number of rows before the page.' }),
    ),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: PAGE_ROWS.most,
        description: `The maximum number of rows. The default is ${PAGE_ROWS.usual}.`,
      }),
    ),
    sort: Type.Optional(
      oneOf([...words, ...Object.keys(sums), ...Object.keys(ratios)], {
        description: 'The column to sort by. Numbers come before text, and empty cells come last.',
      }),
    ),
    order: Type.Optional(oneOf(['asc', 'desc'])),
    key: Type.Optional(oneOf([...words, ...Object.keys(sums)], { description: 'The column to search.' })),
    search: Type.Optional(
      Type.String({
        maxLength: LONGEST_SEARCH,
        description: 'Text in the column, as it’s shown. Commas and dollar signs are ignored.',
      }),
    ),
    snapshot: Type.Optional({
      ...Snapshot,
      description:
        'The snapshot of an earlier page. This page has the same rows if the server still has them, otherwise the newest.',
    }),
    ...(Object.fromEntries(exactly) as TProperties),
  })
}

/** Facts in an answer about all rows of its report. */
export function pageAnswer(name: LongReport) {
  const { sums }: Long = LONG_REPORTS[name]
  const totals = closed(Object.fromEntries(Object.keys(sums).map((sum) => [sum, Type.Integer()])))
  return Type.Optional(
    closed(
      {
        rows: Type.Integer({ description: 'The number of rows in the report.' }),
        matching: Type.Integer({ description: 'The number of rows that match the search.' }),
        totals,
        matching_totals: totals,
        snapshot: Snapshot,
      },
      { description: 'Included if a page was requested.' },
    ),
  )
}

export interface PageFacts {
  rows: number
  matching: number
  totals: Record<string, number>
  matching_totals: Record<string, number>
  snapshot: string
}

export interface ReportPage {
  data: Record<string, string | number>[]
  page: PageFacts
}

export type PageQuery = Static<typeof PathQuery> & Partial<Record<string, string | number>>

const PAGE_WORDS = ['offset', 'limit', 'sort', 'order', 'key', 'search', 'snapshot'] as const

/** Page that a query for `name` requests; null if it requests all rows. */
export function pageAsked(name: LongReport, query: PageQuery): PageAsked | null {
  const { words } = LONG_REPORTS[name]
  const named = [...PAGE_WORDS, ...words].filter((word) => query[word] !== undefined)
  if (named.length === 0) return null
  const { offset = 0, limit = PAGE_ROWS.usual, sort, order, key, search = '', snapshot = null } = query
  return {
    offset: Number(offset),
    limit: Number(limit),
    sort: sort === undefined ? null : { id: String(sort), descending: order === 'desc' },
    filter: key === undefined ? null : { key: String(key), search: String(search) },
    words: Object.fromEntries(
      words.flatMap((word) => (query[word] === undefined ? [] : [[word, String(query[word])]])),
    ),
    snapshot: snapshot === null ? null : String(snapshot),
  }
}
