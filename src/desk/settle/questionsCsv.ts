import type { SettleEntry } from '../../../schemas/desk/settle.ts'
import { BYTE_ORDER_MARK, safeCsv } from '../../rows/spreadsheetText.ts'
import { newYorkDate } from '../../time/newYorkDay.ts'

/** Entries as CSV for their buyer, one line each. They name leads by IDs alone, so the file may be sent by email. */
export async function questionsCsv(entries: readonly SettleEntry[]): Promise<string> {
  const { unparse } = (await import('papaparse')).default
  return BYTE_ORDER_MARK + safeCsv(unparse, [COLUMNS, ...entries.map(lineOf)])
}

/** Names that our readers of buyers' files know, so that an answer in the same file can be read back. */
const COLUMNS = ['id', 'key', 'date', 'question', 'your_amount', 'our_amount', 'amount']

function lineOf({ kind, returned, external_id, key, at, theirs_cents, ours_cents }: SettleEntry) {
  return [
    external_id,
    key,
    newYorkDate(at),
    returned && kind === 'conflict' ? QUESTIONS.returned : QUESTIONS[kind],
    inDollars(theirs_cents),
    inDollars(ours_cents),
    null,
  ]
}

/** Questions to a buyer. Its answer goes into the column amount. */
const QUESTIONS = {
  probable: 'Did you buy this lead, and at what price?',
  far_off: 'What is the right price?',
  conflict: 'Which amount is right?',
  returned: 'How much of it did you return?',
  waiting: 'When did you buy this lead, and at what price?',
  stated: 'Which amount is right?',
} as const

function inDollars(cents: number | null): number | null {
  return cents === null ? null : cents / 100
}
