import { Type, type Static, type TObject } from 'typebox'
import { closed, EpochMs } from './shape.ts'

/** The rows of every report. Money is integer cents; times are UTC epoch ms; a ratio that cannot be computed is null.
 *  Source: spec, section 3 "Dashboard rows"; what each number counts: design, section 6. */

const count = Type.Integer()
const cents = Type.Integer({ description: 'Integer cents; negative when returns exceed sales.' })
const ratio = Type.Union([Type.Number(), Type.Null()])
const word = Type.String()
const versionCell = {
  version_id: Type.Integer(),
  activation_date: EpochMs,
  deactivation_date: Type.Union([EpochMs, Type.Null()]),
}

export const EprRow = closed({
  ...versionCell,
  url: { ...word, description: 'The path.' },
  visits: count,
  revenue: cents,
  EPR: { ...ratio, description: 'Dollars earned per real visit.' },
})
export const EcpmRow = closed({
  ...versionCell,
  offer: word,
  url: word,
  path_name: word,
  impressions: count,
  revenue: cents,
  ECPM: { ...ratio, description: 'Dollars earned per thousand impressions.' },
})
const subs = { sub1: word, sub2: word, sub3: word }
export const VisitsByAffiliateRow = closed({ aff_id: word, page_visits: count, filled_basic_data: count })
export const VisitsByAffiliateAndSubsRow = closed({
  aff_id: word,
  ...subs,
  page_visits: count,
  filled_basic_data: count,
})
export const SaleStatsRow = closed({
  max_sold: Type.Union([count, Type.Null()]),
  avg_sold: ratio,
  max_revenue: Type.Union([cents, Type.Null()]),
  avg_revenue: { ...ratio, description: 'Cents, not rounded.' },
  rev_per_optin: { ...ratio, description: 'Cents, not rounded.' },
})
export const SaleByAffiliateRow = closed({ offer_name: word, aff_id: word, total: count, revenue: cents })
export const SaleByOfferRow = closed({ offer_name: word, total: count, revenue: cents })
export const SaleByAffSubOfferRow = closed({
  offer_name: word,
  aff_id: word,
  sub1: word,
  total: count,
  revenue: cents,
})

export type EprRow = Static<typeof EprRow>
export type EcpmRow = Static<typeof EcpmRow>
export type VisitsByAffiliateRow = Static<typeof VisitsByAffiliateRow>
export type VisitsByAffiliateAndSubsRow = Static<typeof VisitsByAffiliateAndSubsRow>
export type SaleStatsRow = Static<typeof SaleStatsRow>
export type SaleByAffiliateRow = Static<typeof SaleByAffiliateRow>
export type SaleByOfferRow = Static<typeof SaleByOfferRow>
export type SaleByAffSubOfferRow = Static<typeof SaleByAffSubOfferRow>

/** Every report by the word that stands in its address, /api/reports/<name>: what it asks for and the row it answers with.
 *  `path`: of one path, from `from` to `to`. `all`: of all paths, from `start` to `end`. Both ends are inclusive epoch ms. */
export const REPORTS = {
  'analytics-epr': { scope: 'all', row: EprRow },
  'analytics-ecpm': { scope: 'all', row: EcpmRow },
  'visits-by-affiliate': { scope: 'path', row: VisitsByAffiliateRow },
  'visits-by-affiliate-and-subs': { scope: 'path', row: VisitsByAffiliateAndSubsRow },
  'sale-stats': { scope: 'path', row: SaleStatsRow },
  'sale-by-affiliate': { scope: 'path', row: SaleByAffiliateRow },
  'sale-by-offer': { scope: 'path', row: SaleByOfferRow },
  'sale-by-aff-sub-offer': { scope: 'path', row: SaleByAffSubOfferRow },
} as const satisfies Record<string, { scope: 'all' | 'path'; row: TObject }>

export type ReportName = keyof typeof REPORTS
export type ReportRow<N extends ReportName> = Static<(typeof REPORTS)[N]['row']>

export const PathQuery = closed({ path: Type.String({ minLength: 1 }), from: EpochMs, to: EpochMs })
export const RangeQuery = closed({ start: EpochMs, end: EpochMs })
