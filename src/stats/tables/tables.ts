import type { ReportName, ReportRow } from '../../../schemas/reports/reports.ts'
import type { DrilldownPart } from './parts.ts'
import { OFFER_LABEL } from '../../rows/offerLabels.ts'
import type { Format, Ratio, TextFormat } from '../../rows/row.ts'
import { NOT_ASSIGNED } from '../../operator/table/cells.ts'
import { BOX, COLUMN, REPORT, TAB } from './reportWords.ts'

/** Every table of the dashboard, as data: its title, query and columns. Source: spec, section 2 "Stats dashboard"; languages, drop-off
 *  and consents are ours. */

/** A column. Its ID is used in addresses, in browser storage and here; its title is only text. Filters, order, totals strip, files and
 *  the rows behind a figure derive from it. */
export type Column<Key extends string = string> = { title: string } & (Words<Key> | Figure<Key>)

/** Member with the display name of the word that distinguishes a row. */
type Label = typeof OFFER_LABEL | 'language_name'

interface Words<Key extends string> {
  /** Member of the row that it shows. */
  id: Key
  format: TextFormat
  /** Member to show, sort and search instead. */
  label?: Label
  /** True to show the version's number with the dates when it was live. */
  version?: true
  /** Text for a row whose word isn't known. */
  unassigned?: string
  sum?: undefined
  known?: undefined
  ratio?: undefined
  total?: undefined
  drilldown?: undefined
}

/** Member of the row that it shows, or the ratio to compute. */
type Figure<Key extends string> = ({ id: Key; ratio?: Ratio<Key> } | { id: string; ratio: Ratio<Key> }) & {
  format: Exclude<Format, TextFormat>
  /** Total under it: the sum, the ratio of the sums, or nothing. */
  total: 'sum' | 'ratio' | null
  /** Parts that it counts; for a ratio, numerator first. */
  drilldown: readonly DrilldownPart[]
  /** Member that the total sums instead of its own. */
  sum?: Key
  /** Member without which its value isn't known. */
  known?: Key
  /** True if a value below zero stands out. */
  isLoss?: true
  label?: undefined
  version?: undefined
  unassigned?: undefined
}

export interface Table<Name extends ReportName = ReportName, Key extends string = string> {
  title: string
  /** Meaning of the figures, in one line. */
  note: string
  report: Name
  columns: Column<Key>[]
  /** Keys that can be searched, in the order of the menu, each with the row's member. */
  filterKeys: Record<string, Key | typeof OFFER_LABEL>
}

const version = { id: 'version_id', title: COLUMN.version_id, format: 'id', version: true } as const
const path = { id: 'url', title: COLUMN.url, format: 'name' } as const
const affiliate = { id: 'aff_id', title: COLUMN.aff_id, format: 'word' } as const
const subs = [
  { id: 'sub1', title: COLUMN.sub1, format: 'word' },
  { id: 'sub2', title: COLUMN.sub2, format: 'word' },
  { id: 'sub3', title: COLUMN.sub3, format: 'word' },
] as const
const offer = { id: 'offer_name', title: COLUMN.offer_name, format: 'name', label: OFFER_LABEL } as const
const offerOfVersion = { id: 'offer', title: COLUMN.offer, format: 'name', label: OFFER_LABEL } as const
const revenue = {
  id: 'revenue',
  title: COLUMN.revenue,
  format: 'cents',
  total: 'sum',
  drilldown: ['sale'],
} as const
const sales = {
  id: 'total',
  title: COLUMN.total,
  format: 'count',
  total: 'sum',
  drilldown: ['sale'],
} as const
const gross = {
  id: 'gross',
  title: COLUMN.gross,
  format: 'cents',
  total: 'sum',
  drilldown: ['gross'],
} as const
const returned = {
  id: 'returned',
  title: COLUMN.returned,
  format: 'cents',
  total: 'sum',
  drilldown: ['returned'],
} as const
const pageVisits = {
  id: 'page_visits',
  title: COLUMN.page_visits,
  format: 'count',
  total: 'sum',
  drilldown: ['page_visit'],
} as const
const registrations = {
  id: 'filled_basic_data',
  title: COLUMN.filled_basic_data,
  format: 'count',
  total: 'sum',
  drilldown: ['registration'],
} as const
const registrationRate = {
  id: 'registration_rate',
  title: COLUMN.registration_rate,
  format: 'percent',
  ratio: { part: 'filled_basic_data', whole: 'page_visits', times: 100 },
  total: 'ratio',
  drilldown: ['registration', 'page_visit'],
} as const

const CENTS_PER_DOLLAR = 100

const visits = {
  id: 'visits',
  title: COLUMN.visits,
  format: 'count',
  total: 'sum',
  drilldown: ['visit'],
} as const
const dollarsPerVisit = {
  id: 'EPR',
  title: COLUMN.EPR,
  format: 'dollars',
  ratio: { part: 'revenue', whole: 'visits', times: 1 / CENTS_PER_DOLLAR },
  total: 'ratio',
  drilldown: ['sale', 'visit'],
} as const

const impressions = {
  id: 'impressions',
  title: COLUMN.impressions,
  format: 'count',
  total: 'sum',
  drilldown: ['impression'],
} as const

const epr = table('analytics-epr', {
  columns: [version, path, visits, revenue, dollarsPerVisit],
  filterKeys: { version_id: 'version_id', url: 'url', visits: 'visits', revenue: 'revenue', epr: 'EPR' },
})

const ecpm = table('analytics-ecpm', {
  columns: [
    version,
    offerOfVersion,
    path,
    impressions,
    revenue,
    {
      id: 'ECPM',
      title: COLUMN.ECPM,
      format: 'dollars',
      ratio: { part: 'revenue', whole: 'impressions', times: 1000 / CENTS_PER_DOLLAR, isOverWhole: true },
      total: 'ratio',
      drilldown: ['sale', 'impression'],
    },
  ],
  filterKeys: {
    version_id: 'version_id',
    path_name: 'path_name',
    offer: OFFER_LABEL,
    url: 'url',
    visits: 'impressions',
    revenue: 'revenue',
    ecpm: 'ECPM',
  },
})

const languages = table('analytics-languages', {
  columns: [
    path,
    { id: 'language', title: COLUMN.language, format: 'name', label: 'language_name' },
    visits,
    registrations,
    sales,
    revenue,
    dollarsPerVisit,
  ],
  filterKeys: {
    url: 'url',
    language: 'language_name',
    visits: 'visits',
    filled_basic_data: 'filled_basic_data',
    total: 'total',
    revenue: 'revenue',
    epr: 'EPR',
  },
})

const visitsByAffiliate = table('visits-by-affiliate', {
  columns: [affiliate, pageVisits, registrations, registrationRate],
  filterKeys: { aff_id: 'aff_id', page_visits: 'page_visits', filled_basic_data: 'filled_basic_data' },
})

const visitsByAffiliateAndSubs = table('visits-by-affiliate-and-subs', {
  columns: [affiliate, ...subs, pageVisits, registrations, registrationRate],
  filterKeys: {
    aff_id: 'aff_id',
    sub1: 'sub1',
    sub2: 'sub2',
    sub3: 'sub3',
    page_visits: 'page_visits',
    filled_basic_data: 'filled_basic_data',
  },
})

const salesByAffiliate = table('sale-by-affiliate', {
  columns: [offer, affiliate, sales, gross, returned, revenue],
  filterKeys: {
    offer_name: OFFER_LABEL,
    aff_id: 'aff_id',
    total: 'total',
    revenue: 'revenue',
    gross: 'gross',
    returned: 'returned',
  },
})

const salesByOffer = table('sale-by-offer', {
  columns: [offer, sales, gross, returned, revenue],
  filterKeys: {
    offer_name: OFFER_LABEL,
    total: 'total',
    revenue: 'revenue',
    gross: 'gross',
    returned: 'returned',
  },
})

const salesByAffSubOffer = table('sale-by-aff-sub-offer', {
  columns: [offer, affiliate, subs[0], sales, gross, returned, revenue],
  filterKeys: {
    offer_name: OFFER_LABEL,
    aff_id: 'aff_id',
    sub1: 'sub1',
    total: 'total',
    revenue: 'revenue',
    gross: 'gross',
    returned: 'returned',
  },
})

const share = (part: 'trustedform_cert_url' | 'jornaya_lead_id' | 'both') =>
  ({
    id: `${part}_rate`,
    title: COLUMN[`${part}_rate`],
    format: 'percent',
    ratio: { part, whole: 'filled_basic_data', times: 100 },
    total: 'ratio',
    drilldown: [part, 'remembered'],
  }) as const

const consents = table('consent-coverage', {
  columns: [
    path,
    { ...registrations, drilldown: ['remembered' as const] },
    {
      id: 'trustedform_cert_url',
      title: COLUMN.trustedform_cert_url,
      format: 'count',
      total: 'sum',
      drilldown: ['trustedform_cert_url'],
    },
    share('trustedform_cert_url'),
    {
      id: 'jornaya_lead_id',
      title: COLUMN.jornaya_lead_id,
      format: 'count',
      total: 'sum',
      drilldown: ['jornaya_lead_id'],
    },
    share('jornaya_lead_id'),
    share('both'),
  ],
  filterKeys: {
    url: 'url',
    filled_basic_data: 'filled_basic_data',
    trustedform_cert_url: 'trustedform_cert_url',
    jornaya_lead_id: 'jornaya_lead_id',
  },
})

const stepDropoff = table('step-dropoff', {
  columns: [
    version,
    offerOfVersion,
    { id: 'step', title: COLUMN.step, format: 'word' },
    { id: 'shown', title: COLUMN.shown, format: 'count', total: null, drilldown: ['shown'] },
    { id: 'answered', title: COLUMN.answered, format: 'count', total: null, drilldown: ['answered'] },
    { id: 'left', title: COLUMN.left, format: 'count', total: 'sum', drilldown: ['left'] },
    {
      id: 'dropoff_rate',
      title: COLUMN.dropoff_rate,
      format: 'percent',
      ratio: { part: 'left', whole: 'shown', times: 100 },
      total: null,
      drilldown: ['left', 'shown'],
    },
    { id: 'median_ms', title: COLUMN.median_ms, format: 'seconds', total: null, drilldown: ['timed'] },
  ],
  filterKeys: {
    version_id: 'version_id',
    offer: OFFER_LABEL,
    step: 'step',
    shown: 'shown',
    answered: 'answered',
    left: 'left',
  },
})

const PER_HUNDRED = { times: 100 } as const
const money = [
  sales,
  gross,
  returned,
  { ...revenue, title: COLUMN.net },
  { id: 'payout', title: COLUMN.payout, format: 'cents', total: 'sum', drilldown: ['payout'] },
  { id: 'cost', title: COLUMN.cost, format: 'cents', total: 'sum', drilldown: ['cost'] },
  {
    id: 'profit',
    title: COLUMN.profit,
    format: 'cents',
    total: 'sum',
    sum: 'balance',
    isLoss: true,
    drilldown: ['sale', 'payout', 'cost'],
  },
  {
    id: 'ROI',
    title: COLUMN.ROI,
    format: 'percent',
    ratio: { part: 'balance', whole: 'spent', ...PER_HUNDRED },
    known: 'profit',
    total: 'ratio',
    isLoss: true,
    drilldown: ['sale', 'payout', 'cost'],
  },
] as const
const margin = {
  id: 'margin',
  title: COLUMN.margin,
  format: 'percent',
  ratio: { part: 'balance', whole: 'revenue', ...PER_HUNDRED },
  known: 'profit',
  total: 'ratio',
  isLoss: true,
  drilldown: ['sale', 'payout', 'cost'],
} as const
const earningsPer = <Visits extends 'page_visits' | 'visits', Part extends DrilldownPart>(
  whole: Visits,
  part: Part,
) =>
  ({
    id: 'EPC',
    title: COLUMN.EPC,
    format: 'cents',
    ratio: { part: 'revenue', whole, times: 1 },
    total: 'ratio',
    drilldown: ['sale', part],
  }) as const
const moneyKeys = {
  total: 'total',
  revenue: 'revenue',
  payout: 'payout',
  cost: 'cost',
  profit: 'profit',
} as const
const unassigned = { unassigned: NOT_ASSIGNED } as const

const profitByAffiliate = table('profit-by-affiliate', {
  columns: [
    { ...affiliate, ...unassigned },
    pageVisits,
    registrations,
    ...money,
    earningsPer('page_visits', 'page_visit'),
    margin,
  ],
  filterKeys: { aff_id: 'aff_id', page_visits: 'page_visits', ...moneyKeys },
})

const profitByAffiliateAndSub = table('profit-by-affiliate-and-sub', {
  columns: [
    { ...affiliate, ...unassigned },
    { ...subs[0], ...unassigned },
    pageVisits,
    registrations,
    ...money,
    earningsPer('page_visits', 'page_visit'),
    margin,
  ],
  filterKeys: { aff_id: 'aff_id', sub1: 'sub1', page_visits: 'page_visits', ...moneyKeys },
})

const profitByVersion = table('profit-by-version', {
  columns: [version, visits, ...money, earningsPer('visits', 'visit'), margin],
  filterKeys: { version_id: 'version_id', visits: 'visits', ...moneyKeys },
})

const profitByOffer = table('profit-by-offer', {
  columns: [{ ...offer, ...unassigned }, impressions, ...money, margin],
  filterKeys: { offer_name: OFFER_LABEL, impressions: 'impressions', ...moneyKeys },
})

const profitByBuyer = table('profit-by-buyer', {
  columns: [{ id: 'buyer', title: COLUMN.buyer, format: 'word', ...unassigned }, ...money, margin],
  filterKeys: { buyer: 'buyer', ...moneyKeys },
})

export const TABS = [
  { name: TAB.analytics, slug: 'analytics', tables: [epr, ecpm, languages, consents] },
  { name: TAB.visits, slug: 'visits', tables: [visitsByAffiliate, visitsByAffiliateAndSubs, stepDropoff] },
  { name: TAB.sales, slug: 'sales', tables: [salesByAffiliate, salesByOffer, salesByAffSubOffer] },
  {
    name: TAB.profit,
    slug: 'profit',
    tables: [profitByAffiliate, profitByAffiliateAndSub, profitByVersion, profitByOffer, profitByBuyer],
  },
] as const satisfies { name: string; slug: string; tables: Table[] }[]

export type Tab = (typeof TABS)[number]

/** Tab without tables, after the others. */
export const EXPERIMENTS_TAB = { name: TAB.experiments, slug: 'experiments' } as const

export const TABLES: readonly Table[] = TABS.flatMap(({ tables }): Table[] => [...tables])

/** Figures of the boxes above the sales tables. */
export const BOXES: { title: string; figures: Column<keyof ReportRow<'sale-stats'>>[] }[] = [
  {
    title: BOX.sold,
    figures: [
      {
        id: 'max_sold',
        title: COLUMN.max_sold,
        format: 'count',
        total: null,
        drilldown: ['most_sold'],
      },
      { id: 'avg_sold', title: COLUMN.avg_sold, format: 'average', total: null, drilldown: ['own_sale'] },
    ],
  },
  {
    title: BOX.revenue,
    figures: [
      {
        id: 'max_revenue',
        title: COLUMN.max_revenue,
        format: 'cents',
        total: null,
        drilldown: ['most_earned'],
      },
      { id: 'avg_revenue', title: COLUMN.avg_revenue, format: 'cents', total: null, drilldown: ['own_sale'] },
      {
        id: 'rev_per_optin',
        title: COLUMN.rev_per_optin,
        format: 'cents',
        total: null,
        drilldown: ['own_sale', 'registration'],
      },
    ],
  },
]

/** The boxes as a table of one row, so that their figures open like those of others. */
export const SALE_STATS: Table = {
  title: TAB.sales,
  note: '',
  report: 'sale-stats',
  columns: BOXES.flatMap(({ figures }) => figures),
  filterKeys: {},
}

/** The same with its profit or revenue beside the first column, which names the row, so that it is visible on a phone. */
export function withMoneyFirst(table: Table): Table {
  const [first, ...others] = table.columns
  const main = table.columns.some(({ id }) => id === 'profit') ? 'profit' : revenue.id
  const isMoney = ({ id }: Column) => id === main
  if (!first) return table
  return {
    ...table,
    columns: [first, ...others.filter(isMoney), ...others.filter((column) => !isMoney(column))],
  }
}

/** Column with that ID. Addresses and browser storage may still have its title, which was used before. */
export function columnOf({ columns }: Pick<Table, 'columns'>, name: string): Column | undefined {
  return columns.find(({ id }) => id === name) ?? columns.find(({ title }) => title === name)
}

/** Checks at compile time that a table's members exist in the rows of its report. */
function table<Name extends keyof typeof REPORT>(
  report: Name,
  rest: Omit<Table<Name, keyof ReportRow<Name> & string>, 'report' | 'title' | 'note'>,
): Table<Name> {
  return { report, ...REPORT[report], ...rest }
}
