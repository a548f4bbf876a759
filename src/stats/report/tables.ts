import type { ReportName, ReportRow } from '../../../schemas/reports.ts'
import type { DrilldownPart } from '../drilldown/parts.ts'
import type { Format } from '../grid/cells.ts'

/** Every table of the dashboard, as data: what it is called, what it asks for, what it shows.
 *  Source: spec, section 2 "Stats dashboard"; drop-off and consents are ours. */

/** `part` / `whole` x `times`, over sums: a ratio of totals, never a total of ratios. */
export interface Ratio<Key extends string = string> {
  part: Key
  whole: Key
  times: number
}

export interface Column<Key extends string = string> {
  title: string
  format: Format
  /** The row's member it shows; without one it shows its ratio of the row. */
  of?: Key
  /** The member that is shown, sorted and searched in its place. */
  label?: typeof OFFER_LABEL
  ratio?: Ratio<Key>
  /** What the totals strip shows under it: the sum, or the ratio of the sums. */
  total?: 'sum' | 'ratio'
  /** Shown for the version's number, with the dates it was live. */
  version?: true
  /** For a ratio, what is divided before what it is divided by. */
  drilldown?: readonly DrilldownPart[]
}

export interface Table<Name extends ReportName = ReportName, Key extends string = string> {
  title: string
  /** What the figures mean, in one line. */
  note: string
  report: Name
  columns: Column<Key>[]
  /** The keys that can be searched, in the order they are offered, each with the row's member it searches. */
  filterKeys: Record<string, Key | typeof OFFER_LABEL>
}

/** What rows say of their offer: its name with the key beside it. See offers.ts. */
export const OFFER_LABEL = 'offer_label'

const version = { title: 'Version', format: 'id', of: 'version_id', version: true } as const
const path = { title: 'Path', format: 'name', of: 'url' } as const
const affiliate = { title: 'Affiliate', format: 'word', of: 'aff_id' } as const
const subs = [
  { title: 'Sub1', format: 'word', of: 'sub1' },
  { title: 'Sub2', format: 'word', of: 'sub2' },
  { title: 'Sub3', format: 'word', of: 'sub3' },
] as const
const offer = { title: 'Offer', format: 'name', of: 'offer_name', label: OFFER_LABEL } as const
const offerOfVersion = { title: 'Offer', format: 'name', of: 'offer', label: OFFER_LABEL } as const
const revenue = {
  title: 'Revenue',
  format: 'cents',
  of: 'revenue',
  total: 'sum',
  drilldown: ['sale'],
} as const
const sales = {
  title: 'Total sales',
  format: 'count',
  of: 'total',
  total: 'sum',
  drilldown: ['sale'],
} as const
const pageVisits = {
  title: 'Page visits',
  format: 'count',
  of: 'page_visits',
  total: 'sum',
  drilldown: ['page_visit'],
} as const
const registrations = {
  title: 'Registration',
  format: 'count',
  of: 'filled_basic_data',
  total: 'sum',
  drilldown: ['registration'],
} as const
const registrationRate = {
  title: 'Registration rate',
  format: 'percent',
  ratio: { part: 'filled_basic_data', whole: 'page_visits', times: 100 },
  total: 'ratio',
  drilldown: ['registration', 'page_visit'],
} as const

const CENTS_PER_DOLLAR = 100

const epr = table('analytics-epr', {
  title: 'EPR - Visits + Revenue per path',
  note: 'EPR: dollars earned per visit, which is a visitor’s first click.',
  columns: [
    version,
    path,
    { title: 'Visits', format: 'count', of: 'visits', total: 'sum', drilldown: ['visit'] },
    revenue,
    {
      title: 'EPR',
      format: 'dollars',
      of: 'EPR',
      ratio: { part: 'revenue', whole: 'visits', times: 1 / CENTS_PER_DOLLAR },
      total: 'ratio',
      drilldown: ['sale', 'visit'],
    },
  ],
  filterKeys: { version_id: 'version_id', url: 'url', visits: 'visits', revenue: 'revenue', epr: 'EPR' },
})

const ecpm = table('analytics-ecpm', {
  title: 'ECPM - Impressions + Revenue per offer',
  note: 'ECPM: dollars earned per thousand impressions.',
  columns: [
    version,
    offerOfVersion,
    path,
    { title: 'Impressions', format: 'count', of: 'impressions', total: 'sum', drilldown: ['impression'] },
    revenue,
    {
      title: 'ECPM',
      format: 'dollars',
      of: 'ECPM',
      ratio: { part: 'revenue', whole: 'impressions', times: 1000 / CENTS_PER_DOLLAR },
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

const visitsByAffiliate = table('visits-by-affiliate', {
  title: 'Page visits / affiliate',
  note: 'Registration: all basic data given.',
  columns: [affiliate, pageVisits, registrations, registrationRate],
  filterKeys: { aff_id: 'aff_id', page_visits: 'page_visits', filled_basic_data: 'filled_basic_data' },
})

const visitsByAffiliateAndSubs = table('visits-by-affiliate-and-subs', {
  title: 'Page visits / affiliate + sub1 + sub2 + sub3',
  note: 'Every combination of affiliate and subs.',
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
  title: 'Sales + revenue / affiliate',
  note: 'Returns are subtracted.',
  columns: [offer, affiliate, sales, revenue],
  filterKeys: { offer_name: OFFER_LABEL, aff_id: 'aff_id', total: 'total', revenue: 'revenue' },
})

const salesByOffer = table('sale-by-offer', {
  title: 'Sales + revenue / offer',
  note: 'Over all affiliates.',
  columns: [offer, sales, revenue],
  filterKeys: { offer_name: OFFER_LABEL, total: 'total', revenue: 'revenue' },
})

const salesByAffSubOffer = table('sale-by-aff-sub-offer', {
  title: 'Sales + revenue / affiliate + sub1 + offer',
  note: 'Which traffic sells what.',
  columns: [offer, affiliate, subs[0], sales, revenue],
  filterKeys: {
    offer_name: OFFER_LABEL,
    aff_id: 'aff_id',
    sub1: 'sub1',
    total: 'total',
    revenue: 'revenue',
  },
})

const share = (title: string, part: 'trustedform_cert_url' | 'jornaya_lead_id' | 'both') =>
  ({
    title,
    format: 'percent',
    ratio: { part, whole: 'filled_basic_data', times: 100 },
    total: 'ratio',
    drilldown: [part, 'remembered'],
  }) as const

const consents = table('consent-coverage', {
  title: 'Consent certificates / path',
  note: 'Of the visitors who registered and are not forgotten.',
  columns: [
    path,
    { ...registrations, drilldown: ['remembered'] },
    {
      title: 'TrustedForm',
      format: 'count',
      of: 'trustedform_cert_url',
      total: 'sum',
      drilldown: ['trustedform_cert_url'],
    },
    share('TrustedForm rate', 'trustedform_cert_url'),
    {
      title: 'Jornaya',
      format: 'count',
      of: 'jornaya_lead_id',
      total: 'sum',
      drilldown: ['jornaya_lead_id'],
    },
    share('Jornaya rate', 'jornaya_lead_id'),
    share('Rate of both', 'both'),
  ],
  filterKeys: {
    url: 'url',
    filled_basic_data: 'filled_basic_data',
    trustedform_cert_url: 'trustedform_cert_url',
    jornaya_lead_id: 'jornaya_lead_id',
  },
})

const stepDropoff = table('step-dropoff', {
  title: 'Drop-off / step',
  note: 'Of the visitors whom the rules led to the step.',
  columns: [
    version,
    offerOfVersion,
    { title: 'Step', format: 'word', of: 'step' },
    { title: 'Shown', format: 'count', of: 'shown', drilldown: ['shown'] },
    { title: 'Went on', format: 'count', of: 'answered', drilldown: ['answered'] },
    { title: 'Left', format: 'count', of: 'left', total: 'sum', drilldown: ['left'] },
    {
      title: 'Drop-off rate',
      format: 'percent',
      ratio: { part: 'left', whole: 'shown', times: 100 },
      drilldown: ['left', 'shown'],
    },
    { title: 'Median time, s', format: 'seconds', of: 'median_ms', drilldown: ['timed'] },
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

export const TABS = [
  { name: 'Analytics', slug: 'analytics', tables: [epr, ecpm, consents] },
  { name: 'Visits', slug: 'visits', tables: [visitsByAffiliate, visitsByAffiliateAndSubs, stepDropoff] },
  { name: 'Sales', slug: 'sales', tables: [salesByAffiliate, salesByOffer, salesByAffSubOffer] },
] as const satisfies { name: string; slug: string; tables: Table[] }[]

export type Tab = (typeof TABS)[number]

export const TABLES: readonly Table[] = TABS.flatMap(({ tables }): Table[] => [...tables])

/** The figures of the boxes over the sales tables. */
type Figure = Column<keyof ReportRow<'sale-stats'>>

export const BOXES: { title: string; figures: Figure[] }[] = [
  {
    title: 'Number of sales',
    figures: [
      { title: 'Maximum sales from one lead', of: 'max_sold', format: 'count', drilldown: ['most_sold'] },
      { title: 'Average sales', of: 'avg_sold', format: 'average', drilldown: ['sale'] },
    ],
  },
  {
    title: 'Revenue',
    figures: [
      {
        title: 'Maximum revenue from one lead',
        of: 'max_revenue',
        format: 'cents',
        drilldown: ['most_earned'],
      },
      { title: 'Average revenue', of: 'avg_revenue', format: 'cents', drilldown: ['sale'] },
      {
        title: 'Revenue per registration',
        of: 'rev_per_optin',
        format: 'cents',
        drilldown: ['sale', 'registration'],
      },
    ],
  },
]

/** The boxes as a table of one row: what their figures are made of is found as that of others is. */
export const SALE_STATS: Table = {
  title: 'Sales',
  note: '',
  report: 'sale-stats',
  columns: BOXES.flatMap(({ figures }) => figures),
  filterKeys: {},
}

/** The same with its revenue beside the first column, which says what a row is of: there it is in sight on a phone. */
export function withMoneyFirst(table: Table): Table {
  const [first, ...others] = table.columns
  const isMoney = ({ format }: Column) => format === 'cents'
  if (!first) return table
  return {
    ...table,
    columns: [first, ...others.filter(isMoney), ...others.filter((column) => !isMoney(column))],
  }
}

/** Ties the members that a table names to the rows of its report. */
function table<Name extends ReportName>(
  report: Name,
  rest: Omit<Table<Name, keyof ReportRow<Name> & string>, 'report'>,
): Table<Name> {
  return { report, ...rest }
}
