import type { CostColumn } from '../../../schemas/desk/costs.ts'

/** Texts of /desk about what visitors cost. */
export const COSTS = {
  title: 'Costs',
  noSite: 'Publish a site first. Costs belong to a site.',
  file: 'Import ad costs',
  about:
    'Upload an export of Google Ads, Meta, TikTok, Microsoft, Taboola, or Outbrain, or any CSV or Excel file with one line per day. Costs of the same day, campaign, affiliate, and sub IDs replace earlier ones.',
  site: 'Site',
  source: 'Source',
  sourceAbout: 'Where you spent it, like google',
  sourceWrong: 'Use letters, digits, dots, and hyphens.',
  choose: 'Choose a file',
  fileLabel: 'File',
  tooLarge: 'The file is larger than 8 MB. Split it.',
  columnsAbout: 'The day and the amount are required. We remember your choice for this source.',
  recognized: (program: string) => `This looks like an export of ${program}.`,
  currency: 'Currency',
  currencyOfAll: 'Currency of all lines',
  currencyAbout: 'USD',
  affiliate: 'Affiliate of all lines',
  affiliateAbout: 'Optional',
  dayOrder: 'Dates like 3/4/2026',
  dayOrders: { '': 'Detect', month_first: 'Month first', day_first: 'Day first' },
  preview: 'Preview',
  import: (costs: number) => `Import ${costs.toLocaleString('en-US')} ${costs === 1 ? 'cost' : 'costs'}`,
  reading: 'Reading the file…',
  progress: (done: number, of: number) =>
    `${done.toLocaleString('en-US')} of ${of.toLocaleString('en-US')} costs saved`,
  cut: 'The connection was lost. Check the imports below, and import the file again.',
  nothing: 'Nothing changes. These costs were already imported.',
  problems: (count: number) =>
    `${count.toLocaleString('en-US')} ${count === 1 ? 'line has a problem' : 'lines have problems'}, so nothing can be imported. Correct the file and choose it again.`,
  changes: (isDone: boolean, { added, replaced, same }: Counts) =>
    [
      `${added.toLocaleString('en-US')} ${isDone ? 'added' : 'to add'}`,
      `${replaced.toLocaleString('en-US')} ${isDone ? 'replaced' : 'to replace'}`,
      `${same.toLocaleString('en-US')} unchanged`,
    ].join(', '),
  sum: (amount: string, currency: string, dollars: string) =>
    currency === 'USD' ? dollars : `${amount} ${currency} (${dollars})`,
  days: (from: string, to: string) => (from === to ? from : `${from} to ${to}`),
  done: 'Imported.',
  preview_title: 'Changes',
  problem_title: 'Problems',
  line: 'Line',
  column: (column: number) => `Column ${column}: `,
  problem: 'Problem',
  day: 'Day',
  words: 'Campaign, affiliate, sub IDs',
  before: 'Before',
  after: 'After',

  rates: 'Exchange rates',
  ratesAbout:
    'Costs in other currencies need a rate for their day. Upload a file with the columns day, currency, and rate (dollars for one unit). Rates apply to later imports.',
  ratesDone: (rates: number, currencies: string) =>
    `${rates.toLocaleString('en-US')} rates saved: ${currencies}.`,
  ratesWrong: 'Nothing was saved. Correct these lines and choose the file again.',

  imports: 'Imports',
  failed: 'Couldn’t load the imports',
  none: 'No costs yet',
  noneWhy: 'Import a file, or have a program send costs to POST /api/costs.',
  when: 'Imported',
  by: (who: string, when: string) => `${who === '' ? 'API' : who}, ${when}`,
  from: 'From',
  kinds: { file: 'File', api: 'API', hand: 'By hand' },
  lines: 'Costs',
  amount: 'Amount',
  state: 'Status',
  states: { counts: 'Counts', cut: 'Interrupted', undone: 'Undone' },
  actions: 'Actions',
  undo: 'Undo…',
  undoOf: (number: number) => `Undo import ${number}`,
  undoTitle: (name: string) => `Undo the import of ${name}?`,
  undoNote: 'Costs that it replaced count again.',
  undoNow: 'Undo import',
} as const

interface Counts {
  added: number
  replaced: number
  same: number
}

export const COST_FIELDS: Record<CostColumn, string> = {
  day: 'Day',
  amount: 'Amount',
  currency: 'Currency',
  campaign: 'Campaign',
  aff_id: 'Affiliate',
  sub1: 'Sub1',
  sub2: 'Sub2',
  sub3: 'Sub3',
  sub4: 'Sub4',
  sub5: 'Sub5',
}
