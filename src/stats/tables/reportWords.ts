/** Names of the dashboard's tabs. */
export const TAB = {
  analytics: 'Analytics',
  visits: 'Visits',
  sales: 'Sales',
  profit: 'Profit',
  experiments: 'Experiments',
} as const

/** Titles of the reports, and notes that explain their figures. */
export const REPORT = {
  'analytics-epr': {
    title: 'EPR - Visits + Revenue per path',
    note: 'EPR: revenue per visit. A visit is a visitor’s first click.',
  },
  'analytics-ecpm': {
    title: 'ECPM - Impressions + Revenue per offer',
    note: 'ECPM: revenue per thousand impressions.',
  },
  'analytics-languages': {
    title: 'Visits + revenue / language',
    note: 'The visitor’s last chosen language.',
  },
  'visits-by-affiliate': {
    title: 'Page visits / affiliate',
    note: 'Registration: all basic data filled in.',
  },
  'visits-by-affiliate-and-subs': {
    title: 'Page visits / affiliate + sub1 + sub2 + sub3',
    note: 'Every combination of affiliate and subs.',
  },
  'sale-by-affiliate': {
    title: 'Sales + revenue / affiliate',
    note: 'Revenue is net: gross minus returned.',
  },
  'sale-by-offer': {
    title: 'Sales + revenue / offer',
    note: 'All affiliates together.',
  },
  'sale-by-aff-sub-offer': {
    title: 'Sales + revenue / affiliate + sub1 + offer',
    note: 'Which traffic sells which offer.',
  },
  'profit-by-affiliate': {
    title: 'Profit / affiliate',
    note: 'Net minus payouts and costs. A dash: not known. The total subtracts all known costs.',
  },
  'profit-by-affiliate-and-sub': {
    title: 'Profit / affiliate + sub1',
    note: 'Costs that name no affiliate or sub1 are in rows of their own.',
  },
  'profit-by-version': {
    title: 'Profit / version',
    note: 'Costs name no version, so they’re in a row of their own.',
  },
  'profit-by-offer': {
    title: 'Profit / offer',
    note: 'Costs name no offer, so they’re in a row of their own.',
  },
  'profit-by-buyer': {
    title: 'Profit / buyer',
    note: 'Costs name no buyer, so they’re in a row of their own.',
  },
  'consent-coverage': {
    title: 'Consent certificates / path',
    note: 'Share of registered visitors whose data hasn’t been erased.',
  },
  'step-dropoff': {
    title: 'Drop-off / step',
    note: 'Share of visitors who were shown the step.',
  },
} as const

/** Titles of columns, by their ids. */
export const COLUMN = {
  version_id: 'Version',
  url: 'Path',
  aff_id: 'Affiliate',
  sub1: 'Sub1',
  sub2: 'Sub2',
  sub3: 'Sub3',
  language: 'Language',
  offer_name: 'Offer',
  offer: 'Offer',
  revenue: 'Revenue',
  total: 'Total sales',
  gross: 'Gross',
  returned: 'Returned',
  net: 'Net',
  payout: 'Payout',
  cost: 'Cost',
  profit: 'Profit',
  ROI: 'ROI',
  EPC: 'EPC',
  margin: 'Margin',
  buyer: 'Buyer',
  page_visits: 'Page visits',
  filled_basic_data: 'Registration',
  registration_rate: 'Registration rate',
  visits: 'Visits',
  EPR: 'EPR',
  impressions: 'Impressions',
  ECPM: 'ECPM',
  trustedform_cert_url: 'TrustedForm',
  jornaya_lead_id: 'Jornaya',
  step: 'Step',
  shown: 'Shown',
  answered: 'Continued',
  left: 'Left',
  dropoff_rate: 'Drop-off rate',
  median_ms: 'Median time, s',
  max_sold: 'Maximum sales from one lead',
  avg_sold: 'Average sales',
  max_revenue: 'Maximum revenue from one lead',
  avg_revenue: 'Average revenue',
  rev_per_optin: 'Revenue per registration',
  trustedform_cert_url_rate: 'TrustedForm rate',
  jornaya_lead_id_rate: 'Jornaya rate',
  both_rate: 'Both rate',
} as const

/** Titles of the boxes above the sales tables. */
export const BOX = { sold: 'Number of sales', revenue: 'Revenue' } as const

/** Names of the figures of the trend. */
export const METRIC = {
  visits: 'Visits',
  registrations: 'Registrations',
  revenue: 'Revenue',
  epr: 'EPR',
} as const

/** Texts about the day on which returns count. */
export const RETURNS_ON = {
  label: 'Count returns on',
  reported: 'Day reported',
  sold: 'Day of the sale',
  note: {
    reported: 'Returns count on the day they were reported.',
    sold: 'Returns count on the day of their sale.',
  },
} as const
