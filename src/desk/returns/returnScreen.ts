import type { HandReason, ReturnReason, ReturnsFileLine } from '../../../schemas/desk/returns.ts'
import type { StatementEntry } from '../../../schemas/desk/statement.ts'

/** Texts of the desk about returns and statements. */
export const RETURNS = {
  title: 'Returns',
  note: 'Returns, corrections, and reversals of sales. Each has its own ledger entry.',
  sale: 'Buyer’s ID',
  buyer: 'Buyer',
  offer: 'Offer',
  price: 'Amount',
  left: 'Left of sale',
  time: 'Booked',
  kind: 'Entry',
  kinds: {
    whole: 'Return',
    part: 'Partial return',
    putBack: 'Return reversed',
    adjustment: 'Correction',
    reversed: 'Sale reversed',
    bookedAgain: 'Sale booked again',
  },
  isReversed: 'Reversed later',
  change: 'Change',
  changeAct: 'Change…',
  changeOf: (id: string) => `Change sale ${id}`,
  reason: 'Reason',
  by: (name: string) => `by ${name}`,
  search: 'Buyer’s ID or session',
  none: 'No returns yet',
  noneWhy: 'Returns appear here once a buyer reports one, or you book one.',
  parts: 'Return lists',
  list: 'Booked',
  file: 'Import a file',
  statement: 'Check a statement',

  // By hand
  takeBack: 'Return…',
  takeBackOf: (delivery: number) => `Return the sale of delivery ${delivery}`,
  askTitle: (buyer: string) => `Return the sale to ${buyer}?`,
  askWhy: (price: string) =>
    `A ledger entry takes back ${price}, and today’s reports count it. The buyer isn’t notified.`,
  why: 'Reason',
  chooseWhy: 'Choose a reason',
  words: 'Notes',
  wordsAbout: 'Up to 500 characters. Erased when the visitor is forgotten.',
  takeBackNow: (price: string) => `Return ${price}`,
  part: 'Amount to return, in dollars',
  partAbout: (price: string) => `Leave empty to return all ${price}.`,
  wasAndWillBe: (now: string, after: string) =>
    after === ''
      ? `${now} of this sale is left now.`
      : `${now} of this sale is left now. Then ${after} will be left.`,
  correct: 'Correct amount…',
  correctTitle: (buyer: string) => `Correct the amount of the sale to ${buyer}`,
  correctNow: 'Correct amount',
  newAmount: 'New amount, in dollars',
  amountNow: (price: string) => `It is ${price} now, before returns.`,
  changeWhy: 'Reason',
  reverse: (price: string) => `Reverse ${price}…`,
  reverseTitle: (price: string) => `Reverse the entry of ${price}?`,
  reverseNow: 'Reverse entry',
} as const

/** Cents of an amount that an operator typed; null if it is none. */
export function centsIn(typed: string): number | null {
  const plain = typed.trim().replace(/^\$/, '')
  return /^\d{1,7}(\.\d{1,2})?$/.test(plain) ? Math.round(Number(plain) * 100) : null
}

export const RETURN_REASONS: Readonly<Record<ReturnReason, string>> = {
  wrong_contact: 'Wrong phone or email',
  not_reached: 'Couldn’t be reached',
  not_interested: 'Not interested',
  duplicate: 'Duplicate at the buyer',
  outside_criteria: 'Outside the buyer’s criteria',
  fraud: 'Not a real person',
  other: 'Other',
  file: 'Listed in a file',
  reported: 'Reported by the buyer',
  adjustment: 'Amount corrected',
  reversal: 'Entry reversed',
  settled: 'Booked after review',
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

/** Texts about a file of returns. */
export const RETURNS_FILE = {
  title: 'Import a file of returns',
  note: 'A CSV or XLSX file with the buyer’s ID or our key of each returned lead. You’ll see a preview of each line before anything is booked.',
  buyer: 'File from',
  chooseBuyer: 'Choose a buyer',
  file: 'Returns file',
  choose: 'Choose a CSV or XLSX file',
  noName: 'Choose a column for the ID or the key.',
  look: 'Preview',
  lines: 'Lines of the file',
  line: 'Line',
  names: 'ID or key',
  outcome: 'Result',
  amount: 'Amount',
  wrong: 'Reason',
  column: (column: number) => `Column ${column}: `,
  notYet: 'Nothing is booked yet.',
  willTakeBack: (count: string, price: string) => `Would return ${count} for ${price}.`,
  willWait: (count: number) =>
    count === 1
      ? '1 return would wait for its sale.'
      : `${count.toLocaleString('en-US')} returns would wait for their sales.`,
  cannot: (count: string) =>
    `${count} can’t be read. Correct the file and choose it again. Nothing was booked.`,
  nothing: 'Nothing to book. See the result of each line.',
  book: (count: string, price: string) => `Book ${count} for ${price}`,
  keep: 'Save pending returns',
  tookBack: (count: string, price: string) => `Returned ${count} for ${price}.`,
  waits: (count: number) =>
    count === 1
      ? '1 return waits for its sale.'
      : `${count.toLocaleString('en-US')} returns wait for their sales.`,
  tooLarge: 'The file is larger than 8 MB. Split it into smaller files.',
  showing: (first: number, last: number, all: number) =>
    `${first} to ${last} of ${all.toLocaleString('en-US')}`,
  older: 'Next',
  newer: 'Previous',
  sales: (count: number) => (count === 1 ? '1 sale' : `${count.toLocaleString('en-US')} sales`),
  linesOf: (count: number) => (count === 1 ? '1 line' : `${count.toLocaleString('en-US')} lines`),
} as const

/** Results of a line: once it is booked, and before. */
export const FILE_OUTCOMES: Readonly<Record<ReturnsFileLine['outcome'], readonly [string, string]>> = {
  returned: ['Returned', 'Will be returned'],
  known: ['Already returned', 'Already returned'],
  waits: ['Waits for its sale', 'Will wait for its sale'],
  conflict: ['Conflicts with the ledger', 'Conflicts with the ledger'],
  unknown: ['Unknown', 'Unknown'],
  full: ['Too many pending', 'Too many pending'],
  unreadable: ['Can’t be read', 'Can’t be read'],
}

/** Texts about a buyer's statement. */
export const CHECK = {
  keep: 'Keep under To settle',
  kept: (count: number) => (count === 1 ? 'Kept 1 line.' : `Kept ${count} lines.`),
  settle: 'Settle them',
  lineReason: (line: number, reason: string) => `line ${line}. ${reason}`,
  title: 'Check a buyer’s statement',
  note: 'A CSV or XLSX file with one line for each lead the buyer says it owes for. We compare it with the ledger. Nothing is changed.',
  buyer: 'Statement from',
  file: 'Statement',
  choose: 'Choose a CSV or XLSX file',
  from: 'First day',
  to: 'Last day',
  days: 'Leave both days empty to use the dates in the file.',
  halfDays: 'Enter both days in order, or leave both empty.',
  noName: 'Choose a column for the ID, the key, or the phone.',
  act: 'Compare with the ledger',
  tooLarge: 'The file is larger than 8 MB. Split it into smaller files.',
  reading: 'Reading the file…',
  progress: (done: number, of: number) =>
    `${done.toLocaleString('en-US')} of ${of.toLocaleString('en-US')} lines checked`,
  before: (when: string, by: string) => `This file was already checked: ${when}, by ${by}.`,
  result: 'Result',
  kind: 'Outcome',
  count: 'Sales or lines',
  ledger: 'In the ledger',
  stated: 'In the statement',
  missingUnknown:
    'The file has no dates, so we can’t tell if sales are missing. Enter its first and last day.',
  entries: 'Differences',
  all: 'All differences',
  none: 'Everything matches.',
  lines: 'Lines',
  names: 'ID or key',
  why: 'Reason',
  export: 'Export disputes (CSV)',
  cut: 'The response was incomplete. Try again.',
} as const

/** Texts about the columns of a buyer's file. */
export const FILE_COLUMNS = {
  title: 'Match columns',
  about: (fields: readonly string[]) =>
    fields.includes('time')
      ? 'Choose at least one of ID, key, and phone. We remember your choice for this buyer.'
      : 'Choose the ID or the key. A phone number is only compared with the lead’s. We remember your choice for this buyer.',
  none: 'None',
  sample: 'First lines of the file',
} as const

const FILE_FIELDS = {
  id: 'Buyer’s ID',
  key: 'Our key',
  phone: 'Phone',
  time: 'Time',
  amount: 'Amount',
  reason: 'Reason',
  return_id: 'Return ID',
} as const

/** Labels of some columns. */
export function fileFields(fields: readonly FileField[]): Partial<Record<FileField, string>> {
  return Object.fromEntries(fields.map((field) => [field, FILE_FIELDS[field]]))
}
type FileField = keyof typeof FILE_FIELDS

export const STATEMENT_OUTCOMES: Readonly<Record<StatementEntry['outcome'] | 'matched', string>> = {
  matched: 'Matched',
  differing: 'Differs',
  missing: 'Missing from the statement',
  unknown: 'Not in the ledger',
  unreadable: 'Can’t be read',
}
