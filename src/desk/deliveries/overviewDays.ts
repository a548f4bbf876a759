/** Number of days of losses if none are chosen. */
export const OVERVIEW_DAYS = 7
