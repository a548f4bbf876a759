import { Type, type Static, type TObject } from 'typebox'
import { closed, EpochMs, oneOf, Uuid } from '../kernel/shape.ts'

/** Rows of every report. Money is integer cents; times are UTC epoch ms; a ratio that cannot be computed is null. Source: spec, section
 *  3 "Dashboard rows"; what each number counts: design, section 6. */

const count = Type.Integer()
const cents = Type.Integer({ description: 'Integer cents. Negative if returns exceed sales.' })
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
export const LanguageRow = closed({
  url: word,
  language: { ...word, description: 'The language the visitor chose last: en or es.' },
  language_name: { ...word, description: 'Its name in English.' },
  visits: count,
  filled_basic_data: { ...count, description: 'Registrations.' },
  total: { ...count, description: 'Sales.' },
  revenue: cents,
  EPR: { ...ratio, description: 'Dollars earned per real visit.' },
})
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
const sold = {
  total: { ...count, description: 'Sales, minus those that were fully returned.' },
  gross: {
    ...cents,
    description: 'Sales in integer cents, including corrections.',
  },
  returned: { ...cents, description: 'Returns in integer cents.' },
  revenue: { ...cents, description: 'Integer cents: gross minus returned.' },
}
export const SaleByAffiliateRow = closed({ offer_name: word, aff_id: word, ...sold })
export const SaleByOfferRow = closed({ offer_name: word, ...sold })
export const SaleByAffSubOfferRow = closed({
  offer_name: word,
  aff_id: word,
  sub1: word,
  ...sold,
})

const profit = {
  ...sold,
  payout: {
    ...Type.Union([cents, Type.Null()]),
    description: 'What affiliates earned. Null if nothing was ever booked.',
  },
  cost: {
    ...ratio,
    description: 'Imported costs in cents, not rounded. Null if none is known for this row.',
  },
  profit: {
    ...ratio,
    description: 'Cents, not rounded: revenue minus payout and cost. Null if what the row cost isn’t known.',
  },
  ROI: { ...ratio, description: 'Profit as a percentage of payout and cost.' },
  margin: { ...ratio, description: 'Profit as a percentage of revenue.' },
  spent: { ...Type.Number(), description: 'Known payout and cost, in cents.' },
  balance: { ...Type.Number(), description: 'Revenue minus what is known to be spent, in cents.' },
}
const epc = { EPC: { ...ratio, description: 'Cents of revenue per visit.' } }
const wordOrNull = {
  ...Type.Union([word, Type.Null()]),
  description: 'Null for costs that name none.',
}
export const ProfitByAffiliateRow = closed({
  aff_id: wordOrNull,
  page_visits: count,
  filled_basic_data: count,
  ...profit,
  ...epc,
})
export const ProfitByAffiliateAndSubRow = closed({
  aff_id: wordOrNull,
  sub1: wordOrNull,
  page_visits: count,
  filled_basic_data: count,
  ...profit,
  ...epc,
})
export const ProfitByVersionRow = closed({
  version_id: {
    ...Type.Union([Type.Integer(), Type.Null()]),
    description: 'Null for costs, which name no version.',
  },
  activation_date: Type.Union([EpochMs, Type.Null()]),
  deactivation_date: Type.Union([EpochMs, Type.Null()]),
  visits: count,
  ...profit,
  ...epc,
})
export const ProfitByOfferRow = closed({
  offer_name: wordOrNull,
  impressions: count,
  ...profit,
})
export const ProfitByBuyerRow = closed({
  buyer: { ...wordOrNull, description: 'The buyer or partner that reported the sales. Null for costs.' },
  ...profit,
})

/** A day or an hour of one path, identified by its start. */
export const TrendRow = closed({
  at: EpochMs,
  path: word,
  page_visits: count,
  visits: count,
  registrations: count,
  sales: count,
  revenue: cents,
})
export const StepDropoffRow = closed({
  ...versionCell,
  offer: word,
  step: word,
  position: { ...count, description: 'Its place in the flow, from 1.' },
  shown: { ...count, description: 'Visitors who reached the step.' },
  answered: {
    ...Type.Union([count, Type.Null()]),
    description: 'Visitors who continued from it. Null for the last step.',
  },
  left: { ...count, description: 'Visitors who are still on the step.' },
  median_ms: { ...ratio, description: 'The median time on the step, for visitors who answered it.' },
  counted_from: {
    ...EpochMs,
    description:
      'Only visitors from this time on are counted. It’s later than the requested start only while older visitors are still being counted, and is then the start of a New York day.',
  },
})
export const ConsentCoverageRow = closed({
  url: word,
  filled_basic_data: { ...count, description: 'Registrations.' },
  trustedform_cert_url: { ...count, description: 'Registered visitors with a TrustedForm certificate.' },
  jornaya_lead_id: { ...count, description: 'Registered visitors with a Jornaya LeadiD.' },
  both: count,
})

export type EprRow = Static<typeof EprRow>
export type EcpmRow = Static<typeof EcpmRow>
export type LanguageRow = Static<typeof LanguageRow>
export type VisitsByAffiliateRow = Static<typeof VisitsByAffiliateRow>
export type VisitsByAffiliateAndSubsRow = Static<typeof VisitsByAffiliateAndSubsRow>
export type SaleStatsRow = Static<typeof SaleStatsRow>
export type SaleByAffiliateRow = Static<typeof SaleByAffiliateRow>
export type SaleByOfferRow = Static<typeof SaleByOfferRow>
export type SaleByAffSubOfferRow = Static<typeof SaleByAffSubOfferRow>
export type TrendRow = Static<typeof TrendRow>
export type StepDropoffRow = Static<typeof StepDropoffRow>
export type ConsentCoverageRow = Static<typeof ConsentCoverageRow>

/** Every report by its word in /api/reports/<name>, with its query and row. `path`: one path, from `from` to `to`. `all`: all paths,
 *  from `start` to `end`; `site` is the member of a row that has its path. Both ends are inclusive epoch ms. */
export const REPORTS = {
  'analytics-epr': { scope: 'all', site: 'url', row: EprRow },
  'analytics-ecpm': { scope: 'all', site: 'url', row: EcpmRow },
  'analytics-languages': { scope: 'all', site: 'url', row: LanguageRow },
  'visits-by-affiliate': { scope: 'path', row: VisitsByAffiliateRow },
  'visits-by-affiliate-and-subs': { scope: 'path', row: VisitsByAffiliateAndSubsRow },
  'sale-stats': { scope: 'path', row: SaleStatsRow },
  'sale-by-affiliate': { scope: 'path', row: SaleByAffiliateRow },
  'sale-by-offer': { scope: 'path', row: SaleByOfferRow },
  'sale-by-aff-sub-offer': { scope: 'path', row: SaleByAffSubOfferRow },
  'profit-by-affiliate': { scope: 'path', row: ProfitByAffiliateRow },
  'profit-by-affiliate-and-sub': { scope: 'path', row: ProfitByAffiliateAndSubRow },
  'profit-by-version': { scope: 'path', row: ProfitByVersionRow },
  'profit-by-offer': { scope: 'path', row: ProfitByOfferRow },
  'profit-by-buyer': { scope: 'path', row: ProfitByBuyerRow },
  'trend-days': { scope: 'all', site: 'path', row: TrendRow },
  'trend-hours': { scope: 'all', site: 'path', row: TrendRow },
  'step-dropoff': { scope: 'path', row: StepDropoffRow },
  'consent-coverage': { scope: 'all', site: 'url', row: ConsentCoverageRow },
} as const satisfies Record<
  string,
  { scope: 'path'; row: TObject } | { scope: 'all'; site: string; row: TObject }
>

export type ReportName = keyof typeof REPORTS

/** Name of an offer on a path, from the newest version that has it; `version`: in that version alone, in which it has another name. */
export const OfferName = closed({
  path: word,
  offer: { ...word, description: 'The key of the offer.' },
  name: word,
  version: Type.Optional(
    Type.Integer({
      description: 'Only if the offer’s name in this version differs from the newest one.',
    }),
  ),
})
export type OfferName = Static<typeof OfferName>

/** True if the rows of a report name offers. Its answer then includes the offers' names. */
export function namesOffers(row: TObject): boolean {
  return Object.hasOwn(row.properties, 'offer') || Object.hasOwn(row.properties, 'offer_name')
}
export type ReportRow<N extends ReportName> = Static<(typeof REPORTS)[N]['row']>

export const PathQuery = closed({ path: Type.String({ minLength: 1 }), from: EpochMs, to: EpochMs })
/** Days on which returns and corrections count. */
export const ReturnsOn = oneOf(['reported', 'sold'], {
  description: 'reported, the default: on the day they were booked. sold: on the day of their sale.',
})
export type ReturnsOn = Static<typeof ReturnsOn>
export const SalesQuery = closed({ ...PathQuery.properties, returns: Type.Optional(ReturnsOn) })

export function isOfSales(name: ReportName): boolean {
  return name.startsWith('sale-')
}

export const RangeQuery = closed({ start: EpochMs, end: EpochMs })

/** Rows behind a figure: /api/reports/drilldown/<name>. Newest first, a page at a time. A parameter that is left out matches anything;
 *  `before` is `next` of the previous page. */

/** Below the 32,766 values that SQLite accepts in one statement. */
const TUPLES = 4000

/** `words` are the ones that distinguish the rows of reports. */
const drilldown = <const Word extends string>(words: Word[]) => ({
  path: Type.Optional(word),
  from: EpochMs,
  to: EpochMs,
  version: Type.Optional(Type.Integer()),
  offer: Type.Optional(word),
  rows: Type.Optional(
    closed(
      {
        columns: Type.Array(oneOf(words), { minItems: 1, uniqueItems: true }),
        values: Type.Array(Type.Array(Type.Union([Type.Integer(), word])), { minItems: 1, maxItems: TUPLES }),
      },
      {
        description: 'Only what belongs to one of these rows. Each row has a value for every column.',
      },
    ),
  ),
  before: Type.Optional(Type.String({ pattern: '^\\d{1,16}\\.\\d{1,16}$' })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, default: 100 })),
})
const fromSession = {
  aff_id: Type.Optional(word),
  sub1: Type.Optional(word),
  language: Type.Optional({ ...word, description: 'The language the visitor chose last: en or es.' }),
}
const DrilldownVisitorsQuery = closed({
  kind: oneOf(['page_visit', 'visit', 'registration', 'impression']),
  certificate: Type.Optional({
    ...oneOf(['any', 'trustedform_cert_url', 'jornaya_lead_id', 'both']),
    description:
      'Visitors with this consent certificate, or with any or none. Forgotten visitors aren’t included.',
  }),
  ...drilldown(['version', 'path', 'offer', 'aff_id', 'sub1', 'sub2', 'sub3', 'language']),
  ...fromSession,
  sub2: Type.Optional(word),
  sub3: Type.Optional(word),
})
const DrilldownSalesQuery = closed({
  leads: Type.Optional({
    ...oneOf(['most_sold', 'most_earned']),
    description:
      'Only the leads with the most sales or the highest revenue in the range, with their own returns and corrections.',
  }),
  of: Type.Optional({
    ...oneOf(['gross', 'returned', 'own']),
    description:
      'gross: sales and corrections. returned: returns. own: sales in the range, with their returns and corrections.',
  }),
  returns: Type.Optional(ReturnsOn),
  ...drilldown(['version', 'path', 'offer', 'aff_id', 'sub1', 'language', 'buyer']),
  ...fromSession,
  buyer: Type.Optional({ ...word, description: 'Who reported the sales.' }),
})
const DrilldownStepsQuery = closed({
  outcome: {
    ...oneOf(['shown', 'answered', 'left', 'timed']),
    description:
      'Visitors who reached the step, continued from it, or left there. timed: every answer to it.',
  },
  ...drilldown(['version', 'offer', 'step']),
  path: Type.String({ minLength: 1 }),
  step: Type.Optional(word),
})

/** Rows of the profit that name none of these. */
const unassigned = {
  unassigned: Type.Optional(
    Type.Array(oneOf(['aff_id', 'sub1']), {
      description: 'Only costs that name none of these.',
    }),
  ),
}
const DrilldownCostsQuery = closed({
  ...drilldown(['path', 'aff_id', 'sub1']),
  aff_id: Type.Optional(word),
  sub1: Type.Optional(word),
  ...unassigned,
})
const DrilldownPayoutsQuery = closed({
  ...drilldown(['version', 'path', 'offer', 'aff_id', 'sub1', 'buyer']),
  aff_id: Type.Optional(word),
  sub1: Type.Optional(word),
  buyer: Type.Optional(word),
})

const single = {
  at: EpochMs,
  session_uuid: Uuid,
  version_id: Type.Integer(),
  path: word,
  offer: { ...word, description: 'Empty if it isn’t about an offer.' },
  aff_id: word,
  sub1: word,
}
const visitor = { ...single, sub2: word, sub3: word, ip: { ...word, description: 'Without the last part.' } }
const DrilldownVisitor = closed(visitor)
const DrilldownSale = closed({
  ...single,
  source: { ...word, description: 'The buyer or partner that reported it.' },
  external_id: word,
  sold: {
    ...count,
    description:
      'The change in the number of sales: 1 for a sale, -1 if a return leaves nothing of it, 0 otherwise.',
  },
  revenue: cents,
})
const DrilldownCost = closed({
  at: { ...EpochMs, description: 'Start of its New York day.' },
  path: word,
  source: word,
  campaign: { ...word, description: 'Empty if it isn’t known, like the words that follow.' },
  aff_id: word,
  sub1: word,
  sub2: word,
  sub3: word,
  amount: { ...Type.Number(), description: 'In its currency.' },
  currency: word,
  cost: { ...Type.Number(), description: 'US cents, not rounded.' },
  imported: { ...Type.Integer(), description: 'The number of its import.' },
  made_by: { ...word, description: 'The operator who imported it. Empty for a program.' },
})
const DrilldownPayout = closed({
  ...single,
  event: word,
  source: word,
  payout: cents,
})
export const DrilldownStep = closed({
  ...visitor,
  at: { ...EpochMs, description: 'When the visitor reached the step.' },
  step: word,
  time_on_step: { ...ratio, description: 'In ms. Null if the visitor didn’t answer it.' },
})
export type DrilldownStep = Static<typeof DrilldownStep>

export const DRILLDOWNS = {
  visitors: { query: DrilldownVisitorsQuery, row: DrilldownVisitor },
  sales: { query: DrilldownSalesQuery, row: DrilldownSale },
  steps: { query: DrilldownStepsQuery, row: DrilldownStep },
  costs: { query: DrilldownCostsQuery, row: DrilldownCost },
  payouts: { query: DrilldownPayoutsQuery, row: DrilldownPayout },
} as const

export type DrilldownName = keyof typeof DRILLDOWNS
export type DrilldownQuery = { [N in DrilldownName]: Static<(typeof DRILLDOWNS)[N]['query']> }
export type DrilldownRow<N extends DrilldownName> = Static<(typeof DRILLDOWNS)[N]['row']>
