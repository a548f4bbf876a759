import { Type, type Static, type TProperties } from 'typebox'
import { PathQuery, type ReportName } from './reports.ts'
import { closed, oneOf } from '../shape.ts'

/** Reports that may have a row for each link that an affiliate has made: who asks for a page of one gets so many of its rows, in an
 *  order and searched by the server, with the sums of all. Without any of these words a report answers with all its rows. */

/** By the report: the words by which its rows are told apart, what they sum up, and what is divided of that. Each is a column to sort
 *  by; words and sums can be searched. The dashboard's tables have the same (tests/stats/longTables.test.ts). */
export const LONG_REPORTS = {
  'visits-by-affiliate-and-subs': {
    words: ['aff_id', 'sub1', 'sub2', 'sub3'],
    sums: { page_visits: 'count', filled_basic_data: 'count' },
    ratios: { registration_rate: { part: 'filled_basic_data', whole: 'page_visits', times: 100 } },
  },
  'sale-by-aff-sub-offer': {
    words: ['offer_name', 'aff_id', 'sub1'],
    sums: { total: 'count', revenue: 'cents' },
    ratios: {},
  },
} as const satisfies { [N in ReportName]?: Long }

interface Long {
  words: readonly string[]
  sums: Readonly<Record<string, 'count' | 'cents'>>
  ratios: Readonly<Record<string, { part: string; whole: string; times: number }>>
}

export type LongReport = keyof typeof LONG_REPORTS

export function isLong(name: ReportName): name is LongReport {
  return Object.hasOwn(LONG_REPORTS, name)
}

export const PAGE_ROWS = { usual: 100, most: 5000 } as const
const LONGEST_SEARCH = 200

/** What a page of a report is asked for by, besides its path and range. */
export interface PageAsked {
  offset: number
  limit: number
  sort: { id: string; descending: boolean } | null
  filter: { key: string; search: string } | null
  /** Only the rows of these words. */
  words: Readonly<Record<string, string>>
  /** That of an answer whose rows this page is of; null for the newest. */
  snapshot: string | null
}

const Snapshot = Type.String({ pattern: '^[0-9a-f]{16}$' })

/** The query of a report of one path, pages and all. */
export function pageQuery(name: LongReport) {
  const { words, sums, ratios }: Long = LONG_REPORTS[name]
  const exactly = words.map((word) => [
    word,
    Type.Optional(Type.String({ description: 'Rows of this word alone.' })),
  ])
  return closed({
    ...PathQuery.properties,
    offset: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 100_000_000, description: 'How many rows come before the page.' }),
    ),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: PAGE_ROWS.most,
        description: `The rows of the page at most; ${PAGE_ROWS.usual} unless it is said.`,
      }),
    ),
    sort: Type.Optional(
      oneOf([...words, ...Object.keys(sums), ...Object.keys(ratios)], {
        description: 'The column that gives the order: numbers before words, empty cells last.',
      }),
    ),
    order: Type.Optional(oneOf(['asc', 'desc'])),
    key: Type.Optional(oneOf([...words, ...Object.keys(sums)], { description: 'What is searched.' })),
    search: Type.Optional(
      Type.String({
        maxLength: LONGEST_SEARCH,
        description: 'What the searched column has in it, as it is shown; commas and dollar signs aside.',
      }),
    ),
    snapshot: Type.Optional({
      ...Snapshot,
      description:
        'That of an earlier page: this one is of the same rows while the server has them, else of the newest.',
    }),
    ...(Object.fromEntries(exactly) as TProperties),
  })
}

/** What an answer says of the rows that its page is of. */
export function pageAnswer(name: LongReport) {
  const { sums }: Long = LONG_REPORTS[name]
  const totals = closed(Object.fromEntries(Object.keys(sums).map((sum) => [sum, Type.Integer()])))
  return Type.Optional(
    closed(
      {
        rows: Type.Integer({ description: 'How many rows the report has.' }),
        matching: Type.Integer({ description: 'How many of them match what was searched.' }),
        totals,
        matching_totals: totals,
        snapshot: Snapshot,
      },
      { description: 'Where a page was asked for.' },
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

/** What a query of `name` asks for; null where it asks for all rows. */
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
