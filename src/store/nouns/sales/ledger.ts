import type { LedgerLine, Unbooked } from '../../../../schemas/commands/selling.ts'
import { keepPixelEvents } from '../pixels/pixelEvents.ts'
import type { ReturnNote, ReturnReport, ReturnVerdict, Sale, Sold } from './saleTypes.ts'
import { sessionRow, type SessionRow } from '../sessions/counting.ts'
import {
  all,
  command,
  flag,
  integer,
  integerOrNull,
  one,
  only,
  query,
  run,
  text,
  textOrNull,
  word,
  wordOrNull,
  type Rule,
} from '../../kernel/statement.ts'
import { keepWebhookMessages } from '../webhooks/webhookMessages.ts'
import type { WriteContext } from '../../kernel/writeContext.ts'
import { keepReturnNote } from './returnList.ts'
import {
  dollars,
  entriesUnder,
  plannedReturn,
  saleUnder,
  WHOLE,
  type Change,
  type LedgerEntry,
  type SaleRow,
} from './ledgerEntries.ts'
import { CHANGES_FROM, LEDGER_SQL } from '../../kernel/ledgerSql.ts'
import { difference, judgeReport, keyOfOther, type Judgment, type Report } from './ledgerJudge.ts'
import { ofAll, ofSubjects } from '../../kernel/writeScopes.ts'

/** Books a sale or its return, once. A return that came before its sale is booked in the sale's transaction. `delivery`: the one that sold
 *  the lead. */
export function* sell(context: WriteContext, sale: Sale, delivery?: number): Rule<Sold> {
  const report = { ...sale, key: null }
  const judgment = yield* judgeReport(report)
  const { outcome, change } = judgment
  if (outcome === 'known') return 'known'
  if (outcome === 'waits') return (yield* keepAside(report, judgment, sale.at)) ? 'waits' : 'full'
  if (outcome !== 'new') {
    yield* keepAside(report, { ...judgment, delivery: delivery ?? null }, sale.at)
    return 'conflict'
  }
  if (change) {
    yield* bookChange(context, (yield* saleUnder(sale.source, sale.external_id))!, change, sale.at)
    return 'new'
  }
  const doubt = yield* priceDoubt(sale)
  if (doubt) {
    const isAmount = sale.unreadable === undefined && sale.cents >= 0
    const kept = { ...judgment, outcome: 'conflict' as const, reason: doubt, delivery: delivery ?? null }
    const expectedCents = sale.expectedCents ?? (yield* usualCents(sale.source))
    const farOff = { ...report, cents: isAmount ? sale.cents : null, expectedCents, isFarOff: true }
    yield* keepAside(farOff, kept, sale.at)
    return isAmount ? 'too_high' : 'unreadable'
  }
  yield* bookSale(context, sale)
  yield* bookWaiting(context, sale, delivery)
  return 'new'
}

/** Reason that a price isn't booked without an operator; null if it is. */
function* priceDoubt({
  source,
  cents,
  mostCents = Infinity,
  mostTimesUsual,
  unreadable,
}: Sale): Rule<string | null> {
  if (unreadable !== undefined)
    return `The price is "${unreadable}", which isn't an amount in dollars, so it wasn't booked.`
  if (cents < 0) return `The price of ${dollars(cents)} is below zero, so it wasn't booked.`
  const usual = mostTimesUsual === undefined ? null : yield* usualCents(source)
  const most = usual === null ? mostCents : usual * mostTimesUsual!
  if (cents <= most) return null
  const times = usual === null ? '' : `, ${mostTimesUsual} times the usual ${dollars(usual)}`
  return `The price of ${dollars(cents)} is above the limit of ${dollars(most)}${times}, so it wasn't booked.`
}

/** Median price of a source's newest sales, in cents; null while it has too few to tell. */
function* usualCents(source: string): Rule<number | null> {
  const newest = yield* all(ledgerSql.newestPrices, source, USUAL_SALES)
  if (newest.length < LEAST_USUAL_SALES) return null
  const prices = newest.map(({ cents }) => cents).sort((a, b) => a - b)
  return prices[Math.floor(prices.length / 2)]!
}

const USUAL_SALES = 50
const LEAST_USUAL_SALES = 10

/** Books a buyer's return, of the whole sale or of a part of it. */
function* returnSale(context: WriteContext, report: ReturnReport): Rule<ReturnVerdict> {
  const { at } = report
  const reported = asReport(report)
  const judgment = yield* judgeReport(reported)
  const verdict = returnVerdict(judgment)
  const { outcome, change, sale } = judgment
  if (outcome === 'new') {
    const row = (yield* saleUnder(report.source, sale!.external_id))!
    const booked = yield* bookChange(context, row, change!, at)
    if (report.note) yield* keepReturnNote(booked, report.note)
  }
  // A return by hand is refused instead of kept.
  const isAside = report.leftSeen === undefined && (outcome === 'waits' || outcome === 'conflict')
  return isAside && !(yield* keepAside({ ...reported, note: report.note }, judgment, at))
    ? { ...verdict, outcome: 'full' }
    : verdict
}

/** Result that `returnSale` would have, without doing it. */
function* judgeReturn(report: ReturnReport): Rule<ReturnVerdict> {
  return returnVerdict(yield* judgeReport(asReport(report)))
}

/** Results that `returnSale` would have if it booked these returns of one sale one after the other. */
function* judgeReturns(reports: readonly ReturnReport[]): Rule<ReturnVerdict[]> {
  const assumed: LedgerEntry[] = []
  const verdicts: ReturnVerdict[] = []
  for (const report of reports) {
    const judgment = yield* judgeReport(asReport(report), assumed)
    const { change } = judgment
    if (change) assumed.push({ ...change, entry: -1 - assumed.length, at: report.at })
    verdicts.push(returnVerdict(judgment))
  }
  return verdicts
}

function asReport({ source, external_id, key, cents, return_id = null, leftSeen }: ReturnReport): Report {
  const named = { source, external_id, key, cents, return_id, leftSeen }
  return { ...named, returned: true, session_uuid: null, offer: null }
}

/** A judgment in the form reported to the caller of a return. */
function returnVerdict({ outcome, reason, sale, change }: Judgment): ReturnVerdict {
  return {
    outcome: outcome === 'new' ? 'returned' : outcome,
    reason,
    sale,
    cents: change ? 0 - change.cents : 0,
  }
}

/** Books a new sale. */
export function* bookSale({ tally, payouts }: WriteContext, sale: Sale): Rule<Booked> {
  const { session_uuid, arrival, offer, source, external_id, cents, pixelEvents = [], at } = sale
  const { eventsDueAt: dueAt = at } = sale
  const row = yield* countedSession(session_uuid)
  const words = arrival !== undefined && (yield* one(ledgerSql.arrivedBy, row.session, arrival))
  if (words) Object.assign(row, words)
  const { session, version, path, aff_id, sub1 } = row
  const click = [version, path, aff_id, sub1] as const
  const { entry } = yield* only(ledgerSql.sell, session, offer, source, external_id, 1, cents, ...click, at)
  yield* keepPixelEvents(session, pixelEvents, { at, dueAt, sale: entry, arrival })
  yield* keepWebhookMessages(session, { kind: 'sale', offer, sale: entry }, at)
  tally.add(row, { offer, at }, { sold: 1, cents })
  const change = { kind: 'sale', sold: 1, cents } as const
  const paid = { event: 'sale', click: { ...row, arrival: words ? arrival : undefined }, offer, at } as const
  payouts.add({ ...paid, source, external_id, entry, isFirst: true, change })
  return { entry, session }
}

/** Books another entry of a sale. It counts for the click of the sale. */
export function* bookChange(
  { tally, payouts }: WriteContext,
  sale: SaleRow,
  change: Change,
  at: number,
): Rule<Booked> {
  const { offer, source, external_id, version, path, aff_id, sub1 } = sale
  const row = { ...(yield* countedSession(sale.session_uuid)), version, path, aff_id, sub1 }
  const { session } = row
  const { kind, ref, reverses, sold, cents } = change
  const isReturn = kind === 'return'
  const click = [version, path, aff_id, sub1] as const
  const isChange = ref !== WHOLE
  const { entry } = isChange
    ? yield* only(
        ledgerSql.change,
        session,
        offer,
        source,
        external_id,
        kind,
        ref,
        reverses,
        sold,
        cents,
        ...click,
        sale.at,
        at,
      )
    : yield* only(ledgerSql.sell, session, offer, source, external_id, sold, cents, ...click, at)
  const number = isChange ? CHANGES_FROM + entry : entry
  yield* keepWebhookMessages(session, { kind: isReturn ? 'return' : 'sale', offer, sale: number }, at)
  const counted = isReturn ? { returned: 0 - sold } : { sold }
  tally.add(row, { offer, at }, { ...counted, cents, ...(isChange && { changes: 1 }) })
  const paid = { event: 'sale', click: row, offer, at } as const
  payouts.add({ ...paid, source, external_id, entry: number, isFirst: false, change })
  return { entry: number, session }
}

interface Booked {
  entry: number
  session: number
}

/** A session with its language locked until its sale is counted under it. */
function* countedSession(uuid: string): Rule<SessionRow> {
  yield* all(ledgerSql.keepSession, uuid)
  return yield* sessionRow(uuid)
}

/** Books the returns that waited for a sale, now that it exists. Contradicting ones are left to the operator. */
export function* bookWaiting(context: WriteContext, sale: Sale, delivery: number | undefined): Rule<void> {
  const { source, external_id, session_uuid, offer } = sale
  const waiting = yield* all(ledgerSql.waiting, source, external_id, delivery ?? null)
  for (const one of waiting) {
    const isOther = [
      one.external_id !== null && one.external_id !== external_id,
      one.delivery !== null && delivery !== undefined && one.delivery !== delivery,
    ].some(Boolean)
    const named = { session_uuid: one.session_uuid, offer: one.offer, cents: null }
    const wrong = isOther ? keyOfOther(external_id) : difference(named, { session_uuid, offer, cents: null })
    const plan = plannedReturn(yield* entriesUnder(source, external_id), one)
    const refused = wrong ?? ('refused' in plan ? plan.refused : null)
    if (refused !== null) {
      yield* run(ledgerSql.contradict, refused, one.entry)
      continue
    }
    if ('change' in plan) {
      const row = (yield* saleUnder(source, external_id))!
      const booked = yield* bookChange(context, row, plan.change, sale.at)
      if (one.note_by !== null)
        yield* keepReturnNote(booked, {
          reason: one.note_reason!,
          words: one.note_words!,
          by: one.note_by,
        })
    }
    yield* run(ledgerSql.dismiss, one.entry)
  }
}

/** Saves a report that wasn't booked, once, with the first note. False if no more can wait. */
function* keepAside(
  report: Report & {
    arrival?: number
    note?: ReturnNote | undefined
    expectedCents?: number | null
    isFarOff?: boolean
  },
  { outcome, reason, delivery }: Judgment,
  at: number,
): Rule<boolean> {
  const state = outcome === 'waits' ? 'waiting' : report.isFarOff ? 'far_off' : 'conflict'
  const {
    source,
    external_id,
    returned,
    session_uuid,
    offer,
    cents,
    return_id = null,
    arrival = null,
  } = report
  const session = session_uuid === null ? null : (yield* sessionRow(session_uuid)).session
  const known = [state, source, external_id, delivery, Number(returned), session, offer, cents] as const
  const note = state === 'waiting' ? report.note : undefined
  const why = [note?.reason ?? null, note?.words ?? null, note?.by ?? null] as const
  const kept = yield* one(ledgerSql.isUnbooked, ...known, return_id)
  if (kept) {
    if (note) yield* run(ledgerSql.noteWaiting, kept.entry, ...why)
    return true
  }
  if (state === 'waiting' && (yield* only(ledgerSql.waits, source)).n >= WAITING_PER_SOURCE) return false
  yield* run(
    ledgerSql.keepUnbooked,
    ...known,
    reason,
    at,
    ...why,
    return_id,
    arrival,
    report.expectedCents ?? null,
  )
  yield* run(ledgerSql.trimConflicts, CONFLICTS_KEPT)
  return true
}

/** Limit for a buyer that mistakenly reports thousands of its own IDs that were never sold. */
const WAITING_PER_SOURCE = 10_000
const CONFLICTS_KEPT = 10_000

/** Entries of the ledger that a decision about money in doubt made, in the order of booking. */
export interface BookedAs {
  /** ID of their sale at its source. */
  external_id: string
  entries: number[]
}

/** Settles a report that wasn't booked. `booked`: what booking it made; null if it was dismissed. False if it is settled. */
export function* settleReport(
  entry: number,
  booked: BookedAs | null,
  { by, at }: { by: string; at: number },
): Rule<boolean> {
  const as = booked ? 'booked' : 'dismissed'
  return (yield* run(ledgerSql.settle, entry, as, at, by, booked && JSON.stringify(booked))) === 1
}

/** Removes one from that list once it is resolved. False if none has this number. */
function* dismissUnbooked(entry: number): Rule<boolean> {
  return (yield* run(ledgerSql.dismiss, entry)) === 1
}

/** Reports that aren't in the ledger, newest first. */
const unbooked = (limit: number): Rule<Unbooked[]> => all(ledgerSql.unbooked, limit)

/** True if anything was ever sold to, or is on its way to, a buyer or partner with this name. */
function* isSource(source: string): Rule<boolean> {
  return (yield* one(ledgerSql.isSource, source)) !== null
}

/** Gross and net by path, source, and offer, in this order. `path` is null for all. Both ends inclusive. */
const ledger = ({ path, from, to }: { path: string | null; from: number; to: number }): Rule<LedgerLine[]> =>
  all(ledgerSql.ledger, path, from, to)

export const ledgerSql = {
  keepSession: query(
    ({ keepRows }) => `SELECT session FROM sessions WHERE uuid = $1 ${keepRows('sessions')}`,
    {
      session: integer,
    },
  ),
  sell: query(
    `INSERT INTO sales
       (session, offer, source, external_id, sold, cents, version, path, aff_id, sub1, at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) RETURNING entry`,
    { entry: integer },
  ),
  change: query(
    `INSERT INTO sale_changes
       (session, offer, source, external_id, kind, ref, reverses, sold, cents, version, path, aff_id, sub1, sold_at, at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15) RETURNING entry`,
    { entry: integer },
  ),
  newestPrices: query(
    `SELECT cents FROM sales WHERE source = $1 AND sold = 1 AND cents > 0 ORDER BY at DESC, entry DESC LIMIT $2`,
    { cents: integer },
  ),
  arrivedBy: query(
    `SELECT channel, path, aff_id, sub1 FROM arrivals JOIN channels USING (channel)
     WHERE session = $1 AND arrival = $2`,
    { channel: integer, path: text, aff_id: text, sub1: text },
  ),
  waiting: query(
    `SELECT entry, external_id, delivery, sessions.uuid AS session_uuid, offer, cents, return_id,
       note_reason, note_words, note_by
     FROM unbooked LEFT JOIN sessions USING (session)
     WHERE state = 'waiting' AND source = $1 AND (external_id = $2 OR delivery = $3)
     ORDER BY CASE WHEN note_by IS NULL THEN 1 ELSE 0 END, entry`,
    {
      entry: integer,
      external_id: textOrNull,
      delivery: integerOrNull,
      session_uuid: textOrNull,
      offer: textOrNull,
      cents: integerOrNull,
      return_id: textOrNull,
      note_reason: wordOrNull<ReturnNote['reason']>(),
      note_words: textOrNull,
      note_by: textOrNull,
    },
  ),
  // Words that may be about a person stay only while they wait for a sale to belong to.
  contradict: command(
    `UPDATE unbooked SET state = 'conflict', reason = $1, note_reason = NULL, note_words = NULL, note_by = NULL
     WHERE entry = $2`,
  ),
  // One that a delivery in doubt waits for is settled with it.
  dismiss: command("DELETE FROM unbooked WHERE entry = $1 AND state <> 'probable'"),
  settle: command(
    `UPDATE unbooked
     SET was = state, state = 'settled', settled_as = $2, settled_at = $3, settled_by = $4, booked_as = CAST($5 AS TEXT),
       note_words = CASE WHEN CAST($5 AS TEXT) IS NULL OR note_words IS NULL THEN note_words ELSE '' END
     WHERE entry = $1 AND state <> 'settled'`,
  ),
  isUnbooked: query(
    `SELECT entry FROM unbooked
     WHERE state = $1 AND source = $2 AND external_id IS NOT DISTINCT FROM $3 AND delivery IS NOT DISTINCT FROM $4
       AND returned = $5 AND session IS NOT DISTINCT FROM $6 AND offer IS NOT DISTINCT FROM $7
       AND cents IS NOT DISTINCT FROM $8 AND return_id IS NOT DISTINCT FROM $9`,
    { entry: integer },
  ),
  noteWaiting: command(
    'UPDATE unbooked SET note_reason = $2, note_words = $3, note_by = $4 WHERE entry = $1 AND note_by IS NULL',
  ),
  waits: query("SELECT COUNT(*) AS n FROM unbooked WHERE state = 'waiting' AND source = $1", { n: integer }),
  keepUnbooked: command(
    `INSERT INTO unbooked
       (state, source, external_id, delivery, returned, session, offer, cents, reason, at, note_reason, note_words,
        note_by, return_id, arrival, ours_cents)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`,
  ),
  trimConflicts: command(
    "DELETE FROM unbooked WHERE state IN ('conflict', 'far_off') AND entry <= (SELECT MAX(entry) FROM unbooked) - $1",
  ),
  unbooked: query(
    `SELECT entry, unbooked.state AS state, source, unbooked.external_id AS external_id, key, returned,
       sessions.uuid AS session_uuid, unbooked.offer AS offer, cents, ours_cents, reason, unbooked.at AS at
     FROM unbooked LEFT JOIN sessions ON sessions.session = unbooked.session
       LEFT JOIN outbox ON outbox.delivery = unbooked.delivery
     WHERE unbooked.state <> 'settled'
     ORDER BY entry DESC LIMIT $1`,
    {
      entry: integer,
      state: word<Unbooked['state']>(),
      source: text,
      external_id: textOrNull,
      key: textOrNull,
      returned: flag,
      session_uuid: textOrNull,
      offer: textOrNull,
      cents: integerOrNull,
      ours_cents: integerOrNull,
      reason: text,
      at: integer,
    },
  ),
  isSource: query(
    `SELECT 1 AS is_source WHERE EXISTS (SELECT 1 FROM sales WHERE source = $1)
       OR EXISTS (SELECT 1 FROM outbox WHERE buyer = $1)`,
    { is_source: integer },
  ),
  ledger: query(
    `SELECT path, source, offer,
       SUM(CASE WHEN kind = 'sale' THEN sold ELSE 0 END) AS sales,
       SUM(CASE WHEN kind = 'return' THEN 0 ELSE cents END) AS gross_cents,
       SUM(CASE WHEN kind = 'return' THEN -sold ELSE 0 END) AS returns,
       SUM(CASE WHEN kind = 'return' THEN -cents ELSE 0 END) AS returned_cents,
       SUM(cents) AS net_cents
     FROM ${LEDGER_SQL} AS ledger WHERE (path = $1 OR $1 IS NULL) AND at >= $2 AND at <= $3
     GROUP BY path, source, offer ORDER BY path, source, offer`,
    {
      path: text,
      source: text,
      offer: text,
      sales: integer,
      gross_cents: integer,
      returns: integer,
      returned_cents: integer,
      net_cents: integer,
    },
  ),
}

export const ledgerNoun = {
  writes: ofAll({ dismissUnbooked }),
  writesInContext: {
    ...ofSubjects(
      { sell: (context: WriteContext, sale: Sale) => sell(context, sale) },
      ({ source, session_uuid }: Sale) => [{ of: 'sale', source, session_uuid }],
    ),
    ...ofSubjects({ returnSale }, ({ source, external_id, key }: ReturnReport) => [
      { of: 'return', source, external_id, key },
    ]),
  },
  reads: { unbooked, judgeReturn, judgeReturns, isSource, ledger },
  sql: ledgerSql,
}
