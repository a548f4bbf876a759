import type { HandReason, ReturnReason, ReturnsFileLine } from '../../../schemas/desk/returns.ts'
import type { StatementEntry } from '../../../schemas/desk/statement.ts'

/** What the desk says of returns and statements. */
export const RETURNS = {
  title: 'Returns',
  note: 'What buyers gave back, by hand, by file and by their own reports. Each is an entry of the ledger that takes back the whole sale.',
  sale: 'Buyer’s id',
  buyer: 'Buyer',
  offer: 'Offer',
  price: 'Taken back',
  time: 'Returned',
  reason: 'Reason',
  by: 'By',
  byBuyer: 'the buyer',
  search: 'Buyer’s id or session',
  none: 'Nothing was returned yet',
  noneWhy: 'A return stands here once a buyer reports one, or you book one.',
  parts: 'Parts of returns',
  list: 'Booked',
  file: 'Book a file',
  statement: 'Check a statement',

  // By hand
  takeBack: 'Take back…',
  takeBackOf: (delivery: number) => `Take back the sale of delivery ${delivery}`,
  askTitle: (buyer: string) => `Take back the sale to ${buyer}?`,
  askWhy: (price: string) =>
    `An entry of the ledger takes back all of ${price}: the reports of today count it. It cannot be taken back in part, and it cannot be undone. The buyer is not informed.`,
  why: 'Why',
  chooseWhy: 'Choose a reason',
  words: 'In your own words',
  wordsAbout: 'At most 500 characters. They are erased when the visitor is forgotten.',
  takeBackNow: (price: string) => `Take back ${price}`,
} as const

export const RETURN_REASONS: Readonly<Record<ReturnReason, string>> = {
  wrong_contact: 'Wrong number or address',
  not_reached: 'Could not be reached',
  not_interested: 'Not interested',
  duplicate: 'The buyer had this person before',
  outside_criteria: 'Outside what the buyer buys',
  fraud: 'Not a real person',
  other: 'Other',
  file: 'Stood in a file',
  reported: 'Reported by the buyer',
}

export const HAND_REASONS = [
  'wrong_contact',
  'not_reached',
  'not_interested',
  'duplicate',
  'outside_criteria',
  'fraud',
  'other',
] as const satisfies readonly HandReason[]

/** A file of returns. */
export const RETURNS_FILE = {
  title: 'Book a file of returns',
  note: 'A CSV file whose first line names the columns: id (the buyer’s own) or key (that the lead was posted under), and amount if it has one. You see line by line what it would book before anything is booked.',
  buyer: 'Whose file it is',
  chooseBuyer: 'Choose a buyer',
  file: 'File of returns',
  choose: 'Choose a CSV file',
  look: 'Show what it would book',
  lines: 'The lines of the file',
  line: 'Line',
  names: 'Names',
  outcome: 'Comes to',
  amount: 'Amount',
  wrong: 'Why',
  column: (column: number) => `Column ${column}: `,
  notYet: 'Nothing is booked yet.',
  willTakeBack: (count: string, price: string) => `Would take back ${count} for ${price}.`,
  willWait: (count: number) =>
    count === 1
      ? '1 return would wait for its sale.'
      : `${count.toLocaleString('en-US')} returns would wait for their sales.`,
  cannot: (count: string) =>
    `${count} cannot be read: correct the file and choose it again. Nothing is booked.`,
  nothing: 'There is nothing to book: see what each line comes to.',
  book: (count: string, price: string) => `Book ${count} for ${price}`,
  keep: 'Keep what waits',
  tookBack: (count: string, price: string) => `Took back ${count} for ${price}.`,
  waits: (count: number) =>
    count === 1
      ? '1 return waits for its sale.'
      : `${count.toLocaleString('en-US')} returns wait for their sales.`,
  tooLarge: 'The file is larger than 2 MB: split it.',
  showing: (first: number, last: number, all: number) =>
    `${first} to ${last} of ${all.toLocaleString('en-US')}`,
  older: 'Next',
  newer: 'Previous',
  sales: (count: number) => (count === 1 ? '1 sale' : `${count.toLocaleString('en-US')} sales`),
  linesOf: (count: number) => (count === 1 ? '1 line' : `${count.toLocaleString('en-US')} lines`),
} as const

/** What a line comes to: once it is booked, and before. */
export const FILE_OUTCOMES: Readonly<Record<ReturnsFileLine['outcome'], readonly [string, string]>> = {
  returned: ['Taken back', 'Will be taken back'],
  known: ['Taken back before', 'Taken back before'],
  waits: ['Waits for its sale', 'Will wait for its sale'],
  conflict: ['Contradicts the ledger', 'Contradicts the ledger'],
  unknown: ['Not known', 'Not known'],
  full: ['Too many wait', 'Too many wait'],
  unreadable: ['Cannot be read', 'Cannot be read'],
}

/** A buyer's statement. */
export const CHECK = {
  title: 'Check a buyer’s statement',
  note: 'A CSV or XLSX file with a line for each lead that the buyer says it owes for. It is held against the ledger; nothing is changed.',
  buyer: 'Whose statement it is',
  file: 'Statement',
  choose: 'Choose a CSV or XLSX file',
  from: 'First day',
  to: 'Last day',
  days: 'Leave both days empty for the days of its lines.',
  halfDays: 'Say both days, the first one first, or neither.',
  columns: 'Which column is what',
  columnsAbout: 'Of id, key and phone at least one.',
  noColumn: 'None',
  noName: 'Choose the column of the id, the key or the phone.',
  sample: 'The first lines of the file',
  act: 'Hold it against the ledger',
  tooLarge: 'The file is larger than 8 MB: split it.',
  reading: 'Reading the file…',
  progress: (done: number, of: number) =>
    `${done.toLocaleString('en-US')} of ${of.toLocaleString('en-US')} lines looked up`,
  before: (when: string, by: string) => `The same file was checked before: ${when}, by ${by}.`,
  result: 'What came of it',
  kind: 'Outcome',
  count: 'Sales or lines',
  ledger: 'In the ledger',
  stated: 'In the statement',
  missingUnknown:
    'Whether sales are missing is not known: the file has no times. Say its first and last day.',
  entries: 'All that does not match',
  all: 'All that does not match',
  none: 'Everything matches.',
  lines: 'Lines',
  names: 'Id or key',
  why: 'Why',
  export: 'Disputes as CSV',
  cut: 'The answer ended before it was whole: try again.',
} as const

export const STATEMENT_FIELDS = {
  id: 'Buyer’s id',
  key: 'Our key',
  phone: 'Phone',
  time: 'Time',
  amount: 'Amount',
} as const

export const STATEMENT_OUTCOMES: Readonly<Record<StatementEntry['outcome'] | 'matched', string>> = {
  matched: 'Matched',
  differing: 'Differs',
  missing: 'Missing in the statement',
  unknown: 'Not in the ledger',
  unreadable: 'Cannot be read',
}
