/** Texts of the experiments on /stats. */
export const EXPERIMENTS = {
  title: 'Experiments',
  failed: 'Couldn’t load the experiments',
  none: 'No experiments yet',
  noneWhy:
    'An experiment compares the live versions of one path by what a visitor earns, and tells you when one of them wins.',
  start: 'Start experiment',
  asOf: (time: string) => `Counted up to ${time}. Updates every hour.`,

  // Verdicts
  winner: (version: string) => `Verdict: ${version} wins`,
  promoted: (version: string) => `${version} went to all visitors`,
  waiting: 'No verdict yet',
  broken: 'Broken split',
  noDifference: 'No difference found',
  earnsMore: (version: string, amount: string) => `${version} earns ${amount} more per visitor`,
  range: (low: string, high: string) => `(${low} to ${high})`,
  daysLeft: (days: number) => `About ${days} more ${days === 1 ? 'day' : 'days'}`,
  keep: (version: string) => `Keep ${version}, or choose the one you prefer`,
  dontRead: 'Don’t read this result',
  stoppedEarly: 'Stopped before a verdict',
  place: (path: string, name: string, day: number, days: number) =>
    `/${path} · ${name} · day ${day} of ${days}`,
  placeOver: (path: string, name: string, ended: string) => `/${path} · ${name} · ended ${ended}`,
  perDay: (visitors: string, amount: string, least: string) =>
    `At ${visitors} visitors a day, that’s about ${amount} more a day, and at least ${least}. You can check this range as often as you like.`,
  soFar: (version: string, amount: string) =>
    `${version} earns ${amount} more per visitor so far, but the range still includes zero.`,
  tooFew: 'Too few visitors have earned anything yet to compare the versions.',
  underway: (days: string) =>
    `The difference is somewhere in the range below. With today’s traffic, expect a verdict in ${days}.`,
  within: (low: string, high: string) => `The difference per visitor is between ${low} and ${high}.`,
  brokenWhy: (counts: string, split: string, chance: string) =>
    `${counts} for a ${split} split. Chance alone does this ${chance}. One version probably loses visitors before they’re counted, for example because it loads slowly.`,
  visitorsOf: (version: string, visitors: string) => `${version} got ${visitors}`,
  chanceIn: (million: string) => `less than once in ${million} tests`,
  chance: (percent: string) => `in ${percent} of tests`,

  // Table
  columns: {
    version: 'Version',
    share: 'Share',
    visitors: 'Visitors',
    registrations: 'Registrations',
    leads: 'Leads',
    net: 'Net revenue',
    perVisitor: 'Net per visitor',
    difference: 'Difference',
  },
  control: 'control',
  versionId: (version: number) => `version ${version}`,

  // Chart
  chartTitle: 'Difference per visitor, as the range narrowed',
  chartAbout: (version: string, control: string) =>
    `${version} minus ${control}, 95%, safe to check at any time`,
  chartSpoken: (low: string, high: string, day: number) =>
    `After ${day} days the range is ${low} to ${high}.`,
  dayTick: (day: number) => `Day ${day}`,
  decidedOn: (day: number) => `Decided on day ${day}`,

  // Checks
  checks: 'Checks',
  splitFair: 'The split is fair.',
  splitBroken: 'The split is broken.',
  splitCounts: (counts: string, split: string, p: string) => `${counts} for ${split} (${p}).`,
  sameAge: 'All visitors are the same age.',
  window: (days: number) =>
    `Only the first ${days} ${days === 1 ? 'day' : 'days'} of each visitor count, so late sales and returns are in.`,
  ages: (offers: string) => `By offer: ${offers}.`,
  offerAge: (offer: string, days: number) => `${offer} ${days} ${days === 1 ? 'day' : 'days'}`,
  waitingVisitors: (count: string, one: boolean) =>
    `${count} newer ${one ? 'visitor isn’t' : 'visitors aren’t'} old enough yet.`,
  later: 'Later money doesn’t count.',
  laterAmount: (amount: string) => `${amount} was booked after that, for all versions together.`,
  cap: (amount: string) => `A visitor counts for ${amount} at most.`,
  capSet: (day: string, count: string, one: boolean) =>
    `Set ${day}, before the start. ${count} ${one ? 'visitor was' : 'visitors were'} above it.`,
  changedSplit: 'The shares changed.',
  changedSplitAt: (when: string) => `Visitors since ${when} don’t count.`,

  // Changes
  promote: (version: string) => `Promote ${version} to all visitors`,
  promoteTitle: (version: string, path: string) => `Promote ${version} on /${path}?`,
  promoteNote:
    'All new visitors will see it within a second. Visitors already in the funnel finish the version they started. You can undo this.',
  promoteNow: 'Promote',
  stop: 'Stop experiment',
  stopTitle: 'Stop this experiment?',
  stopNote: 'New visitors stop counting. The versions keep their shares. You can resume it.',
  resume: 'Resume',
  undo: 'Undo promotion',
  undoTitle: 'Undo the promotion?',
  undoNote: 'The versions get back the shares they had during the experiment.',
  promotesItself: 'The winner goes to all visitors by itself.',
  details: 'Details',

  // Starting one
  startTitle: 'Start an experiment',
  cantStart: 'Nothing to compare yet',
  cantStartWhy:
    'Publish a second version of a path with a share of its visitors first. A path with a running experiment isn’t listed.',
  path: 'Path',
  name: 'What you’re testing',
  nameExample: 'Short form',
  nameWrong: 'Enter a name, like “Short form”.',
  shareOf: (version: number, weight: number) => `Version ${version}, ${weight}% of visitors`,
  controlField: 'Compare with',
  days: 'Days of visitors',
  daysAbout: (visitors: string) => `About ${visitors} visitors a day come to this path.`,
  daysWrong: 'Enter 1 to 90 days.',
  capField: 'Maximum per visitor',
  capAbout:
    'Keeps one lucky sale from deciding. About 1 visitor in 1,000 earns more. You can’t change it later.',
  capWrong: 'Enter an amount above $0.',
  windowAbout: (days: string) => `Sales and returns count for: ${days}. That’s when 95% of the money is in.`,
  windowUnknown: 'Sales and returns count for the first 7 days of each visitor.',
  promotesField: 'Promote the winner automatically',
  startNow: 'Start',
  cancel: 'Cancel',
} as const
