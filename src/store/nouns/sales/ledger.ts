import type { LedgerLine, Unbooked } from '../../../../schemas/commands/selling.ts'
import { keepPixelEvents } from '../pixels/pixelEvents.ts'
import type { ReturnNote, ReturnReport, ReturnVerdict, Sale, Sold } from './saleTypes.ts'
import { sessionRow } from '../sessions/counting.ts'
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
import { difference, dollars, judgeReport, keyOfOther, type Judgment, type Report } from './ledgerJudge.ts'
import { ofAll, ofSubjects } from '../../kernel/writeScopes.ts'

/** Books a sale or its return, once. A return that came before its sale is booked in the sale's transaction. `delivery`: the one that sold
 *  the lead. */
export function* sell(context: WriteContext, sale: Sale, delivery?: number): Rule<Sold> {
  const report = { ...sale, key: null }
  const judgment = yield* judgeReport(report)
  const { outcome } = judgment
  if (outcome === 'known') return 'known'
  if (outcome === 'waits') return (yield* keepAside(report, judgment, sale.at)) ? 'waits' : 'full'
  if (outcome !== 'new') {
    yield* keepAside(report, judgment, sale.at)
    return 'conflict'
  }
  if (isTooHigh(sale)) {
    yield* keepAside(report, { ...judgment, outcome: 'conflict', reason: tooHigh(sale) }, sale.at)
    return 'too_high'
  }
  yield* book(context, sale)
  if (!sale.returned) yield* bookWaiting(context, sale, delivery)
  return 'new'
}

const isTooHigh = ({ returned, cents, mostCents = Infinity }: Sale) => !returned && cents > mostCents

const tooHigh = ({ cents, mostCents = 0 }: Sale) =>
  `The price of ${dollars(cents)} is above the limit of ${dollars(mostCents)}, so it wasn't booked.`

/** Books a buyer's return. */
function* returnSale(context: WriteContext, report: ReturnReport): Rule<ReturnVerdict> {
  const { at } = report
  const reported = asReport(report)
  const judgment = yield* judgeReport(reported)
  const verdict = returnVerdict(judgment)
  if (judgment.outcome === 'new') {
    const sale = { ...judgment.sale!, source: report.source, returned: true, at }
    const booked = yield* book(context, sale)
    if (report.note) yield* keepReturnNote(booked, report.note)
  }
  const isAside = judgment.outcome === 'waits' || judgment.outcome === 'conflict'
  return isAside && !(yield* keepAside({ ...reported, note: report.note }, judgment, at))
    ? { ...verdict, outcome: 'full' }
    : verdict
}

/** Result that `returnSale` would have, without doing it. */
function* judgeReturn(report: ReturnReport): Rule<ReturnVerdict> {
  return returnVerdict(yield* judgeReport(asReport(report)))
}

function asReport({ source, external_id, key, cents }: ReturnReport): Report {
  return { source, external_id, key, cents, returned: true, session_uuid: null, offer: null }
}

/** A judgment in the form reported to the caller of a return. */
function returnVerdict({ outcome, reason, sale }: Judgment): ReturnVerdict {
  return { outcome: outcome === 'new' ? 'returned' : outcome, reason, sale }
}

/** Writes an entry of the ledger. Sales never change; a return is a separate entry that subtracts the same amount. */
function* book({ tally }: WriteContext, sale: Sale): Rule<{ entry: number; session: number }> {
  const { session_uuid, arrival, offer, source, external_id, cents, returned, pixelEvents = [], at } = sale
  // Locks its language until the sale is counted under it.
  yield* all(ledgerSql.keepSession, session_uuid)
  const row = yield* sessionRow(session_uuid)
  const words = returned
    ? yield* one(ledgerSql.soldBy, source, external_id)
    : arrival !== undefined && (yield* one(ledgerSql.arrivedBy, row.session, arrival))
  if (words) Object.assign(row, words)
  const sold = returned ? -1 : 1
  const { session, version, path, aff_id, sub1 } = row
  const money = sold * cents
  const { entry } = yield* only(
    ledgerSql.sell,
    session,
    offer,
    source,
    external_id,
    sold,
    money,
    version,
    path,
    aff_id,
    sub1,
    at,
  )
  if (!returned) yield* keepPixelEvents(session, pixelEvents, { at, sale: entry, arrival })
  yield* keepWebhookMessages(session, { kind: returned ? 'return' : 'sale', offer, sale: entry }, at)
  tally.add(row, { offer, at }, { [returned ? 'returned' : 'sold']: 1, cents: money })
  return { entry, session }
}

/** Books the returns that waited for a sale, now that it exists. Contradicting ones are left to the operator. */
function* bookWaiting(context: WriteContext, sale: Sale, delivery: number | undefined): Rule<void> {
  const { source, external_id } = sale
  const waiting = yield* all(ledgerSql.waiting, source, external_id, delivery ?? null)
  const agreeing: typeof waiting = []
  for (const one of waiting) {
    const isOther = [
      one.external_id !== null && one.external_id !== external_id,
      one.delivery !== null && delivery !== undefined && one.delivery !== delivery,
    ].some(Boolean)
    const wrong = isOther ? keyOfOther(external_id) : difference(one, sale)
    if (wrong) yield* run(ledgerSql.contradict, wrong, one.entry)
    else agreeing.push(one)
  }
  if (agreeing.length === 0) return
  const booked = yield* book(context, { ...sale, returned: true })
  const noted = agreeing.find(({ note_by }) => note_by !== null)
  if (noted)
    yield* keepReturnNote(booked, {
      reason: noted.note_reason!,
      words: noted.note_words!,
      by: noted.note_by!,
    })
  for (const { entry } of agreeing) yield* run(ledgerSql.dismiss, entry)
}

/** Saves a report that wasn't booked, once, with the first note. False if no more can wait. */
function* keepAside(
  report: Report & { note?: ReturnNote | undefined },
  { outcome, reason, delivery }: Judgment,
  at: number,
): Rule<boolean> {
  const state = outcome === 'waits' ? 'waiting' : 'conflict'
  const { source, external_id, returned, session_uuid, offer, cents } = report
  const session = session_uuid === null ? null : (yield* sessionRow(session_uuid)).session
  const known = [state, source, external_id, delivery, Number(returned), session, offer, cents] as const
  const note = state === 'waiting' ? report.note : undefined
  const why = [note?.reason ?? null, note?.words ?? null, note?.by ?? null] as const
  const kept = yield* one(ledgerSql.isUnbooked, ...known)
  if (kept) {
    if (note) yield* run(ledgerSql.noteWaiting, kept.entry, ...why)
    return true
  }
  if (state === 'waiting' && (yield* only(ledgerSql.waits, source)).n >= WAITING_PER_SOURCE) return false
  yield* run(ledgerSql.keepUnbooked, ...known, reason, at, ...why)
  yield* run(ledgerSql.trimConflicts, CONFLICTS_KEPT)
  return true
}

/** Limit for a buyer that mistakenly reports thousands of its own IDs that were never sold. */
const WAITING_PER_SOURCE = 10_000
const CONFLICTS_KEPT = 10_000

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

/** Gross and net by path, source and offer, in this order. `path` is null for all. Both ends inclusive. */
const ledger = ({ path, from, to }: { path: string | null; from: number; to: number }): Rule<LedgerLine[]> =>
  all(ledgerSql.ledger, path, from, to)

const ledgerSql = {
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
  // A return counts for its sale's click.
  soldBy: query('SELECT path, aff_id, sub1 FROM sales WHERE source = $1 AND external_id = $2 AND sold = 1', {
    path: text,
    aff_id: text,
    sub1: text,
  }),
  arrivedBy: query(
    `SELECT path, aff_id, sub1 FROM arrivals JOIN channels USING (channel)
     WHERE session = $1 AND arrival = $2`,
    { path: text, aff_id: text, sub1: text },
  ),
  waiting: query(
    `SELECT entry, external_id, delivery, sessions.uuid AS session_uuid, offer, cents, note_reason,
       note_words, note_by
     FROM unbooked LEFT JOIN sessions USING (session)
     WHERE state = 'waiting' AND source = $1 AND (external_id = $2 OR delivery = $3) ORDER BY entry`,
    {
      entry: integer,
      external_id: textOrNull,
      delivery: integerOrNull,
      session_uuid: textOrNull,
      offer: textOrNull,
      cents: integerOrNull,
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
  isUnbooked: query(
    `SELECT entry FROM unbooked
     WHERE state = $1 AND source = $2 AND external_id IS NOT DISTINCT FROM $3 AND delivery IS NOT DISTINCT FROM $4
       AND returned = $5 AND session IS NOT DISTINCT FROM $6 AND offer IS NOT DISTINCT FROM $7
       AND cents IS NOT DISTINCT FROM $8`,
    { entry: integer },
  ),
  noteWaiting: command(
    'UPDATE unbooked SET note_reason = $2, note_words = $3, note_by = $4 WHERE entry = $1 AND note_by IS NULL',
  ),
  waits: query("SELECT COUNT(*) AS n FROM unbooked WHERE state = 'waiting' AND source = $1", { n: integer }),
  keepUnbooked: command(
    `INSERT INTO unbooked
       (state, source, external_id, delivery, returned, session, offer, cents, reason, at, note_reason, note_words,
        note_by)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
  ),
  trimConflicts: command(
    "DELETE FROM unbooked WHERE state = 'conflict' AND entry <= (SELECT MAX(entry) FROM unbooked) - $1",
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
       SUM(CASE sold WHEN 1 THEN 1 ELSE 0 END) AS sales, SUM(CASE sold WHEN 1 THEN cents ELSE 0 END) AS gross_cents,
       SUM(CASE sold WHEN 1 THEN 0 ELSE 1 END) AS returns, SUM(CASE sold WHEN 1 THEN 0 ELSE -cents END) AS returned_cents,
       SUM(cents) AS net_cents
     FROM sales WHERE (path = $1 OR $1 IS NULL) AND at >= $2 AND at <= $3
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
  reads: { unbooked, judgeReturn, isSource, ledger },
  sql: ledgerSql,
}
