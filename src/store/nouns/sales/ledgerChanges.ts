import { ofSubjects } from '../../kernel/writeScopes.ts'
import type { WriteContext } from '../../kernel/writeContext.ts'
import {
  all,
  flag,
  integer,
  integerOrNull,
  one,
  query,
  run,
  text,
  textOrNull,
  word,
  type RowOf,
  type Rule,
} from '../../kernel/statement.ts'
import { bookChange, bookSale, bookWaiting, ledgerSql } from './ledger.ts'
import {
  balanceOf,
  dollars,
  entriesUnder,
  plannedAdjustment,
  plannedReturn,
  plannedReversal,
  saleUnder,
  withId,
  type LedgerEntry,
  type Plan,
  type SaleRow,
} from './ledgerEntries.ts'
import { LEDGER_SQL } from '../../kernel/ledgerSql.ts'
import { bookedSale } from './ledgerJudge.ts'
import { keepReturnNote } from './returnList.ts'
import type {
  ChangeNote,
  ChangeVerdict,
  EntryReversal,
  ReturnNote,
  SaleCorrection,
  UnbookedDecision,
} from './saleTypes.ts'
import type { ReturnReason } from '../../../../schemas/desk/returns.ts'

/** Entries that operators make by hand. The sale itself never changes: each is an entry of its own, with its author and reason. */

/** Corrects the amount of a sale, up or down. */
function* adjustSale(context: WriteContext, correction: SaleCorrection): Rule<ChangeVerdict> {
  const { source, external_id, cents, note, at } = correction
  const sale = yield* saleUnder(source, external_id)
  if (!sale) return UNKNOWN
  const plan = plannedAdjustment(yield* entriesUnder(source, external_id), cents)
  return yield* bookPlan(context, sale, plan, { note, reason: 'adjustment', at })
}

/** Reverses one entry of a sale by an opposite entry. */
function* reverseEntry(context: WriteContext, reversal: EntryReversal): Rule<ChangeVerdict> {
  const { source, external_id, entry, note, at } = reversal
  const sale = yield* saleUnder(source, external_id)
  if (!sale) return UNKNOWN
  const plan = plannedReversal(yield* entriesUnder(source, external_id), entry)
  return yield* bookPlan(context, sale, plan, { note, reason: 'reversal', at })
}

/** Books a report that isn't in the ledger, for the amount that an operator decided, and removes it from that list. A sale counts at the
 *  time when it was reported. */
export function* bookReport(context: WriteContext, decision: UnbookedDecision): Rule<ChangeVerdict> {
  const report = yield* one(changeSql.unbooked, decision.entry)
  if (!report) return UNKNOWN
  const verdict = yield* (report.returned ? takeBack : bookReported)(context, report, decision)
  if (verdict.outcome === 'booked') yield* run(ledgerSql.dismiss, decision.entry)
  return verdict
}

function* bookReported(
  context: WriteContext,
  { source, external_id, session_uuid, offer, arrival, delivery, at }: UnbookedReport,
  { cents, note, pixelEvents = [] }: UnbookedDecision,
): Rule<ChangeVerdict> {
  if (external_id === null || session_uuid === null || offer === null) return UNKNOWN
  const known = yield* saleUnder(source, external_id)
  if (known) {
    const sale = bookedSale(known, yield* entriesUnder(source, external_id))
    const reason = `Sale ${external_id} of ${dollars(sale.cents)} is in the ledger. Correct its amount instead.`
    return { outcome: 'refused', reason, sale, cents: 0 }
  }
  const click = arrival === null ? {} : { arrival }
  const sale = { source, external_id, session_uuid, offer, ...click, cents, pixelEvents, returned: false, at }
  const booked = yield* bookSale(context, sale)
  yield* keepReturnNote(booked, { reason: 'settled', ...note })
  yield* bookWaiting(context, sale, delivery ?? undefined)
  const row = (yield* saleUnder(source, external_id))!
  return {
    outcome: 'booked',
    reason: null,
    sale: bookedSale(row, yield* entriesUnder(source, external_id)),
    cents,
  }
}

function* takeBack(
  context: WriteContext,
  { source, external_id, sold_as, return_id }: UnbookedReport,
  { cents, note, at }: UnbookedDecision,
): Rule<ChangeVerdict> {
  const id = external_id ?? sold_as
  const sale = id === null ? null : yield* saleUnder(source, id)
  if (!sale) return { ...UNKNOWN, outcome: 'refused', reason: 'There is no sale of this return yet.' }
  const entries = yield* entriesUnder(source, sale.external_id)
  const leftSeen = balanceOf(entries).left
  const isTaken = return_id !== null && entries.some(({ ref }) => ref === withId(return_id))
  const plan = plannedReturn(entries, { cents, return_id: isTaken ? null : return_id, leftSeen })
  return yield* bookPlan(context, sale, plan, { note, reason: 'settled', at })
}

/** An entry of a sale, with the operator and the reason if somebody made it by hand. */
export interface NotedEntry extends LedgerEntry {
  note: ReturnNote | null
}

/** Every entry of the sale that a source knows by this ID, oldest first. */
function* saleEntries({
  source,
  external_id,
}: Pick<SaleCorrection, 'source' | 'external_id'>): Rule<NotedEntry[]> {
  const notes = new Map<number, ReturnNote>()
  for (const { entry, ...note } of yield* all(changeSql.notes, source, external_id)) notes.set(entry, note)
  const entries = yield* entriesUnder(source, external_id)
  return entries.map((one) => ({ ...one, note: notes.get(one.entry) ?? null }))
}

function* bookPlan(
  context: WriteContext,
  sale: SaleRow,
  plan: Plan,
  { note, reason, at }: { note: ChangeNote; reason: ReturnReason; at: number },
): Rule<ChangeVerdict> {
  const { source, external_id } = sale
  if ('change' in plan) {
    const booked = yield* bookChange(context, sale, plan.change, at)
    yield* keepReturnNote(booked, { reason, ...note })
  }
  return {
    outcome: 'change' in plan ? 'booked' : 'known' in plan ? 'known' : 'refused',
    reason: 'refused' in plan ? plan.refused : null,
    sale: bookedSale(sale, yield* entriesUnder(source, external_id)),
    cents: 'change' in plan ? plan.change.cents : 0,
  }
}

const UNKNOWN: ChangeVerdict = { outcome: 'unknown', reason: null, sale: null, cents: 0 }

const UNBOOKED = {
  source: text,
  external_id: textOrNull,
  sold_as: textOrNull,
  returned: flag,
  return_id: textOrNull,
  session_uuid: textOrNull,
  offer: textOrNull,
  arrival: integerOrNull,
  delivery: integerOrNull,
  at: integer,
}

/** A report that isn't in the ledger. `sold_as`: the buyer's ID of the delivery that it names. */
type UnbookedReport = RowOf<typeof UNBOOKED>

const changeSql = {
  unbooked: query(
    `SELECT unbooked.source AS source, unbooked.external_id AS external_id, outbox.external_id AS sold_as,
       returned, return_id, sessions.uuid AS session_uuid, unbooked.offer AS offer, unbooked.arrival AS arrival,
       unbooked.delivery AS delivery, unbooked.at AS at
     FROM unbooked LEFT JOIN sessions ON sessions.session = unbooked.session
       LEFT JOIN outbox ON outbox.delivery = unbooked.delivery
     WHERE unbooked.entry = $1`,
    UNBOOKED,
  ),
  notes: query(
    `SELECT return_notes.entry AS entry, reason, words, booked_by AS "by"
     FROM ${LEDGER_SQL} AS ledger JOIN return_notes ON return_notes.entry = ledger.entry
     WHERE source = $1 AND external_id = $2`,
    { entry: integer, reason: word<ReturnReason>(), words: text, by: text },
  ),
}

const ofSale = ({ source, external_id }: Pick<SaleCorrection, 'source' | 'external_id'>) => [
  { of: 'return' as const, source, external_id, key: null },
]

export const changeNoun = {
  writesInContext: {
    ...ofSubjects({ adjustSale }, ofSale),
    ...ofSubjects({ reverseEntry }, ofSale),
  },
  reads: { saleEntries },
  sql: changeSql,
}
