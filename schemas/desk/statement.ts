import { Type, type Static } from 'typebox'
import { closed, oneOf } from '../kernel/shape.ts'

const Cents = (description: string) => Type.Integer({ description })
const Nullable = (description: string) => Type.Union([Type.String(), Type.Null()], { description })

/** A sale or a line where a buyer's statement and the ledger disagree. */
export const StatementEntry = closed({
  outcome: oneOf(['differing', 'missing', 'unknown', 'unreadable'], {
    description:
      'differing: both have the sale, for different money. missing: the ledger has it, the statement does not. unknown: the statement has it, the ledger does not. unreadable: the line is mistaken.',
  }),
  lines: Type.Array(Type.Integer({ minimum: 1 }), { description: 'Lines of the file that are of it.' }),
  id: Nullable('The buyer’s own id.'),
  key: Nullable('The key that the lead was posted under.'),
  offer: Nullable('The offer whose lead was sold.'),
  sold_at: Type.Union([Type.Integer(), Type.Null()], { description: 'When the ledger has it sold.' }),
  ledger_cents: Cents('What the ledger has, without what was returned; 0 for none.'),
  stated_cents: Cents('What the lines come to; 0 for none.'),
  reason: Type.String(),
})
export type StatementEntry = Static<typeof StatementEntry>

const Sum = closed({
  count: Type.Integer({ description: 'Sales; lines, where the ledger has no sale.' }),
  ledger_cents: Cents('What the ledger has of them.'),
  stated_cents: Cents('What the statement says of them.'),
})

export const StatementAnswer = closed({
  file: Type.String(),
  buyer: Type.String(),
  lines: Type.Integer({ description: 'How many lines the file has below its header.' }),
  range: Type.Union([closed({ from: Type.Integer(), to: Type.Integer() }), Type.Null()], {
    description: 'The sales of which time must stand in the statement; null where nothing says it.',
  }),
  sums: closed({ matched: Sum, differing: Sum, missing: Sum, unknown: Sum }),
  notes: Type.Array(Type.String(), { description: 'What was left out of the file, in sentences.' }),
  entries: Type.Array(StatementEntry, { description: 'All that is not matched, in the order of the file.' }),
})
export type StatementAnswer = Static<typeof StatementAnswer>
