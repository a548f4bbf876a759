import { ofAll, ofSubjects } from '../../kernel/writeScopes.ts'
import type { WriteContext } from '../../kernel/writeContext.ts'
import {
  all,
  flag,
  integer,
  integerOrNull,
  one,
  query,
  text,
  textOrNull,
  word,
  type RowOf,
  type Rule,
} from '../../kernel/statement.ts'
import { reviveSaleEvents } from '../pixels/pixelEvents.ts'
import { bookChange, bookSale, bookWaiting, settleReport, type BookedAs } from './ledger.ts'
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
  const { entries: _, ...verdict } = yield* bookPlan(context, sale, plan, { note, reason: 'adjustment', at })
  return verdict
}

/** Reverses one entry of a sale by an opposite entry. */
function* reverseEntry(context: WriteContext, reversal: EntryReversal): Rule<ChangeVerdict> {
  const { source, external_id, entry, note, at } = reversal
  const sale = yield* saleUnder(source, external_id)
  if (!sale) return UNKNOWN
  const plan = plannedReversal(yield* entriesUnder(source, external_id), entry)
  const { entries: _, ...verdict } = yield* bookPlan(context, sale, plan, { note, reason: 'reversal', at })
  return verdict
}

/** Books a report that isn't in the ledger, for the amount that an operator decided, and settles it. A sale counts at the time when it was
 *  reported. */
export function* bookReport(context: WriteContext, decision: UnbookedDecision): Rule<ChangeVerdict> {
  const report = yield* one(changeSql.unbooked, decision.entry)
  if (!report) return UNKNOWN
  return yield* settledBy(
    decision,
    yield* (report.returned ? takeBack : bookReported)(context, report, decision),
  )
}

/** Corrects the sale of a report that differs from it to the amount that an operator decided, and settles the report. `isReturn`: what the
 *  amount is lower by is returned instead. */
function* bookDifference(
  context: WriteContext,
  decision: UnbookedDecision & { isReturn: boolean },
): Rule<ChangeVerdict> {
  const report = yield* one(changeSql.unbooked, decision.entry)
  const id = report && (report.external_id ?? report.sold_as)
  const sale = id === null ? null : yield* saleUnder(report!.source, id)
  if (!sale) return UNKNOWN
  const { cents, note, isReturn, at } = decision
  const entries = yield* entriesUnder(sale.source, sale.external_id)
  const { left } = balanceOf(entries)
  if (isReturn && cents >= left) {
    const reason = 'The amount isn’t below what’s left of the sale, so there’s nothing to return.'
    return { outcome: 'refused', reason, sale: bookedSale(sale, entries), cents: 0 }
  }
  const plan = isReturn
    ? plannedReturn(entries, { cents: left - cents, return_id: null, leftSeen: left })
    : plannedAdjustment(entries, cents)
  const booked = yield* bookPlan(context, sale, plan, {
    note,
    reason: isReturn ? 'settled' : 'adjustment',
    at,
  })
  return yield* settledBy(decision, booked)
}

/** Settles the report of a decision, if the ledger took it or needed no entry. */
function* settledBy({ entry, note, at }: UnbookedDecision, verdict: BookedVerdict): Rule<ChangeVerdict> {
  const { entries = [], ...changed } = verdict
  const { outcome, sale } = verdict
  if (sale && (outcome === 'booked' || outcome === 'known'))
    yield* settleReport(entry, { external_id: sale.external_id, entries }, { by: note.by, at })
  return changed
}

/** A verdict with the entries that were booked. */
type BookedVerdict = ChangeVerdict & { entries?: number[] }

function* bookReported(
  context: WriteContext,
  { source, external_id, session_uuid, offer, arrival, delivery, at }: UnbookedReport,
  { cents, note, pixelEvents = [], eventsDueAt, at: now }: UnbookedDecision,
): Rule<BookedVerdict> {
  if (external_id === null || session_uuid === null || offer === null) return UNKNOWN
  const known = yield* saleUnder(source, external_id)
  const again = known && (yield* bookAgain(context, known, cents, { note, now, dueAt: eventsDueAt }))
  if (known && !again) {
    const sale = bookedSale(known, yield* entriesUnder(source, external_id))
    const reason = `Sale ${external_id} of ${dollars(sale.cents)} is in the ledger. Correct its amount instead.`
    return { outcome: 'refused', reason, sale, cents: 0 }
  }
  const entries = again ?? []
  if (!again) {
    const click = arrival === null ? {} : { arrival }
    const due = eventsDueAt === undefined ? {} : { eventsDueAt }
    const sale = {
      source,
      external_id,
      session_uuid,
      offer,
      ...click,
      cents,
      pixelEvents,
      ...due,
      returned: false,
      at,
    }
    const booked = yield* bookSale(context, sale)
    yield* keepReturnNote(booked, { reason: 'settled', ...note })
    entries.push(booked.entry)
    yield* bookWaiting(context, sale, delivery ?? undefined)
  }
  const row = (yield* saleUnder(source, external_id))!
  const sale = bookedSale(row, yield* entriesUnder(source, external_id))
  return { outcome: 'booked', reason: null, sale, cents, entries }
}

/** Books a sale once more whose booking was undone: by the opposite of its reversal, and a correction if the amount is another one now.
 *  Returns their numbers, or null if the sale wasn't reversed. */
export function* bookAgain(
  context: WriteContext,
  sale: SaleRow,
  cents: number,
  { note, now, dueAt = now }: { note: ChangeNote; now: number; dueAt?: number | undefined },
): Rule<number[] | null> {
  const { source, external_id } = sale
  const ofSale = (yield* entriesUnder(source, external_id)).filter(({ kind }) => kind === 'sale')
  const reversal = ofSale.at(-1)
  if (balanceOf(ofSale).count > 0 || !reversal) return null
  const numbers: number[] = []
  const plans = [
    (entries: readonly LedgerEntry[]) => plannedReversal(entries, reversal.entry),
    (entries: readonly LedgerEntry[]) => plannedAdjustment(entries, cents),
  ]
  for (const planOf of plans) {
    const plan = planOf(yield* entriesUnder(source, external_id))
    const verdict = yield* bookPlan(context, sale, plan, { note, reason: 'settled', at: now })
    numbers.push(...verdict.entries)
  }
  yield* reviveSaleEvents(sale.entry, dueAt)
  return numbers
}

/** Reverses entries of a sale, the newest first, all or none. Returns the reason if the ledger doesn't allow it, else null. */
export function* reverseEntries(
  context: WriteContext,
  {
    source,
    external_id,
    entries: numbers,
    note,
    at,
  }: BookedAs & { source: string; note: ChangeNote; at: number },
): Rule<string | null> {
  const sale = yield* saleUnder(source, external_id)
  if (!sale) return null
  let entries: readonly LedgerEntry[] = yield* entriesUnder(source, external_id)
  const plans: Plan[] = []
  for (const number of numbers.toReversed()) {
    const plan = plannedReversal(entries, number)
    if ('refused' in plan) return plan.refused
    plans.push(plan)
    if ('change' in plan) entries = [...entries, { ...plan.change, entry: -plans.length, at }]
  }
  for (const plan of plans) yield* bookPlan(context, sale, plan, { note, reason: 'reversal', at })
  return null
}

function* takeBack(
  context: WriteContext,
  { source, external_id, sold_as, return_id }: UnbookedReport,
  { cents, note, at }: UnbookedDecision,
): Rule<BookedVerdict> {
  const id = external_id ?? sold_as
  const sale = id === null ? null : yield* saleUnder(source, id)
  if (!sale) return { ...UNKNOWN, outcome: 'refused', reason: 'The sale of this return isn’t known yet.' }
  const entries = yield* entriesUnder(source, sale.external_id)
  const leftSeen = balanceOf(entries).left
  const isTaken = return_id !== null && entries.some(({ ref }) => ref === withId(return_id))
  const plan = plannedReturn(entries, { cents, return_id: isTaken ? null : return_id, leftSeen })
  return yield* bookPlan(context, sale, plan, { note, reason: 'settled', at })
}

/** An entry of a sale, with the operator and the reason if someone made it by hand. */
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
  const entries = (yield* entriesUnder(source, external_id)).sort((a, b) => a.at - b.at || a.entry - b.entry)
  return entries.map((one) => ({ ...one, note: notes.get(one.entry) ?? null }))
}

function* bookPlan(
  context: WriteContext,
  sale: SaleRow,
  plan: Plan,
  { note, reason, at }: { note: ChangeNote; reason: ReturnReason; at: number },
): Rule<ChangeVerdict & { entries: number[] }> {
  const { source, external_id } = sale
  const entries: number[] = []
  if ('change' in plan) {
    const booked = yield* bookChange(context, sale, plan.change, at)
    yield* keepReturnNote(booked, { reason, ...note })
    entries.push(booked.entry)
  }
  return {
    outcome: 'change' in plan ? 'booked' : 'known' in plan ? 'known' : 'refused',
    reason: 'refused' in plan ? plan.refused : null,
    sale: bookedSale(sale, yield* entriesUnder(source, external_id)),
    cents: 'change' in plan ? plan.change.cents : 0,
    entries,
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
     WHERE unbooked.entry = $1 AND unbooked.state <> 'settled'`,
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
    ...ofAll({ bookDifference }),
    ...ofSubjects({ adjustSale }, ofSale),
    ...ofSubjects({ reverseEntry }, ofSale),
  },
  reads: { saleEntries },
  sql: changeSql,
}
