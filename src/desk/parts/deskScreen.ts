/** Texts of /desk around its lists. */
export const DESK = {
  name: 'Desk',
  login: 'Log in to the desk',
  sections: 'Desk sections',
  today: 'Today',
  leads: 'Leads',
  deliveries: 'Deliveries',
  buyers: 'Buyers',
  partFailed: 'Couldn’t load this section',
  unknown: 'Page not found',
  chooseSection: 'Choose a section of the desk.',
} as const

/** Texts of every list on the desk. */
export const LIST = {
  failed: 'Couldn’t load the list',
  noChoices: (reason: string) => `Couldn’t load offers, buyers, and your permissions. ${reason}`,
  refresh: 'Refresh the list',
  newest: 'Newest',
  older: 'Older',
  newer: 'Newer',
  clear: 'Clear all filters',
  search: 'Search',
  clearSearch: 'Clear search',
  filters: 'Filters',
  exportCsv: 'Export CSV',
  exportFailed: 'Couldn’t export the list',
  site: 'Site',
  offer: 'Offer',
  buyer: 'Buyer',
  attempts: 'Attempts',
  lastAnswer: 'Last response',
  again: (when: string) => `Next attempt ${when}.`,
  sendAgain: 'Send again',
  count: (shown: number, isFirst: boolean, isLast: boolean) =>
    isFirst && isLast ? `${shown} total` : `${shown} ${isFirst ? 'newest' : 'older'}`,
  noMatch: 'No results',
  noMatchWhy: 'Nothing matches these filters. Remove one, or search for something else.',
} as const
