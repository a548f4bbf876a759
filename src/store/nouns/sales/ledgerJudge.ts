import { newYorkDate } from '../../../time/newYorkDay.ts'
import type { BookedSale } from './saleTypes.ts'
import { integer, integerOrNull, one, query, text, textOrNull, type Rule } from '../../kernel/statement.ts'

/** A reported sale or return. Values that the report doesn't have are null; a buyer may name a lead by its own ID, by our key, or by
 *  both. */
export interface Report {
  source: string
  external_id: string | null
  /** Key of the delivery that sold the lead. */
  key: string | null
  returned: boolean
  session_uuid: string | null
  offer: string | null
  cents: number | null
}

export interface Judgment {
  outcome: 'new' | 'known' | 'waits' | 'conflict' | 'unknown'
  /** Reason that it isn't booked; null if it is or was. */
  reason: string | null
  /** The ledger's entry under this ID. */
  sale: BookedSale | null
  /** The delivery that the key names. */
  delivery: number | null
}

/** Checks a report against the ledger without changing anything; a preview gives the same result as applying it. */
export function* judgeReport(report: Report): Rule<Judgment> {
  const { source, key, returned } = report
  const sent = key === null ? null : yield* one(judgeSql.delivery, key, source)
  const judged = (outcome: Judgment['outcome'], more: Partial<Judgment> = {}): Judgment => ({
    outcome,
    reason: null,
    sale: null,
    delivery: sent?.delivery ?? null,
    ...more,
  })
  if (key !== null && !sent)
    return judged('unknown', { reason: 'No lead was posted to this buyer under this key.' })
  const id = report.external_id ?? sent?.external_id ?? null
  const sale = id === null ? null : yield* one(judgeSql.sale, source, id, 1)
  const boughtAs = sent?.external_id ?? id
  if (boughtAs !== id) return judged('conflict', { reason: keyOfOther(boughtAs!), sale })
  if (!sale) {
    if (!returned) return judged('new')
    const waiting = yield* one(judgeSql.waiting, source, id, sent?.delivery ?? null)
    const wrong = waiting && difference(report, waiting)
    if (wrong) return judged('conflict', { reason: `A return of this id waits already. ${wrong}` })
    const since = waiting && `A return of it waits already, since ${newYorkDate(waiting.at)}.`
    return judged('waits', { reason: since ?? 'There is no sale of it yet: the return waits for it.' })
  }
  const named = sent ? { ...report, session_uuid: sent.session_uuid, offer: sent.offer } : report
  const wrong = difference(named, sale)
  if (wrong) return judged('conflict', { reason: wrong, sale })
  const isKnown = !returned || (yield* one(judgeSql.sale, source, sale.external_id, -1)) !== null
  return judged(isKnown ? 'known' : 'new', { sale })
}

export const judgeSql = {
  sale: query(
    `SELECT external_id, sessions.uuid AS session_uuid, offer, cents, sales.at AS at
     FROM sales JOIN sessions USING (session) WHERE source = $1 AND external_id = $2 AND sold = $3`,
    { external_id: text, session_uuid: text, offer: text, cents: integer, at: integer },
  ),
  delivery: query(
    `SELECT delivery, sessions.uuid AS session_uuid, offer, external_id
     FROM outbox JOIN sessions USING (session) WHERE key = $1 AND buyer = $2`,
    { delivery: integer, session_uuid: text, offer: text, external_id: textOrNull },
  ),
  waiting: query(
    `SELECT sessions.uuid AS session_uuid, offer, cents, unbooked.at AS at
     FROM unbooked LEFT JOIN sessions USING (session)
     WHERE state = 'waiting' AND source = $1 AND external_id IS NOT DISTINCT FROM $2
       AND delivery IS NOT DISTINCT FROM $3 ORDER BY entry LIMIT 1`,
    { session_uuid: textOrNull, offer: textOrNull, cents: integerOrNull, at: integer },
  ),
}

/** Problem of a return whose buyer ID and key name different leads. */
export function keyOfOther(boughtAs: string): string {
  return `The id and the key name two leads: under this key the buyer bought ${boughtAs}.`
}

/** Contradiction between a report and the entry under its ID, as a sentence; null if there is none. A value that one of them lacks
 *  doesn't contradict. */
export function difference(
  report: Pick<Report, 'session_uuid' | 'offer' | 'cents'>,
  kept: Pick<Report, 'session_uuid' | 'offer' | 'cents'>,
): string | null {
  const differs = <K extends 'session_uuid' | 'offer' | 'cents'>(member: K) =>
    report[member] !== null && kept[member] !== null && report[member] !== kept[member]
  const wrong = [
    differs('cents') && `the amount is ${dollars(report.cents!)}, and not ${dollars(kept.cents!)}`,
    differs('offer') && `the offer is ${report.offer}, and not ${kept.offer}`,
    differs('session_uuid') && `the session is ${report.session_uuid}, and not ${kept.session_uuid}`,
  ].filter((words) => words !== false)
  return wrong.length === 0 ? null : `It differs from what is kept under this id: ${wrong.join('; ')}.`
}

export function dollars(cents: number): string {
  return `$${(cents / 100).toFixed(2)}`
}
