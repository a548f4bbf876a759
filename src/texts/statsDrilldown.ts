/** What is said of the single rows behind a figure. */
export const DRILLDOWN = {
  failed: 'The figure could not be loaded',
  unknown: 'There is no such figure.',
  parts: 'What it is made of',
  tooMany: 'Too many rows to list together',
  narrow: (rows: string) =>
    `The filter leaves more than ${rows} of the table’s rows. Search for more of the word.`,
  nothing: 'Nothing yet',
  notHappened: 'What is counted here has not happened in this range.',
  rowsFailed: 'The rows could not be loaded',
  more: 'Show more',
  rowsOf: (what: string) => `Rows of ${what}`,
  caption: (what: string, count: string, isAll: boolean) =>
    `${what}, the newest first: ${isAll ? 'all' : 'the first'} ${count}.`,
  allPaths: 'All paths',
  total: 'Total',
  totalOf: (search: string, key: string) => `Total of “${search}” in ${key}`,
  version: (version: string | number) => `Version ${version}`,
} as const

/** The titles of its columns. */
export const DRILLDOWN_COLUMN = {
  sub2: 'Sub2',
  sub3: 'Sub3',
  offer: 'Offer',
  address: 'Address',
  revenue: 'Revenue',
  sold: 'Sold',
  source: 'Reported by',
  externalId: 'As',
  came: 'Came',
  timeOnStep: 'Time on step, s',
  step: 'Step',
} as const

/** What a figure counts. */
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
  most_sold: 'Sales of the leads sold most often',
  most_earned: 'Sales of the leads that earned most',
  shown: 'Shown',
  answered: 'Went on',
  left: 'Left',
  timed: 'Times',
} as const
