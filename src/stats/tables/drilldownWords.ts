/** Texts about the rows behind a figure. */
export const DRILLDOWN = {
  failed: 'Couldn’t load this figure',
  unknown: 'This figure doesn’t exist.',
  parts: 'Breakdown',
  tooMany: 'Too many rows to list together',
  narrow: (rows: string) => `The filter matches more than ${rows} rows of the table. Enter more of the word.`,
  nothing: 'Nothing yet',
  notHappened: 'Nothing to count in this date range.',
  rowsFailed: 'Couldn’t load the rows',
  more: 'Show more',
  openLead: 'Open the lead',
  rowsOf: (what: string) => `Rows of ${what}`,
  caption: (what: string, count: string, isAll: boolean) =>
    `${what}, newest first: ${isAll ? 'all' : 'the first'} ${count}.`,
  allPaths: 'All paths',
  total: 'Total',
  totalOf: (search: string, key: string) => `Total of “${search}” in ${key}`,
  version: (version: string | number) => `Version ${version}`,
} as const

/** Titles of its columns. */
export const DRILLDOWN_COLUMN = {
  sub2: 'Sub2',
  sub3: 'Sub3',
  offer: 'Offer',
  address: 'IP address',
  revenue: 'Revenue',
  sold: 'Sold',
  source: 'Reported by',
  externalId: 'External ID',
  came: 'Arrived',
  timeOnStep: 'Time on step, s',
  step: 'Step',
} as const

/** Names of what a figure counts. */
export const DRILLDOWN_PART = {
  page_visit: 'Page visits',
  visit: 'Visits',
  registration: 'Registrations',
  impression: 'Impressions',
  remembered: 'Registrations',
  trustedform_cert_url: 'With TrustedForm',
  jornaya_lead_id: 'With Jornaya',
  both: 'With both',
  sale: 'Sales',
  own_sale: 'Sales and their returns',
  gross: 'Sales and corrections',
  returned: 'Returns',
  most_sold: 'Sales of the leads sold most often',
  most_earned: 'Sales of the leads that earned the most',
  shown: 'Shown',
  answered: 'Continued',
  left: 'Left',
  timed: 'Times',
} as const
