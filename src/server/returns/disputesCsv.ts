import papaparse from 'papaparse'
import type { StatementEntry } from '../../../schemas/desk/statement.ts'
import { BYTE_ORDER_MARK, safeCsv } from '../../rows/spreadsheetText.ts'

/** Mismatches of a statement, for a spreadsheet. */
export function disputesCsv(entries: readonly StatementEntry[], header = true): string {
  const rows = entries.map(
    ({ outcome, lines, id, key, offer, sold_at, ledger_cents, stated_cents, reason }) => [
      outcome,
      lines.join(' '),
      id,
      key,
      offer,
      sold_at === null ? null : new Date(sold_at).toISOString(),
      inDollars(ledger_cents),
      inDollars(stated_cents),
      inDollars(stated_cents - ledger_cents),
      reason,
    ],
  )
  const csv = safeCsv(papaparse.unparse, header ? [COLUMNS, ...rows] : rows)
  return header ? BYTE_ORDER_MARK + csv : csv
}

const COLUMNS = [
  'outcome',
  'lines',
  'id',
  'key',
  'offer',
  'sold_at',
  'ledger',
  'statement',
  'difference',
  'reason',
]

/** A number isn't a formula, even below 0. */
function inDollars(cents: number): number {
  return cents / 100
}
