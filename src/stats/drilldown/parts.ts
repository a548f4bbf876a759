/** What a figure counts, and so what it opens on: how that is called and asked for. */
export const PARTS = {
  page_visit: { label: 'Page visits', name: 'visitors', asks: { kind: 'page_visit' } },
  visit: { label: 'Visits', name: 'visitors', asks: { kind: 'visit' } },
  registration: { label: 'Registrations', name: 'visitors', asks: { kind: 'registration' } },
  impression: { label: 'Impressions', name: 'visitors', asks: { kind: 'impression' } },
  /** Registrations of visitors who are not forgotten. */
  remembered: {
    label: 'Registrations',
    name: 'visitors',
    asks: { kind: 'registration', certificate: 'any' },
  },
  trustedform_cert_url: {
    label: 'With TrustedForm',
    name: 'visitors',
    asks: { kind: 'registration', certificate: 'trustedform_cert_url' },
  },
  jornaya_lead_id: {
    label: 'With Jornaya',
    name: 'visitors',
    asks: { kind: 'registration', certificate: 'jornaya_lead_id' },
  },
  both: { label: 'With both', name: 'visitors', asks: { kind: 'registration', certificate: 'both' } },
  sale: { label: 'Sales', name: 'sales', asks: {} },
  most_sold: { label: 'Sales of the leads sold most often', name: 'sales', asks: { leads: 'most_sold' } },
  most_earned: {
    label: 'Sales of the leads that earned most',
    name: 'sales',
    asks: { leads: 'most_earned' },
  },
  shown: { label: 'Shown', name: 'steps', asks: { outcome: 'shown' } },
  answered: { label: 'Went on', name: 'steps', asks: { outcome: 'answered' } },
  left: { label: 'Left', name: 'steps', asks: { outcome: 'left' } },
  timed: { label: 'Times', name: 'steps', asks: { outcome: 'timed' } },
} as const

export type DrilldownPart = keyof typeof PARTS
