import { ecpm, epr } from './analytics.ts'
import { consentCoverage } from './consentCoverage.ts'
import { languages } from './languages.ts'
import type { ReportQueries } from './query.ts'
import { saleByAffiliate, saleByAffSubOffer, saleByOffer, saleStats } from './sales.ts'
import { trendDays, trendHours } from './trends.ts'
import { visitsByAffiliate, visitsByAffiliateAndSubs } from './visits.ts'

/** Every report that one query answers, by the word that stands in its address. Drop-off walks visitors instead. */
export const REPORT_QUERIES: ReportQueries = {
  'analytics-epr': epr,
  'analytics-ecpm': ecpm,
  'analytics-languages': languages,
  'visits-by-affiliate': visitsByAffiliate,
  'visits-by-affiliate-and-subs': visitsByAffiliateAndSubs,
  'sale-stats': saleStats,
  'sale-by-affiliate': saleByAffiliate,
  'sale-by-offer': saleByOffer,
  'sale-by-aff-sub-offer': saleByAffSubOffer,
  'trend-days': trendDays,
  'trend-hours': trendHours,
  'consent-coverage': consentCoverage,
}
