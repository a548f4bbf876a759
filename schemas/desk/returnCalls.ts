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
      'A page of returns of all of a sale or of a part, corrections and reversals, the newest first. The words of who booked one are for those who see personal data.',
    body: ReturnsListed,
    status: 200,
    answer: ReturnList,
  },
  'POST /api/reports/desk/returns/csv': {
    caller: 'analyst',
    sites: 'filtered',
    summary: 'Matching entries as CSV, at most 50,000, without words.',
    body: ReturnsListed,
    status: 200,
    answer: CsvFile,
  },
  'POST /api/reports/desk/returns/csv/persons': {
    caller: 'manager',
    sites: 'filtered',
    confirm: true,
    summary: 'The same with the words of who booked them, which may be about a person.',
    body: ReturnsListed,
    status: 200,
    answer: CsvFile,
  },
  'POST /api/reports/desk/returns/book': {
    caller: 'manager',
    sites: 'filtered',
    summary:
      'Takes back the sale of one delivery, or a part of it. 404 for no such delivery; 409 where nothing was sold by it, it was taken back before, or less is left.',
    body: ReturnByHand,
    status: 200,
    answer: ReturnedByHand,
  },
  'POST /api/reports/desk/returns/amount': {
    caller: 'manager',
    sites: 'filtered',
    summary:
      'Corrects the amount of the sale of one delivery by an entry of its own. 404 for no such delivery; 409 where nothing was sold by it, or more was returned.',
    body: AmountCorrected,
    status: 200,
    answer: SaleChanged,
  },
  'POST /api/reports/desk/returns/reverse': {
    caller: 'manager',
    sites: 'filtered',
    summary:
      'Reverses an entry of the sale of one delivery by the opposite entry. 404 for no such delivery; 409 where the ledger does not allow it.',
    body: EntryReversed,
    status: 200,
    answer: SaleChanged,
  },
  'POST /api/reports/desk/returns/file': {
    caller: 'manager',
    sites: 'all',
    summary:
      'Takes back what a buyer’s file names, or says line by line what that would do. A line that cannot be read stops the whole file; what was taken back before stays as it is.',
    body: ReturnsFile,
    status: 200,
    answer: ReturnsFileAnswer,
  },
  'POST /api/reports/desk/returns/columns': {
    caller: 'manager',
    sites: 'all',
    summary: 'How a buyer’s file names its columns, and its first lines. 422 when it cannot be read.',
    body: FileColumns,
    status: 200,
    answer: NamedColumns,
  },
  'POST /api/reports/desk/returns/statement': {
    caller: 'manager',
    sites: 'all',
    summary:
      'Holds a buyer’s statement against the ledger, and changes nothing: lines of JSON, each a StatementPart, as they come.',
    body: CheckStatement,
    status: 200,
    answer: StatementParts,
  },
} as const satisfies Record<string, Call>
