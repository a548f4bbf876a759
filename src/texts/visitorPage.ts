/** Texts of the visitor's page around its steps. */
export const PAGE = {
  contact: 'Contact',
  legal: 'Legal',
  languages: 'Language',
  honored: 'Opt-out request honored',
  how: 'How it works',
  /** Steps of a visit whose answers may become a lead: a title and a sentence each. */
  howSteps: [
    ['Answer a few questions', 'We only ask what your situation calls for.'],
    ['See who’s asking', 'We name the company before anything is shared.'],
    ['You decide', 'Agree, and they can call you. Say no, and nothing is shared.'],
  ],
  about: 'About this site',
  behind: 'Who’s behind this site',
  noCall:
    'You opted out of the sale of your data. We don’t share what you enter here, so no one will call you about this request.',
  callLead: 'Questions? Call ',
  smallPrint: (year: number, site: string, disclaimer: string) => `© ${year} ${site}. ${disclaimer}`.trim(),
  /** Name of a site in the small print, with the company that runs it. */
  runBy: (site: string, company: string) => `${site}, run by ${company}`,
  done: (percent: number) => `${percent}% done`,
  end: 'Thank you. That was the last question.',
  notYou: 'Not you?',
  startAgain: 'Start over',
  loading: 'Loading…',
} as const

/** The page for an unknown address. Source: spec, section 2 "Funnel entry screen". */
export const NOT_FOUND = {
  title: 'Page not found.',
  lead: "Sorry, we couldn't find the page you're looking for.",
} as const

/** The page while no answer can be saved. */
export const UNSAVED = {
  title: 'Please try again in a moment.',
  lead: 'We can’t save answers right now. Your earlier answers are saved.',
} as const

/** The link on a page that wasn't found. */
export const WAY_HOME = { text: 'Go to the home page', href: '/' } as const

export const FAILED = {
  server: 'Please try again in a moment.',
  page: 'Something went wrong on this page.',
  kept: 'Your answers are saved. Please come back a little later.',
  retry: 'Try again',
} as const

/** Texts of a step's form that don't come from its flow. */
export const STEP = {
  back: 'Back',
  last: 'Last question',
  outcome: 'Your request',
  summary: 'This is what we’ll send',
  edit: 'Edit',
  lastChance: 'LAST CHANCE',
  oneMoment: 'One moment…',
  use: (suggestion: string) => `Use ${suggestion}`,
  useAnyway: 'Use it anyway',
  orSuggestion: (message: string, suggestion: string) => `${message}. Did you mean ${suggestion}?`,
  suggestion: (suggestion: string) =>
    `Did you mean ${suggestion}? Correct it, or continue if yours is right.`,
} as const

/** Texts of the widgets that don't come from a flow. */
export const WIDGET = {
  choose: 'Please choose',
  choosePart: (part: 'year' | 'make' | 'model' | 'month') => `Choose the ${part}`,
  loading: 'Loading…',
  /** Source: spec, section 2 "Reusable widgets". */
  linkLoading: 'Loading...',
  linkText: 'Button',
  opensTab: (about: string | undefined) => `${about === undefined ? '' : `: ${about}`} (opens in a new tab)`,
  /** Notice about a link that opens by itself. */
  takenSoon: 'We’ll take you there in a few seconds.',
  stay: 'Stay on this page',
  /** Value of a slider that hasn't been moved. */
  notChosen: 'Not set yet',
  earliestYear: (year: number) => `${year} or earlier`,
  monthOfYear: (month: string, year: string) => `${month} ${year}`,
  fullDate: (month: string, day: number, year: string) => `${month} ${day}, ${year}`,
  month: 'Month',
  day: 'Day',
  year: 'Year',
  other: 'Other',
  missing: (least: number, missing: number) => `minimum ${least} need ${missing} more`,
} as const

/** Default labels of fields by widget, and by answer id where a widget has several. Source: spec, section 5. */
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
