/** Of how many days losses are shown while no days are chosen. */
export const OVERVIEW_DAYS = 7
