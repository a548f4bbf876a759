import type { Call } from '../kernel/call.ts'
import {
  CostFile,
  CostFileColumns,
  CostImports,
  CostImportsAsked,
  CostsByHand,
  CostUndone,
  ImportedCosts,
  NamedCostColumns,
  RatesFile,
  RatesRead,
  ReportedCosts,
} from './costs.ts'
import { StatementParts } from './returns.ts'

/** Calls about what visitors cost. */
export const COST_CALLS = {
  'POST /api/costs': {
    caller: 'anyone',
    summary:
      'Imports costs that a program reports. A cost replaces the one with its source, day, campaign, affiliate, and sub IDs. 422 if there’s no rate for the currency.',
    body: ReportedCosts,
    status: 200,
    answer: ImportedCosts,
  },
  'POST /api/reports/desk/costs': {
    caller: 'analyst',
    sites: 'filtered',
    summary: 'A page of cost imports, newest first.',
    body: CostImportsAsked,
    status: 200,
    answer: CostImports,
  },
  'POST /api/reports/desk/costs/hand': {
    caller: 'manager',
    sites: 'named',
    summary: 'Imports costs that an operator typed.',
    body: CostsByHand,
    status: 200,
    answer: ImportedCosts,
  },
  'POST /api/reports/desk/costs/columns': {
    caller: 'manager',
    sites: 'all',
    summary: 'The column names and first lines of a file of costs. 422 if it can’t be read.',
    body: CostFileColumns,
    status: 200,
    answer: NamedCostColumns,
  },
  'POST /api/reports/desk/costs/file': {
    caller: 'manager',
    sites: 'named',
    summary:
      'Imports a file of costs, or shows what would change. If a line can’t be read, nothing is imported. Streams lines of JSON, each a CostFilePart.',
    body: CostFile,
    status: 200,
    answer: StatementParts,
  },
  'POST /api/reports/desk/costs/undo': {
    caller: 'manager',
    sites: 'filtered',
    summary: 'Undoes an import. The costs that it replaced count again. 404 if there’s no such import.',
    body: CostUndone,
    status: 204,
  },
  'POST /api/reports/desk/costs/rates': {
    caller: 'manager',
    sites: 'all',
    summary:
      'Saves daily exchange rates from a file with the columns day, currency, and rate (dollars for one unit). They apply to later imports.',
    body: RatesFile,
    status: 200,
    answer: RatesRead,
  },
} as const satisfies Record<string, Call>
