/** Sentences about files of costs. */
export const COST_FILE = {
  noColumn: (column: 'day' | 'amount', names: string) =>
    column === 'day'
      ? `No column has the day of each cost. Choose one. If the export has none, export it by day. The header has ${names}.`
      : `No column has the amount. Choose one. The header has ${names}.`,
  missing: (name: string, names: string) => `There's no column "${name}". The header has ${names}.`,
  tooManyLines: (lines: number, most: number) =>
    `The file has ${lines.toLocaleString('en-US')} lines. The limit is ${most.toLocaleString('en-US')}. Split it.`,
  dayUnclear: (text: string) =>
    `"${text}" could be a month and a day or a day and a month. Choose how this file writes dates.`,
  dayOrders: (text: string) => `"${text}" doesn't match how other lines of this file write dates.`,
  noDay: (text: string) => `Write the day like 2026-11-20 or 11/20/2026, not "${text}".`,
  emptyDay: 'The day is missing. If this line adds up others, delete it.',
  future: (day: string) => `${day} hasn't begun yet.`,
  severalDays: (from: string, to: string) =>
    `This line covers ${from} to ${to}. Export the file with one line per day.`,
  wrongAmount: (text: string) => `Write the amount like 12.34, not "${text}".`,
  negative: (text: string) => `A cost can't be below zero: "${text}". Import the corrected amount instead.`,
  noCurrency: 'Neither this line nor the header names a currency. Choose the currency of this file.',
  otherCurrency: (one: string, other: string) => `This line says ${one}, and its amount says ${other}.`,
  wrongCurrency: (text: string) => `"${text}" isn't a currency. Write its code, like USD or EUR.`,
  longWord: (most: number) => `Names and IDs can have at most ${most} characters.`,
  noRate: (currency: string, day: string) =>
    `There's no rate for ${currency} on ${day}. Import rates that include this day first.`,
  sameKey: (currencies: string) =>
    `Lines of this day for the same campaign, affiliate, and sub IDs have different currencies: ${currencies}.`,
  tooLarge: 'This amount is too large.',
  otherShape: (shape: string, day: string) =>
    `This source already has costs on ${day} by ${shape}. Importing other columns would count them twice. Undo that import first, or choose the same columns.`,
  notReported: (count: number) =>
    count === 1
      ? 'One line has no reported cost, so it was left out.'
      : `${count.toLocaleString('en-US')} lines have no reported cost, so they were left out.`,
  total: (line: number) => `Line ${line} is a total, so it was left out.`,
  footer: (line: number) => `Line ${line} is a footer, so it was left out.`,
  unknownAffiliates: (names: readonly string[], count: number) =>
    `No visitor has come from ${count === 1 ? 'this affiliate' : `these ${count} affiliates`} yet: ${names.join(', ')}${count > names.length ? ', …' : ''}.`,
  shape: { none: 'day only', and: ', ' },
  words: {
    campaign: 'campaign',
    aff_id: 'affiliate',
    sub1: 'sub1',
    sub2: 'sub2',
    sub3: 'sub3',
    sub4: 'sub4',
    sub5: 'sub5',
  },
  ratesNamed: (names: string) =>
    `A file of rates needs the columns day, currency, and rate. The header has ${names}.`,
  wrongRate: (text: string) => `Write the rate as dollars for one unit, like 1.0843, not "${text}".`,
} as const

export const COST_REFUSALS = {
  unknownPath: (path: string) => `There's no site /${path}.`,
  wrongKey: 'This key isn’t one of COST_KEYS.',
  noImport: (number: number) => `There's no import ${number}.`,
  undoneBefore: 'This import was already undone.',
  busy: 'Other files are being read. Try again in a moment.',
  noSuchDay: (day: string) => `${day} isn't a day.`,
}
