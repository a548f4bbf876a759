import type { ReportName } from './reports.ts'

/** Reports that may have a row for each link of an affiliate. A request for a page of one gets some of its rows, sorted and searched by
 *  the server, with the sums of all. Without any of these parameters a report returns all its rows. */

/** Parts of a long report: the words that distinguish its rows, their sums, and the ratios of those. Each is a column to sort by; words
 *  and sums can be searched. The dashboard's tables have the same (tests/stats/longTables.test.ts). */
export const LONG_REPORTS = {
  'visits-by-affiliate-and-subs': {
    words: ['aff_id', 'sub1', 'sub2', 'sub3'],
    sums: { page_visits: 'count', filled_basic_data: 'count' },
    ratios: { registration_rate: { part: 'filled_basic_data', whole: 'page_visits', times: 100 } },
  },
  'sale-by-aff-sub-offer': {
    words: ['offer_name', 'aff_id', 'sub1'],
    sums: { total: 'count', gross: 'cents', returned: 'cents', revenue: 'cents' },
    ratios: {},
  },
} as const satisfies { [N in ReportName]?: Long }

export interface Long {
  words: readonly string[]
  sums: Readonly<Record<string, 'count' | 'cents'>>
  ratios: Readonly<Record<string, { part: string; whole: string; times: number }>>
}

export type LongReport = keyof typeof LONG_REPORTS

export function isLong(name: ReportName): name is LongReport {
  return Object.hasOwn(LONG_REPORTS, name)
}
