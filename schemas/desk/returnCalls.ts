import type { Call } from '../kernel/call.ts'
import {
  CheckStatement,
  FileColumns,
  NamedColumns,
  ReturnByHand,
  ReturnedByHand,
  ReturnList,
  ReturnsFile,
  ReturnsFileAnswer,
  ReturnsListed,
  StatementParts,
} from './returns.ts'

/** Calls of /desk about returns and statements. */
export const RETURN_CALLS = {
  'POST /api/reports/desk/returns': {
    caller: 'analyst',
    sites: 'filtered',
    summary:
      'A page of returns, the newest first. The words of who booked a return are for those who see personal data.',
    body: ReturnsListed,
    status: 200,
    answer: ReturnList,
  },
  'POST /api/reports/desk/returns/book': {
    caller: 'manager',
    sites: 'filtered',
    summary:
      'Takes back the whole sale of one delivery. 404 for no such delivery; 409 where nothing was sold by it, or it was taken back before.',
    body: ReturnByHand,
    status: 200,
    answer: ReturnedByHand,
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
