/** Texts of /desk about buyers. */
export const BUYERS = {
  turnsAway: (count: number, waiting: number, isAll: boolean) =>
    `${count.toLocaleString('en-US')} of ${isAll ? '' : 'the first '}${waiting.toLocaleString('en-US')} waiting leads won’t fit. Save anyway?`,
  turnsAwayWhy:
    'They keep waiting, and go to this buyer if you change the filters back in time. Otherwise, they end unsold after its longest wait.',
  saveAnyway: 'Save anyway',
  title: 'Buyers',
  failed: 'Couldn’t load this buyer',
  none: 'No buyers yet',
  noneWhy: 'Leads are saved and wait for a buyer. Add one under the name your flows use for it.',
  // The list
  add: 'Add buyer',
  buyer: 'Buyer',
  format: 'System',
  host: 'Host',
  state: 'State',
  leads: 'Leads today',
  accepted: 'Accepted',
  net: 'Net today',
  used: 'Active',
  ofFile: 'Active, from file',
  ofDemo: 'Demo buyer, takes every lead from the demo sites',
  paused: 'Paused',
  testing: 'Test leads only',
  unused: 'Inactive',
  unsaved: 'Unsaved changes',
  // A new one
  key: 'Name',
  keyAbout: 'The name that your flows use for this buyer.',
  keyRule: 'Start with a letter, then use letters, digits, or _. Up to 64 characters.',
  goOn: 'Continue',
  // One
  back: '← All buyers',
  newNote: 'New. It starts receiving leads once you save it.',
  fileNote: 'This buyer is set up in a file on the server. Ask the person who runs the server to change it.',
  demoNote:
    'The demo buyer takes these leads. It runs on this machine, and no money changes hands. Save your own buyer to replace it.',
  savedBy: (by: string, at: string, revision: number) => `Revision ${revision}, saved by ${by}, ${at}`,
  behind: 'Someone else saved this buyer while you were editing.',
  save: 'Save',
  saved: 'Saved. In effect on every server within 2 seconds.',
  discard: 'Discard changes',
  conflict: 'Your changes are still here.',
  takeTheirs: 'Discard mine and show theirs',
  saveOver: 'Overwrite with mine',
  unfit: (count: number) =>
    count === 1 ? 'Fix 1 field and try again.' : `Fix ${count} fields and try again.`,
  pause: 'Pause',
  resume: 'Resume',
  isPaused: 'Paused. No leads are sent to this buyer.',
  resumed: 'Resumed. This buyer gets leads again.',
  remove: 'Remove',
  removeTitle: (buyer: string) => `Remove ${buyer}?`,
  removeNote:
    'Its secrets are permanently deleted. Leads for this buyer are saved and wait. Its sales stay in the ledger.',
  test: 'Send test lead',
} as const

export const BUYER_FORM = {
  kept: 'A secret is saved. Leave this empty to keep it.',
  newKey: 'Name',
  keyUnfit: 'This name can’t be used here.',
  testAbout:
    'The test is a made-up lead. It goes to the test address, or to the regular address marked as a test if the system supports that.',
} as const

/** Texts of the editor's sections. */
export const EDITOR = {
  sections: {
    connection: 'Connection',
    price: 'Price',
    caps: 'Caps',
    hours: 'Hours',
    filters: 'Filters',
    auction: 'Auction',
    copies: 'Copies by email',
    test: 'Test',
  },
  about: {
    connection: 'Where leads go, and how the buyer responds.',
    price: 'Amounts in dollars. Empty means no limit.',
    caps: 'Empty means no limit. A lead counts from the time it’s sent until the buyer refuses it.',
    hours: 'When the buyer takes leads. Without hours, it takes them at all times.',
    filters: 'Which leads it gets. Empty means all.',
    auction: 'Whether it’s asked first, bids, and shares leads with other buyers.',
    copies: 'The leads that it bought, as a CSV file. If there were none, the email says so.',
    test: '',
  },
  parts: 'Parts of this form',
  // Email
  mailLabel: 'Email address',
  mailAbout:
    'Each lead is sent here as text and as a CSV file. It’s sold at its price once the mail server takes it.',
  // Copies by email
  copiesEvery: 'Send its leads',
  copiesPeriods: {
    never: 'Never',
    day: 'Every day, with yesterday’s leads',
    week: 'Every Monday, with last week’s leads',
  },
  copiesTo: 'Email addresses',
  copiesToAbout: 'Up to 5. Press Enter after each. They get the personal data of these leads.',
  copiesHour: (city: string) => `Hour, ${city} time`,
  copiesText: (every: string, at: string, to: string) =>
    `every ${every === 'week' ? 'Monday' : 'day'} at ${at} to ${to}`,
  // Wrong values
  wrongMail: 'Enter an email address, such as leads@buyer.example.',
  wrongAddress: 'Enter an address that starts with https://.',
  wrongAmount: 'Enter an amount in dollars, such as 25.00.',
  wrongCount: 'Enter a whole number.',
  // Caps
  period: { hour: 'Per hour', day: 'Per day', month: 'Per month' },
  usage: 'Used so far',
  leads: 'Leads',
  dollars: 'Dollars',
  ofCap: (used: string, most: string | null) => (most === null ? used : `${used} of ${most}`),
  resets: (at: string, city: string) => `resets ${at} ${city}`,
  full: 'Full.',
  usedLeads: (count: number) => (count === 1 ? '1 lead' : `${count} leads`),
  hourAbout:
    'When clocks go back, the hour that comes twice counts as two hours. When they go forward, the skipped hour doesn’t count.',
  capLabel: (what: string, period: string) => `${what} ${period.toLowerCase()}`,
  fullWait: 'Hours a lead waits while its caps are full',
  waitAbout: 'Empty means 24. 0 means that leads don’t wait.',
  // Hours
  presets: { always: 'Always open', weekdays: 'Weekdays 9–5', custom: 'Custom' },
  presetsLabel: 'Hours',
  week: (city: string) =>
    `Week in ${city} time. Use the arrow keys to move and Space to open or close an hour.`,
  grid: (city: string) => `${city} time. Click or drag to open and close hours.`,
  cell: (day: string, clock: string, open: boolean) => `${day} ${clock}, ${open ? 'open' : 'closed'}`,
  closed: 'Closed',
  now: 'Now',
  exact: 'Exact times',
  from: 'From',
  to: 'To',
  days: 'Days',
  addHours: 'Add hours',
  removeHours: (text: string) => `Remove ${text}`,
  nextDay: 'Ends on the next day.',
  closedWait: (hours: number) =>
    hours === 0
      ? 'Leads that arrive while it’s closed aren’t sent to it.'
      : `A lead that arrives while it’s closed waits up to ${hours} ${hours === 1 ? 'hour' : 'hours'}.`,
  closedLabel: 'Hours a lead waits while the buyer is closed',
  closedSent: (from: string, to: string, hours: number) =>
    `A lead from ${from} is sent ${to}, after ${hours} hours.`,
  closedLost: (from: string, to: string, hours: number) =>
    `A lead from ${from} isn’t sent, because the buyer opens ${to}, ${hours} hours later. To send it, let leads wait longer.`,
  pausedLabel: 'Hours a lead waits while the buyer is paused',
  openNow: (city: string) => `Open now in ${city}.`,
  closedNow: (at: string, city: string) => `Closed now. Opens ${at} in ${city}.`,
  // Filters
  statesAbout: 'By the ZIP code, or by the state if a lead has no ZIP code.',
  statesPlaceholder: 'Type a state',
  allButThese: 'All except these',
  allBut: (states: string) => `every state except ${states}`,
  all: 'All states',
  map: 'Map of states',
  ruleAbout: 'A lead must meet every rule.',
  rule: (n: number) => `Rule ${n}`,
  addRule: 'Add a rule',
  addCondition: 'Add a condition',
  removeRule: (text: string) => `Remove the rule ${text}`,
  field: 'Field',
  comparison: 'Comparison',
  value: 'Value',
  and: 'and',
  or: 'or',
  join: 'Needs',
  joinAll: 'all of these',
  joinOne: 'one of these',
  comparisons: {
    eq: 'is',
    neq: 'isn’t',
    gte: 'is at least',
    lte: 'is at most',
    gt: 'is above',
    lt: 'is below',
  },
  emptyRule: 'New rule',
  // Effect on the leads of the last week
  lastWeek: 'Last 7 days',
  lastWeekLoading: 'Checking last week’s leads…',
  lastWeekFailed: 'Couldn’t check last week’s leads.',
  lastWeekBehind: 'Someone else saved this buyer. Save or discard your changes to compare again.',
  lastWeekUnfit: 'Shown once all fields are valid.',
  lastWeekNone: 'There were no leads for this buyer.',
  lastWeekOf: (leads: number, isAll: boolean) =>
    isAll ? `${leadCount(leads)} for this buyer.` : `Of the newest ${leadCount(leads)} for this buyer:`,
  lastWeekAfter: (leads: number, cents: string | null) =>
    `${leads.toLocaleString('en-US')} would match now${cents === null ? '' : `, for ${cents}`}`,
  lastWeekBefore: (leads: number, cents: string | null) =>
    ` (${leads.toLocaleString('en-US')} with the saved settings${cents === null ? '' : `, for ${cents}`})`,
  lastWeekAbout: 'By price, caps, hours, and filters. Other buyers of the same leads aren’t considered.',
  // Before saving
  sentence: 'In one sentence',
  changes: (count: number) => (count === 1 ? '1 change' : `${count} changes`),
  noChanges: 'No changes yet.',
  was: 'before:',
  none: 'none',
  takes: (isTest: boolean, where: string) => `Takes ${isTest ? 'test leads' : 'leads'} from ${where}`,
  anywhere: 'all states',
  states: (count: number) => `${count} states`,
  atPrice: (price: string) => `at ${price}`,
  atItsPrice: 'at the price it names',
  atBid: (least: string) => `at its bid of ${least} or more`,
  upTo: (most: string, per: string) => `up to ${most} ${per === 'hour' ? 'an' : 'a'} ${per}`,
  capLeads: (count: number) => `${count.toLocaleString('en-US')} ${count === 1 ? 'lead' : 'leads'}`,
  capDollars: (amount: string) => amount,
  anyTime: 'at any time',
  zone: (city: string) => `${city} time`,
  onlyIf: (rules: string) => `if ${rules}`,
  sharedWith: (count: number) => (count === 1 ? 'exclusively' : `shared by up to ${count} buyers`),
  pausedNow: 'Paused.',
  secretSet: 'a secret',
  yes: 'yes',
  no: 'no',
} as const

export const BUYER_TEST = {
  title: 'Test result',
  sent: 'Sent',
  askedWith: 'Ping',
  answered: (status: number) => `Response ${status}`,
  nothing: '(nothing)',
  countsNothing: 'Nothing was counted or sold. Secrets appear as •••.',
  understood: {
    bid: 'Wants the lead',
    accepted: 'Accepted',
    duplicate: 'Duplicate',
    rejected: 'Rejected',
    retry: 'Would be retried',
    error: 'Response not recognized',
    failed: 'No response',
  },
} as const

function leadCount(count: number): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? 'lead' : 'leads'}`
}
