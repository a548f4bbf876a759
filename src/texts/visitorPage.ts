/** What the visitor's page says around its steps. */
export const PAGE = {
  contact: 'Contact',
  legal: 'Legal',
  languages: 'Language',
  callLead: 'Questions? Call ',
  smallPrint: (year: number, site: string, disclaimer: string) => `© ${year} ${site}. ${disclaimer}`.trim(),
  done: (percent: number) => `${percent} % done`,
  end: 'Thank you, that was the last question',
  notYou: 'Not you?',
  startAgain: 'Start again',
  loading: 'Loading…',
  needsScript:
    'To answer the questions here, please turn on JavaScript in your browser and load the page again.',
} as const

/** What a page says where there is none. Source: spec, section 2 "Funnel entry screen". */
export const NOT_FOUND = {
  title: 'Page not found.',
  lead: "Sorry, we couldn't find the page you're looking for.",
} as const

/** What a page says while nothing can be kept. */
export const UNSAVED = {
  title: 'Please try again in a moment.',
  lead: 'We cannot save answers just now. What you answered before is kept.',
} as const

/** The way on from a page that is not there. */
export const WAY_HOME = { text: 'Go to the home page', href: '/' } as const

export const FAILED = {
  server: 'Please try again in a moment.',
  page: 'Something went wrong on this page.',
  kept: 'Your answers are kept. Please come back a little later.',
  retry: 'Try again',
} as const

/** What a step's form says by itself. */
export const STEP = {
  back: 'Back',
  last: 'Last question',
  lastChance: 'LAST CHANCE',
  oneMoment: 'One moment…',
  use: (suggestion: string) => `Use ${suggestion}`,
  useAnyway: 'Use it anyway',
  orSuggestion: (message: string, suggestion: string) => `${message}. Did you mean ${suggestion}?`,
  suggestion: (suggestion: string) =>
    `Did you mean ${suggestion}? Correct it, or continue if yours is right.`,
} as const

/** What the widgets say by themselves. */
export const WIDGET = {
  choose: 'Please choose',
  choosePart: (part: 'year' | 'make' | 'model' | 'month') => `Choose the ${part}`,
  loading: 'Loading…',
  /** Source: spec, section 2 "Reusable widgets". */
  linkLoading: 'Loading...',
  linkText: 'Button',
  opensTab: (about: string | undefined) => `${about === undefined ? '' : `: ${about}`} (opens in a new tab)`,
  /** Of another page, which opens by itself. */
  takenSoon: 'We take you there in a few seconds.',
  stay: 'Stay on this page',
  /** Of a slider that nobody has moved. */
  notChosen: 'Not chosen yet',
  earlierThan: (year: number) => `Earlier than ${year}`,
  month: 'Month',
  day: 'Day',
  year: 'Year',
  other: 'Other',
  missing: (least: number, missing: number) => `minimum ${least} need ${missing} more`,
} as const

/** What fields are called whose author says nothing, by widget, and by answer id where it has several. Source: spec, section 5. */
export const FIELD_LABELS = {
  date_of_birth: 'Birthdate',
  vehicle: { year: 'Car Year', make: 'Car Make', model: 'Car Model' },
  injury_date: { year: 'Year', month: 'Month' },
} as const

export const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const
