import { Type, type Static } from 'typebox'
import { closed, Day, EpochMs, oneOf } from '../kernel/shape.ts'
import { MOST_FILE_BYTES } from '../kernel/formFieldLimits.ts'

/** Costs of visitors: imports from files, from programs and by hand. Times are UTC epoch ms. */

/** Limit for lines of a file, and for costs of one call. */
export const MOST_COST_LINES = 100_000
export const MOST_CALLED_COSTS = 500

/** Longest word of a campaign, an affiliate or a sub ID. */
export const MOST_COST_WORD = 200

export const COST_WORDS = ['campaign', 'aff_id', 'sub1', 'sub2', 'sub3', 'sub4', 'sub5'] as const
export const COST_COLUMNS = ['day', 'amount', 'currency', ...COST_WORDS] as const
export type CostColumn = (typeof COST_COLUMNS)[number]

const Source = Type.String({
  pattern: '^[\\w.-]{1,60}$',
  description: 'Where the money was spent, such as google.',
  examples: ['google'],
})
const Path = Type.String({ minLength: 1, description: 'The site that the visitors came to.' })
const Currency = Type.String({ pattern: '^[A-Z]{3}$', description: 'ISO 4217.', examples: ['USD'] })
const Word = Type.String({ maxLength: MOST_COST_WORD })
const words = {
  campaign: Type.Optional(Word),
  aff_id: Type.Optional(Word),
  sub1: Type.Optional(Word),
  sub2: Type.Optional(Word),
  sub3: Type.Optional(Word),
  sub4: Type.Optional(Word),
  sub5: Type.Optional(Word),
}

export const CostRow = closed({
  day: { ...Day, description: 'A New York day.' },
  amount: Type.String({
    pattern: '^\\d{1,9}(\\.\\d{1,6})?$',
    description: 'In the currency’s own unit, with up to six decimals.',
    examples: ['12.34'],
  }),
  ...words,
})
export type CostRow = Static<typeof CostRow>

const called = {
  path: Path,
  currency: Currency,
  costs: Type.Array(CostRow, { minItems: 1, maxItems: MOST_CALLED_COSTS }),
}
/** Costs that a program reports. */
export const ReportedCosts = closed({
  key: Type.String({
    minLength: 1,
    maxLength: 200,
    description: 'A secret of COST_KEYS, which names the source.',
  }),
  ...called,
})
export const CostsByHand = closed({ source: Source, ...called })

export const ImportedCosts = closed({
  import: Type.Union([Type.Integer(), Type.Null()], {
    description: 'The number of the import. Null if nothing changed.',
  }),
  added: Type.Integer(),
  replaced: Type.Integer(),
  same: Type.Integer(),
})
export type ImportedCosts = Static<typeof ImportedCosts>

export const CalledCosts = closed(
  Object.fromEntries(
    COST_COLUMNS.map((column) => [column, Type.Optional(Type.String({ maxLength: MOST_COST_WORD }))]),
  ) as Record<CostColumn, ReturnType<typeof Type.Optional<ReturnType<typeof Type.String>>>>,
  { description: 'The file’s own names for its columns.' },
)
export type CalledCosts = Partial<Record<CostColumn, string>>

const file = {
  name: Type.String({ minLength: 1, maxLength: 255 }),
  content: Type.String({
    maxLength: Math.ceil(MOST_FILE_BYTES / 3) * 4,
    description: 'The file in base64: XLSX, or text such as CSV.',
  }),
}
export const CostFileColumns = closed(file)

export const NamedCostColumns = closed({
  names: Type.Array(Type.String(), { description: 'The unique column names from the header.' }),
  sample: Type.Array(Type.Array(Type.String()), { description: 'The first lines after the header.' }),
  guessed: CalledCosts,
  program: Type.Union([Type.String(), Type.Null()], {
    description: 'The program that the file comes from, if its columns tell.',
  }),
  remembered: Type.Array(closed({ source: Type.String(), columns: CalledCosts }), {
    description: 'The columns chosen for each source’s last file, if this file has them.',
  }),
  notes: Type.Array(Type.String()),
})
export type NamedCostColumns = Static<typeof NamedCostColumns>

export const DayOrder = oneOf(['month_first', 'day_first'], {
  description:
    'How dates such as 3/4/2026 are written. If omitted, a file whose dates don’t tell is refused.',
})
export const CostFile = closed({
  ...file,
  path: Path,
  source: Source,
  columns: CalledCosts,
  currency: Type.Optional({
    ...Currency,
    description: 'The currency of amounts for which the file names none.',
  }),
  aff_id: Type.Optional({ ...Word, description: 'The affiliate of all lines, if no column has it.' }),
  day_order: Type.Optional(DayOrder),
  apply: Type.Boolean({ description: 'False to show what would change.' }),
})
export type CostFile = Static<typeof CostFile>

export const CostProblem = closed({
  line: Type.Integer(),
  column: Type.Union([Type.Integer(), Type.Null()], {
    description: 'The cell, from 1. Null for a whole line.',
  }),
  problem: Type.String(),
})
export type CostProblem = Static<typeof CostProblem>

/** A cost that an import adds or replaces. */
export const CostChange = closed({
  day: Day,
  words: Type.String({ description: 'Its campaign, affiliate, and sub IDs.' }),
  currency: Type.String(),
  before: Type.Union([Type.Number(), Type.Null()], { description: 'Null if there was none.' }),
  after: Type.Number(),
})
export type CostChange = Static<typeof CostChange>

export const CostSummary = closed({
  import: ImportedCosts.properties.import,
  lines: Type.Integer(),
  from: Type.Union([Day, Type.Null()]),
  to: Type.Union([Day, Type.Null()]),
  added: Type.Integer(),
  replaced: Type.Integer(),
  same: Type.Integer(),
  sums: Type.Array(closed({ currency: Type.String(), amount: Type.Number(), dollars: Type.Number() })),
  changes: Type.Array(CostChange, { description: 'The first of them.' }),
  problems: Type.Array(CostProblem, {
    description: 'The first of them. If there are any, nothing is imported.',
  }),
  problem_count: Type.Integer(),
  notes: Type.Array(Type.String()),
})
export type CostSummary = Static<typeof CostSummary>

/** One line of the answer: progress, the result, or why it failed. */
export const CostFilePart = Type.Union([
  closed({ done: Type.Integer(), of: Type.Integer() }),
  closed({ ended: CostSummary }),
  closed({ failed: Type.String() }),
])
export type CostFilePart = Static<typeof CostFilePart>

export const RatesFile = closed({ ...file, apply: Type.Boolean() })
export type RatesFile = Static<typeof RatesFile>
export const RatesRead = closed({
  rates: Type.Integer({ description: 'The rates in the file.' }),
  currencies: Type.Array(Type.String()),
  from: Type.Union([Day, Type.Null()]),
  to: Type.Union([Day, Type.Null()]),
  problems: Type.Array(CostProblem),
})
export type RatesRead = Static<typeof RatesRead>

export const CostImportsAsked = closed({
  before: Type.Optional(Type.Integer({ minimum: 1 })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 })),
})
export const CostImport = closed({
  import: Type.Integer(),
  kind: oneOf(['file', 'api', 'hand']),
  name: Type.String({ description: 'The name of the file. Empty for others.' }),
  path: Type.String(),
  source: Type.String(),
  made_by: Type.String({ description: 'The operator. Empty for a program.' }),
  at: EpochMs,
  lines: Type.Integer(),
  dollars: Type.Number(),
  ended_at: Type.Union([EpochMs, Type.Null()], { description: 'Null if it was cut off. Import it again.' }),
  undone_at: Type.Union([EpochMs, Type.Null()]),
  undone_by: Type.Union([Type.String(), Type.Null()]),
})
export type CostImport = Static<typeof CostImport>
export const CostImports = closed({ data: Type.Array(CostImport, { description: 'Newest first.' }) })
export type CostImports = Static<typeof CostImports>

export const CostUndone = closed({ import: Type.Integer({ minimum: 1 }) })
