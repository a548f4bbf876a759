import type { DatabaseSync } from 'node:sqlite'
import type { ReturnReport, ReturnVerdict, Sale, Sold } from '../records.ts'
import { prepare } from '../engines/sqlite/file.ts'
import { difference, keyOfOther, openLedgerJudge, type Judgement, type Report } from './ledgerJudge.ts'
import type { Counted, Tally } from '../totals/tally.ts'

interface LedgerWrites {
  /** `delivery`: the one by which the lead was sold. */
  sell: (sale: Sale, delivery?: number) => Sold
  returnSale: (report: ReturnReport) => ReturnVerdict
  dismissUnbooked: (entry: number) => boolean
}

type SessionRow = Counted & { session: number; sub1: string }

/** The writes of the ledger, to be called within a transaction. A sale is never changed: a return is an entry of its own
 *  that takes back as much. */
export function ledgerWrites(
  db: DatabaseSync,
  tally: Tally,
  sessionRow: (uuid: string) => SessionRow,
): LedgerWrites {
  const judge = openLedgerJudge(db)
  const sql = statements(db)

  function book({ session_uuid, arrival, offer, source, external_id, cents, returned, at }: Sale): void {
    const row = { ...sessionRow(session_uuid) }
    const words = returned
      ? sql.soldBy.get(source, external_id)
      : arrival !== undefined && sql.arrivedBy.get(row.session, arrival)
    if (words) Object.assign(row, words)
    const sold = returned ? -1 : 1
    const { session, version, path, aff_id, sub1 } = row
    const money = sold * cents
    sql.sell.run(session, offer, source, external_id, sold, money, version, path, aff_id, sub1, at)
    tally.add(row, { offer, at }, { [returned ? 'returned' : 'sold']: 1, cents: money })
  }

  /** Books the returns that waited for a sale, now that there is one. What contradicts it is left to the operator. */
  function bookWaiting(sale: Sale, delivery: number | undefined): void {
    const { source, external_id } = sale
    const waiting = sql.waiting.all(source, external_id, delivery ?? null) as unknown as Waiting[]
    let isReturned = false
    for (const one of waiting) {
      const isOther = [
        one.external_id !== null && one.external_id !== external_id,
        one.delivery !== null && delivery !== undefined && one.delivery !== delivery,
      ].some(Boolean)
      const wrong = isOther ? keyOfOther(external_id) : difference(one, sale)
      if (wrong) sql.contradict.run(wrong, one.entry)
      else {
        if (!isReturned) book({ ...sale, returned: true })
        isReturned = true
        sql.dismiss.run(one.entry)
      }
    }
  }

  /** Keeps what was not booked, once. False when no more can wait. */
  function keepAside(report: Report, { outcome, reason, delivery }: Judgement, at: number): boolean {
    const state = outcome === 'waits' ? 'waiting' : 'conflict'
    const { source, external_id, returned, session_uuid, offer, cents } = report
    const session = session_uuid === null ? null : sessionRow(session_uuid).session
    const known = [state, source, external_id, delivery, Number(returned), session, offer, cents] as const
    if (sql.isUnbooked.get(...known)) return true
    if (state === 'waiting' && Number(sql.waits.get(source)?.['n']) >= WAITING_PER_SOURCE) return false
    sql.keepUnbooked.run(...known, reason, at)
    sql.trimConflicts.run(CONFLICTS_KEPT)
    return true
  }

  return {
    sell(sale, delivery) {
      const report = { ...sale, key: null }
      const judgement = judge(report)
      const { outcome } = judgement
      if (outcome === 'known') return 'known'
      if (outcome === 'waits') return keepAside(report, judgement, sale.at) ? 'waits' : 'full'
      if (outcome !== 'new') {
        keepAside(report, judgement, sale.at)
        return 'conflict'
      }
      book(sale)
      if (!sale.returned) bookWaiting(sale, delivery)
      return 'new'
    },

    returnSale({ source, external_id, key, cents, at }) {
      const report = { source, external_id, key, cents, returned: true, session_uuid: null, offer: null }
      const judgement = judge(report)
      const verdict = returnVerdict(judgement)
      if (judgement.outcome === 'new') book({ ...judgement.sale!, source, returned: true, at })
      const isAside = judgement.outcome === 'waits' || judgement.outcome === 'conflict'
      return isAside && !keepAside(report, judgement, at) ? { ...verdict, outcome: 'full' } : verdict
    },

    dismissUnbooked: (entry) => sql.dismiss.run(entry).changes === 1,
  }
}

/** A judgement as whoever asks for a return is told of it. */
export function returnVerdict({ outcome, reason, sale }: Judgement): ReturnVerdict {
  return { outcome: outcome === 'new' ? 'returned' : outcome, reason, sale }
}

interface Waiting {
  entry: number
  external_id: string | null
  delivery: number | null
  session_uuid: string | null
  offer: string | null
  cents: number | null
}

/** A buyer that reports ids of its own by the thousand, none of which was sold, is mistaken. */
const WAITING_PER_SOURCE = 10_000
const CONFLICTS_KEPT = 10_000

function statements(db: DatabaseSync) {
  return {
    sell: prepare(
      db,
      `INSERT INTO sales
         (session, offer, source, external_id, sold, cents, version, path, aff_id, sub1, at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    ),
    // A return counts for the click of its sale.
    soldBy: prepare(
      db,
      'SELECT path, aff_id, sub1 FROM sales WHERE source = $1 AND external_id = $2 AND sold = 1',
    ),
    arrivedBy: prepare(
      db,
      `SELECT path, aff_id, sub1 FROM arrivals JOIN channels USING (channel)
       WHERE session = $1 AND arrival = $2`,
    ),
    waiting: prepare(
      db,
      `SELECT entry, external_id, delivery, sessions.uuid AS session_uuid, offer, cents
       FROM unbooked LEFT JOIN sessions USING (session)
       WHERE state = 'waiting' AND source = $1 AND (external_id = $2 OR delivery = $3) ORDER BY entry`,
    ),
    contradict: prepare(db, "UPDATE unbooked SET state = 'conflict', reason = $1 WHERE entry = $2"),
    dismiss: prepare(db, 'DELETE FROM unbooked WHERE entry = $1'),
    isUnbooked: prepare(
      db,
      `SELECT 1 FROM unbooked
       WHERE state = $1 AND source = $2 AND external_id IS $3 AND delivery IS $4 AND returned = $5
         AND session IS $6 AND offer IS $7 AND cents IS $8`,
    ),
    waits: prepare(db, "SELECT COUNT(*) AS n FROM unbooked WHERE state = 'waiting' AND source = $1"),
    keepUnbooked: prepare(
      db,
      `INSERT INTO unbooked
         (state, source, external_id, delivery, returned, session, offer, cents, reason, at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    ),
    trimConflicts: prepare(
      db,
      `DELETE FROM unbooked WHERE state = 'conflict' AND entry <= (SELECT MAX(entry) FROM unbooked) - $1`,
    ),
  }
}
