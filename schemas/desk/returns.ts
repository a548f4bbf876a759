import { OfOffer } from './deliveries.ts'
import { Type, type Static } from 'typebox'
import { MOST_FILE_BYTES, MOST_REASON_WORDS } from '../kernel/formFieldLimits.ts'
import { StatementAnswer, StatementEntry } from './statement.ts'
import { closed, EpochMs, Key, oneOf, Uuid } from '../kernel/shape.ts'

/** Returns at /desk: by hand, by a buyer's file, and a buyer's statement compared with the ledger. Times are UTC epoch ms. */

/** Outcome of a line in a buyer's file, actual or expected. */
export const ReturnOutcome = oneOf(
  ['returned', 'known', 'waits', 'conflict', 'unknown', 'full', 'unreadable'],
  {
    description:
      'returned: booked as a return. known: returned before. waits: its sale isn’t known yet. conflict: it contradicts the ledger and is kept for you. unknown: no lead was posted with this key. full: too many returns are waiting. unreadable: the line has an error.',
  },
)

/** Reason why an operator takes a sale back. */
export const HandReason = oneOf([
  'wrong_contact',
  'not_reached',
  'not_interested',
  'duplicate',
  'outside_criteria',
  'fraud',
  'other',
])
export type HandReason = Static<typeof HandReason>

export const ReturnReason = oneOf(
  [...HandReason.enum, 'file', 'reported', 'adjustment', 'reversal', 'settled'],
  {
    description:
      'file: from a buyer’s file. reported: posted by the buyer, or booked by a command. adjustment: the amount was corrected. reversal: an entry was reversed. settled: a report that wasn’t booked was booked by hand.',
  },
)
export type ReturnReason = Static<typeof ReturnReason>

const left = Type.Integer({
  minimum: 0,
  description: 'The amount in cents that was left of the sale when the operator looked.',
})

/** Sale that a call is about: by its delivery, or by its buyer's ID. */
const ofSale = {
  delivery: Type.Optional(Type.Integer({ minimum: 1 })),
  sale: Type.Optional(
    closed(
      {
        buyer: Type.String({ minLength: 1, maxLength: 200 }),
        external_id: Type.String({ minLength: 1, maxLength: 200 }),
      },
      { description: 'Instead of the delivery: the buyer of the lead, and the buyer’s ID for it.' },
    ),
  ),
}

export const ReturnByHand = closed({
  ...ofSale,
  cents: Type.Optional(
    Type.Integer({
      minimum: 0,
      description: 'A part of the remaining amount. If omitted, all of it is returned.',
    }),
  ),
  left: Type.Optional(left),
  reason: HandReason,
  words: Type.Optional(
    Type.String({
      maxLength: MOST_REASON_WORDS,
      description: 'A note in addition to the reason. It’s deleted when the visitor is forgotten.',
    }),
  ),
})
export type ReturnByHand = Static<typeof ReturnByHand>

const words = Type.String({
  minLength: 1,
  maxLength: MOST_REASON_WORDS,
  description: 'The reason. It’s deleted when the visitor is forgotten.',
})

export const AmountCorrected = closed({
  ...ofSale,
  cents: Type.Integer({ minimum: 0, maximum: 1_000_000_000, description: 'The new amount, before returns.' }),
  words,
})
export type AmountCorrected = Static<typeof AmountCorrected>

export const EntryReversed = closed({
  ...ofSale,
  entry: Type.Integer({ minimum: 1, description: 'The number of the ledger entry.' }),
  words,
})
export type EntryReversed = Static<typeof EntryReversed>

/** Change that an entry made. */
export const SaleChanged = closed({
  cents: Type.Integer({ description: 'The amount of the new entry. 0 if there was nothing to change.' }),
  left: Type.Integer({ description: 'The amount in cents that’s left of the sale.' }),
})
export type SaleChanged = Static<typeof SaleChanged>

export const ReturnedByHand = closed({ cents: Type.Integer({ description: 'The returned amount.' }) })
export type ReturnedByHand = Static<typeof ReturnedByHand>

export const MOST_RETURN_LINES = 20_000
export const MOST_STATEMENT_LINES = 100_000

const file = {
  name: Type.String({
    minLength: 1,
    maxLength: 255,
    description: 'The name of the file. XLSX files are also recognized by their content.',
  }),
  content: Type.String({
    // Base64 adds a third.
    maxLength: Math.ceil(MOST_FILE_BYTES / 3) * 4,
    description: 'CSV or XLSX, in base64.',
  }),
}
const notes = Type.Array(Type.String(), { description: 'What in the file was ignored, in sentences.' })

const name = Type.Optional(Type.String({ minLength: 1, maxLength: 320 }))

/** A file's own names for its columns. Those that have ours can be left out. */
const CalledColumns = closed({
  id: name,
  key: name,
  phone: name,
  time: name,
  amount: name,
  reason: name,
  return_id: name,
})

export const ReturnsFile = closed({
  ...file,
  buyer: Key,
  columns: CalledColumns,
  apply: Type.Boolean({ description: 'Whether to book the returns. Otherwise, it’s a dry run.' }),
})
export type ReturnsFile = Static<typeof ReturnsFile>

const Nullable = Type.Union([Type.String(), Type.Null()])

export const ReturnsFileLine = closed({
  line: Type.Integer({ minimum: 1 }),
  column: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()], {
    description: 'The column of the cell with the error, from 1.',
  }),
  id: Nullable,
  key: Nullable,
  outcome: ReturnOutcome,
  reason: Nullable,
  cents: Type.Union([Type.Integer(), Type.Null()], {
    description:
      'The returned amount. If nothing is returned, the amount of the sale, or null if it isn’t known.',
  }),
})
export type ReturnsFileLine = Static<typeof ReturnsFileLine>

export const ReturnsFileAnswer = closed({
  applied: Type.Boolean({
    description: 'Also false if a line can’t be read, because nothing is booked then.',
  }),
  lines: Type.Array(ReturnsFileLine),
  returned_cents: Type.Integer(),
  notes,
})
export type ReturnsFileAnswer = Static<typeof ReturnsFileAnswer>

export const ReturnsListed = closed({
  path: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: 'Only this site.' })),
  buyer: Type.Optional(Key),
  reason: Type.Optional(ReturnReason),
  search: Type.Optional(
    Type.String({ minLength: 1, maxLength: 320, description: 'The buyer’s ID, or the ID of the session.' }),
  ),
  from: Type.Optional(EpochMs),
  to: Type.Optional({ ...EpochMs, description: 'Inclusive.' }),
  before: Type.Optional(
    Type.String({ pattern: '^\\d{1,15}\\.\\d{1,15}$', description: 'Where the previous page ended.' }),
  ),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 })),
})
export type ReturnsListed = Static<typeof ReturnsListed>

export const BookedReturn = closed({
  entry: Type.Integer({ description: 'The number of the ledger entry.' }),
  buyer: Type.String(),
  external_id: Type.String({ description: 'The buyer’s ID.' }),
  session_uuid: Uuid,
  offer: Type.String(),
  ...OfOffer.properties,
  kind: oneOf(['return', 'adjustment', 'sale'], {
    description:
      'return: full or partial. adjustment: a correction of the amount. sale: a reversal of the sale itself.',
  }),
  reverses: Type.Union([Type.Integer(), Type.Null()], {
    description: 'The entry that it reverses.',
  }),
  is_reversed: Type.Boolean({ description: 'Whether a later entry reverses it.' }),
  cents: Type.Integer({ description: 'The returned amount. Negative if it was added.' }),
  left_cents: Type.Integer({ description: 'The amount that’s left of its sale now.' }),
  amount_cents: Type.Integer({ description: 'The amount of its sale now, before returns.' }),
  at: EpochMs,
  reason: ReturnReason,
  words: Type.String({ description: 'Empty without access to personal data.' }),
  booked_by: Type.String({ description: 'The operator. Empty if it wasn’t booked by one.' }),
})
export type BookedReturn = Static<typeof BookedReturn>

export const ReturnList = closed({
  data: Type.Array(BookedReturn, { description: 'Newest first.' }),
  next: Type.Union([Type.String(), Type.Null()], {
    description: 'Where the next page starts. Null on the last page.',
  }),
})
export type ReturnList = Static<typeof ReturnList>

export const FileKind = oneOf(['statement', 'returns'])
export type FileKind = Static<typeof FileKind>

export const FileColumns = closed({ ...file, kind: FileKind })
export type FileColumns = Static<typeof FileColumns>

export const NamedColumns = closed({
  names: Type.Array(Type.String(), { description: 'The unique column names from the header.' }),
  sample: Type.Array(Type.Array(Type.String()), { description: 'The first lines after the header.' }),
  guessed: CalledColumns,
  remembered: Type.Array(closed({ buyer: Type.String(), columns: CalledColumns }), {
    description: 'The columns chosen for each buyer’s last file, if this file has them.',
  }),
  notes,
})
export type NamedColumns = Static<typeof NamedColumns>

export const CheckStatement = closed({
  ...file,
  buyer: Key,
  columns: CalledColumns,
  from: Type.Optional(EpochMs),
  to: Type.Optional({
    ...EpochMs,
    description: 'Inclusive. If both are omitted, the range of the lines is used.',
  }),
})
export type CheckStatement = Static<typeof CheckStatement>

const { lines, range, sums } = StatementAnswer.properties

/** One line of the answer: progress, some of the mismatches, or the result. */
export const StatementPart = Type.Union([
  closed({ done: Type.Integer(), of: Type.Integer() }),
  closed({
    entries: Type.Array(StatementEntry),
    csv: Type.String({ description: 'The same for a spreadsheet, without formulas.' }),
  }),
  closed({
    lines,
    range,
    sums,
    notes,
    before: Type.Union([closed({ at: EpochMs, operator: Type.String() }), Type.Null()], {
      description: 'When this file was last compared with the ledger for this buyer, and by whom.',
    }),
  }),
  closed({ failed: Type.String({ description: 'Why it failed.' }) }),
])
export type StatementPart = Static<typeof StatementPart>

/** Parts, each a line of JSON, in the order of arrival. */
export const StatementParts = Type.Unsafe<AsyncIterable<string>>({
  type: 'string',
  contentMediaType: 'application/jsonl',
})
