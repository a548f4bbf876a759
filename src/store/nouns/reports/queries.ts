import { ecpm, epr } from './analytics.ts'
import { consentCoverage } from './consentCoverage.ts'
import { languages } from './languages.ts'
import type { ReportQueries } from './query.ts'
import { PROFIT_REPORTS } from './profit.ts'
import { SALE_REPORTS } from './sales.ts'
import { trendDays, trendHours } from './trends.ts'
import { visitsByAffiliate, visitsByAffiliateAndSubs } from './visits.ts'

/** Every report that one query answers, with returns on the day when they were reported, by the word that stands in its address. Drop-off walks visitors instead. */
export const REPORT_QUERIES: ReportQueries = {
  'analytics-epr': epr,
  'analytics-ecpm': ecpm,
  'analytics-languages': languages,
  'visits-by-affiliate': visitsByAffiliate,
  'visits-by-affiliate-and-subs': visitsByAffiliateAndSubs,
  ...SALE_REPORTS.reported,
  ...PROFIT_REPORTS,
  'trend-days': trendDays,
  'trend-hours': trendHours,
  'consent-coverage': consentCoverage,
}
