/** What the page /desk says around its lists. */
export const DESK = {
  name: 'Desk',
  login: 'Log in to your desk',
  sections: 'Parts of the desk',
  leads: 'Leads',
  deliveries: 'Deliveries',
  buyers: 'Buyers',
  partFailed: 'This part of the desk could not be loaded',
  unknown: 'There is nothing at this address',
  chooseSection: 'Choose a part of the desk.',
} as const

/** Lists of the desk. */
export const LIST = {
  failed: 'The list could not be loaded',
  noChoices: (reason: string) => `Offers, buyers and what you may do could not be loaded. ${reason}`,
  refresh: 'Bring the list up to date',
  newest: 'Newest',
  older: 'Older',
  newer: 'Newer',
  clear: 'Clear all filters',
  search: 'Search',
  clearSearch: 'Clear the search',
  filters: 'Filters',
  attempts: 'Attempts',
  lastAnswer: 'Last answer',
  again: (when: string) => `Again ${when}.`,
  sendAgain: 'Send again',
  count: (shown: number, isFirst: boolean, isLast: boolean) =>
    isFirst && isLast ? `${shown} in all` : `${shown} ${isFirst ? 'newest' : 'older'}`,
  noMatch: 'Nothing matches',
  noMatchWhy: 'Nothing is as these filters say. Take one away, or search for something else.',
} as const
