import papaparse from 'papaparse'
import type { StatementEntry } from '../../../schemas/desk/statement.ts'

/** For a spreadsheet: a text that one would take for a formula is kept from being one. */
export function disputesCsv(entries: readonly StatementEntry[], header = true): string {
  const rows = entries.map(
    ({ outcome, lines, id, key, offer, sold_at, ledger_cents, stated_cents, reason }) => ({
      outcome,
      lines: lines.join(' '),
      id,
      key,
      offer,
      sold_at: sold_at === null ? null : new Date(sold_at).toISOString(),
      ledger: inDollars(ledger_cents),
      statement: inDollars(stated_cents),
      difference: inDollars(stated_cents - ledger_cents),
      reason,
    }),
  )
  return `${papaparse.unparse(rows, { columns: CSV_COLUMNS, escapeFormulae: true, header })}\r\n`
}

const CSV_COLUMNS = [
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

/** A number, which is no formula even below 0. */
function inDollars(cents: number): number {
  return cents / 100
}
