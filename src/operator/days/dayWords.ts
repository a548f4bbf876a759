/** Texts of the dashboard about days. */
export const DAYS = {
  select: 'Select date range',
  chosen: (days: string) => `Date range: ${days}`,
  fromTo: (from: string, to: string) => `${from} - ${to}`,
  on: (day: string) => `on ${day}`,
  between: (from: string, to: string) => `between ${from} and ${to}`,
  noDay: (text: string) => `“${text}” isn’t a date`,
  toAlone: 'To cannot be provided without From.',
  future: (end: 'From' | 'To', day: string, today: string) =>
    `${end} is in the future: ${day}. Today is ${today} in New York.`,
  order: 'From must be before To.',
} as const

/** Names of the calendar's buttons. */
export const CALENDAR = {
  nextMonth: 'Next month',
  previousMonth: 'Previous month',
  nextYear: 'Next year',
  previousYear: 'Previous year',
  nextDecade: 'Next decade',
  previousDecade: 'Previous decade',
} as const

/** Names of date ranges that take one click. */
export const PRESET = {
  today: 'Today',
  yesterday: 'Yesterday',
  last7Days: 'Last 7 days',
  last30Days: 'Last 30 days',
  thisMonth: 'This month',
  lastMonth: 'Last month',
} as const
