import type { Call } from '../kernel/call.ts'
import { CsvFile } from './deliveries.ts'
import {
  AmountCorrected,
  CheckStatement,
  EntryReversed,
  FileColumns,
  NamedColumns,
  ReturnByHand,
  ReturnedByHand,
  ReturnList,
  ReturnsFile,
  ReturnsFileAnswer,
  ReturnsListed,
  SaleChanged,
  StatementParts,
} from './returns.ts'

/** Calls of /desk about returns and statements. */
export const RETURN_CALLS = {
  'POST /api/reports/desk/returns': {
    caller: 'analyst',
    sites: 'filtered',
    summary:
      'A page of full and partial returns, corrections, and reversals, newest first. Notes need access to personal data.',
    body: ReturnsListed,
    status: 200,
    answer: ReturnList,
  },
  'POST /api/reports/desk/returns/csv': {
    caller: 'analyst',
    sites: 'filtered',
    summary: 'Matching entries as CSV, up to 50,000, without notes.',
    body: ReturnsListed,
    status: 200,
    answer: CsvFile,
  },
  'POST /api/reports/desk/returns/csv/persons': {
    caller: 'manager',
    sites: 'filtered',
    confirm: true,
    summary: 'Matching entries as CSV, up to 50,000, with notes, which may contain personal data.',
    body: ReturnsListed,
    status: 200,
    answer: CsvFile,
  },
  'POST /api/reports/desk/returns/book': {
    caller: 'manager',
    sites: 'filtered',
    summary:
      'Returns the sale of one delivery, fully or partly. 404 if there’s no such delivery. 409 if it wasn’t sold, was already returned, or less is left.',
    body: ReturnByHand,
    status: 200,
    answer: ReturnedByHand,
  },
  'POST /api/reports/desk/returns/amount': {
    caller: 'manager',
    sites: 'filtered',
    summary:
      'Corrects the amount of one delivery’s sale with its own entry. 404 if there’s no such delivery. 409 if it wasn’t sold or more was returned.',
    body: AmountCorrected,
    status: 200,
    answer: SaleChanged,
  },
  'POST /api/reports/desk/returns/reverse': {
    caller: 'manager',
    sites: 'filtered',
    summary:
      'Reverses an entry of one delivery’s sale with the opposite entry. 404 if there’s no such delivery. 409 if the ledger doesn’t allow it.',
    body: EntryReversed,
    status: 200,
    answer: SaleChanged,
  },
  'POST /api/reports/desk/returns/file': {
    caller: 'manager',
    sites: 'all',
    summary:
      'Books the returns in a buyer’s file, or shows line by line what booking would do. If a line can’t be read, nothing is booked. Lines that were already returned aren’t changed.',
    body: ReturnsFile,
    status: 200,
    answer: ReturnsFileAnswer,
  },
  'POST /api/reports/desk/returns/columns': {
    caller: 'manager',
    sites: 'all',
    summary: 'The column names and first lines of a buyer’s file. 422 if it can’t be read.',
    body: FileColumns,
    status: 200,
    answer: NamedColumns,
  },
  'POST /api/reports/desk/returns/statement': {
    caller: 'manager',
    sites: 'all',
    summary:
      'Compares a buyer’s statement with the ledger, and changes nothing. Streams lines of JSON, each a StatementPart.',
    body: CheckStatement,
    status: 200,
    answer: StatementParts,
  },
} as const satisfies Record<string, Call>
