import { DRILLDOWN_PART } from './drilldownWords.ts'

/** Parts that a figure counts and opens: the label and query of each. */
export const PARTS = {
  page_visit: { label: DRILLDOWN_PART.page_visit, name: 'visitors', asks: { kind: 'page_visit' } },
  visit: { label: DRILLDOWN_PART.visit, name: 'visitors', asks: { kind: 'visit' } },
  registration: { label: DRILLDOWN_PART.registration, name: 'visitors', asks: { kind: 'registration' } },
  impression: { label: DRILLDOWN_PART.impression, name: 'visitors', asks: { kind: 'impression' } },
  /** Registrations of visitors who have not been deleted. */
  remembered: {
    label: DRILLDOWN_PART.remembered,
    name: 'visitors',
    asks: { kind: 'registration', certificate: 'any' },
  },
  trustedform_cert_url: {
    label: DRILLDOWN_PART.trustedform_cert_url,
    name: 'visitors',
    asks: { kind: 'registration', certificate: 'trustedform_cert_url' },
  },
  jornaya_lead_id: {
    label: DRILLDOWN_PART.jornaya_lead_id,
    name: 'visitors',
    asks: { kind: 'registration', certificate: 'jornaya_lead_id' },
  },
  both: { label: DRILLDOWN_PART.both, name: 'visitors', asks: { kind: 'registration', certificate: 'both' } },
  sale: { label: DRILLDOWN_PART.sale, name: 'sales', asks: {} },
  own_sale: { label: DRILLDOWN_PART.own_sale, name: 'sales', asks: { of: 'own' } },
  gross: { label: DRILLDOWN_PART.gross, name: 'sales', asks: { of: 'gross' } },
  returned: { label: DRILLDOWN_PART.returned, name: 'sales', asks: { of: 'returned' } },
  payout: { label: DRILLDOWN_PART.payout, name: 'payouts', asks: {} },
  cost: { label: DRILLDOWN_PART.cost, name: 'costs', asks: {} },
  most_sold: { label: DRILLDOWN_PART.most_sold, name: 'sales', asks: { leads: 'most_sold' } },
  most_earned: {
    label: DRILLDOWN_PART.most_earned,
    name: 'sales',
    asks: { leads: 'most_earned' },
  },
  shown: { label: DRILLDOWN_PART.shown, name: 'steps', asks: { outcome: 'shown' } },
  answered: { label: DRILLDOWN_PART.answered, name: 'steps', asks: { outcome: 'answered' } },
  left: { label: DRILLDOWN_PART.left, name: 'steps', asks: { outcome: 'left' } },
  timed: { label: DRILLDOWN_PART.timed, name: 'steps', asks: { outcome: 'timed' } },
} as const

export type DrilldownPart = keyof typeof PARTS
