import { Type, type Static } from 'typebox'
import { closed, oneOf } from '../kernel/shape.ts'

const Cents = (description: string) => Type.Integer({ description })
const Nullable = (description: string) => Type.Union([Type.String(), Type.Null()], { description })

/** A sale or a line where a buyer's statement and the ledger disagree. */
export const StatementEntry = closed({
  outcome: oneOf(['differing', 'missing', 'unknown', 'unreadable'], {
    description:
      'differing: both have the sale, but with different amounts. missing: only the ledger has it. unknown: only the statement has it. unreadable: the line has an error.',
  }),
  lines: Type.Array(Type.Integer({ minimum: 1 }), { description: 'The lines of the file for this sale.' }),
  id: Nullable('The buyer’s ID.'),
  key: Nullable('The key that the lead was posted with.'),
  offer: Nullable('The offer of the lead.'),
  sold_at: Type.Union([Type.Integer(), Type.Null()], { description: 'The time of the sale in the ledger.' }),
  ledger_cents: Cents('The amount in the ledger, minus returns. 0 if there’s none.'),
  stated_cents: Cents('The total of the lines. 0 if there are none.'),
  reason: Type.String(),
})
export type StatementEntry = Static<typeof StatementEntry>

const Sum = closed({
  count: Type.Integer({ description: 'The number of sales, or of lines if the ledger has no sale.' }),
  ledger_cents: Cents('Their total in the ledger.'),
  stated_cents: Cents('Their total in the statement.'),
})

export const StatementAnswer = closed({
  file: Type.String(),
  buyer: Type.String(),
  lines: Type.Integer({ description: 'The number of lines in the file, without the header.' }),
  range: Type.Union([closed({ from: Type.Integer(), to: Type.Integer() }), Type.Null()], {
    description: 'The range of sales that must be in the statement. Null if it can’t be told from the file.',
  }),
  sums: closed({ matched: Sum, differing: Sum, missing: Sum, unknown: Sum }),
  notes: Type.Array(Type.String(), { description: 'What in the file was ignored, in sentences.' }),
  entries: Type.Array(StatementEntry, {
    description: 'Everything that doesn’t match, in the order of the file.',
  }),
})
export type StatementAnswer = Static<typeof StatementAnswer>
