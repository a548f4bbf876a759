import { newYorkDate } from '../../../time/newYorkDay.ts'
import type { BookedSale } from './saleTypes.ts'
import {
  all,
  integer,
  integerOrNull,
  one,
  query,
  text,
  textOrNull,
  type Rule,
} from '../../kernel/statement.ts'
import {
  balanceOf,
  dollars,
  entriesUnder,
  plannedReturn,
  type Change,
  type LedgerEntry,
} from './ledgerEntries.ts'

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
  return_id?: string | null
  leftSeen?: number | undefined
}

export interface Judgment {
  outcome: 'new' | 'known' | 'waits' | 'conflict' | 'unknown'
  /** Reason that it isn't booked; null if it is or was. */
  reason: string | null
  /** The ledger's sale under this ID. */
  sale: BookedSale | null
  /** Entry that a new return makes. */
  change: Change | null
  /** The delivery that the key names. */
  delivery: number | null
}

/** Checks a report against the ledger without changing anything; a preview gives the same result as applying it. `assumed`: entries that
 *  a preview books before this one. */
export function* judgeReport(report: Report, assumed: readonly LedgerEntry[] = []): Rule<Judgment> {
  const { source, key, returned } = report
  const sent = key === null ? null : yield* one(judgeSql.delivery, key, source)
  const judged = (outcome: Judgment['outcome'], more: Partial<Judgment> = {}): Judgment => ({
    outcome,
    reason: null,
    sale: null,
    change: null,
    delivery: sent?.delivery ?? null,
    ...more,
  })
  if (key !== null && !sent)
    return judged('unknown', { reason: 'No lead was posted to this buyer with this key.' })
  const id = report.external_id ?? sent?.external_id ?? null
  const kept = id === null ? null : yield* one(judgeSql.sale, source, id)
  const boughtAs = sent?.external_id ?? id
  if (!kept) {
    if (boughtAs !== id) return judged('conflict', { reason: keyOfOther(boughtAs!) })
    return returned ? judged(...(yield* waitingOutcome(report, id, sent?.delivery ?? null))) : judged('new')
  }
  const entries = returned ? [...(yield* entriesUnder(source, kept.external_id)), ...assumed] : []
  const sale = returned ? bookedSale(kept, entries) : { ...kept, left: kept.cents }
  if (boughtAs !== id) return judged('conflict', { reason: keyOfOther(boughtAs!), sale })
  const named = sent ? { ...report, session_uuid: sent.session_uuid, offer: sent.offer } : report
  const wrong = difference(returned ? { ...named, cents: null } : named, kept)
  if (wrong) return judged('conflict', { reason: wrong, sale })
  if (!returned) return judged('known', { sale })
  const { cents, return_id = null, leftSeen } = report
  const plan = plannedReturn(entries, { cents, return_id, leftSeen })
  if ('refused' in plan) return judged('conflict', { reason: plan.refused, sale })
  return 'known' in plan ? judged('known', { sale }) : judged('new', { sale, change: plan.change })
}

/** Outcome of a return whose sale isn't booked: it waits, unless it contradicts one that waits already. */
function* waitingOutcome(
  report: Report,
  id: string | null,
  delivery: number | null,
): Rule<[Judgment['outcome'], Partial<Judgment>]> {
  const { return_id = null, cents } = report
  const waiting = yield* all(judgeSql.waiting, report.source, id, delivery)
  for (const one of waiting) {
    const wrong = difference({ ...report, cents: null }, one)
    if (wrong) return ['conflict', { reason: `A return with this ID is already waiting. ${wrong}` }]
  }
  const isSame = (one: (typeof waiting)[number]) =>
    one.return_id === return_id && (one.cents === null || cents === null || one.cents === cents)
  const same = waiting.find(isSame)
  const since = same && `A return of it has been waiting since ${newYorkDate(same.at)}.`
  return ['waits', { reason: since ?? 'Its sale isn’t known yet, so the return waits for it.' }]
}

type KeptSale = Omit<BookedSale, 'left'>

/** A sale with its amount and with what is left of it. */
export function bookedSale(
  { external_id, session_uuid, offer, at }: Omit<KeptSale, 'cents'>,
  entries: readonly LedgerEntry[],
): BookedSale {
  const { amount, left } = balanceOf(entries)
  return { external_id, session_uuid, offer, cents: amount, left, at }
}

export const judgeSql = {
  sale: query(
    `SELECT external_id, sessions.uuid AS session_uuid, offer, cents, sales.at AS at
     FROM sales JOIN sessions USING (session) WHERE source = $1 AND external_id = $2 AND sold = 1`,
    { external_id: text, session_uuid: text, offer: text, cents: integer, at: integer },
  ),
  delivery: query(
    `SELECT delivery, sessions.uuid AS session_uuid, offer, external_id
     FROM outbox JOIN sessions USING (session) WHERE key = $1 AND buyer = $2`,
    { delivery: integer, session_uuid: text, offer: text, external_id: textOrNull },
  ),
  waiting: query(
    `SELECT sessions.uuid AS session_uuid, offer, cents, return_id, unbooked.at AS at
     FROM unbooked LEFT JOIN sessions USING (session)
     WHERE state = 'waiting' AND source = $1 AND external_id IS NOT DISTINCT FROM $2
       AND delivery IS NOT DISTINCT FROM $3 ORDER BY entry`,
    {
      session_uuid: textOrNull,
      offer: textOrNull,
      cents: integerOrNull,
      return_id: textOrNull,
      at: integer,
    },
  ),
}

/** Problem of a return whose buyer ID and key name different leads. */
export function keyOfOther(boughtAs: string): string {
  return `The ID and the key belong to two leads. With this key, the buyer bought ${boughtAs}.`
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
    differs('cents') && `the amount is ${dollars(report.cents!)} instead of ${dollars(kept.cents!)}`,
    differs('offer') && `the offer is ${report.offer} instead of ${kept.offer}`,
    differs('session_uuid') && `the session is ${report.session_uuid} instead of ${kept.session_uuid}`,
  ].filter((words) => words !== false)
  return wrong.length === 0 ? null : `It differs from what’s saved with this ID: ${wrong.join('; ')}.`
}
