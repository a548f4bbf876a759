import { contactHash } from '../privacy/person.ts'
import { knownSecret } from '../../kernel/secrets.ts'
import { all, integer, query, text, textOrNull, word, type Rule } from '../../kernel/statement.ts'
import type { LedgerEntry } from './ledgerEntries.ts'
import { LEDGER_SQL } from '../../kernel/ledgerSql.ts'

/** A sale to compare with a buyer's statement. */
export interface LedgerSale {
  entry: number
  external_id: string
  /** Key under which its lead was posted; null for a sale without a lead. */
  key: string | null
  offer: string
  at: number
  cents: number
  /** Its other entries: returns of all of it or of a part, corrections of its amount, and reversals. */
  changes: Pick<LedgerEntry, 'kind' | 'cents' | 'at'>[]
}

/** IDs by which a line of a statement names a lead. Missing ones are null. */
export interface SaleNames {
  id: string | null
  key: string | null
  phone: string | null
}

/** Sales that a line may mean, and the name that found them: the first of id, key and phone that finds any. */
export interface SalesFound {
  by: keyof SaleNames
  sales: LedgerSale[]
}

/** A page of a buyer's entries, by time. Both ends inclusive. */
export interface BookedAsked {
  source: string
  from: number
  to: number
  /** Last entry of the previous page; null for the first page. */
  after: Pick<BookedEntry, 'booked_at' | 'booked'> | null
  limit: number
}

/** An entry of the ledger, with its sale. */
export interface BookedEntry extends LedgerSale {
  booked: number
  booked_at: number
}

/** Sales that each line of a buyer's statement may mean; null if none is known. */
function* statedSales(source: string, lines: readonly SaleNames[]): Rule<(SalesFound | null)[]> {
  const people = yield* knownSecret('people')
  const found: (SalesFound | null)[] = []
  for (const { id, key, phone } of lines) {
    const who = people === null || phone === null ? null : contactHash(people, { kind: 'phone', text: phone })
    const names = [
      ['id', statedSql.byId, id],
      ['key', statedSql.byKey, key],
      ['phone', statedSql.byPerson, who],
    ] as const
    let sales: SalesFound | null = null
    for (const [by, statement, name] of names) {
      if (sales || name === null) continue
      const rows = yield* all(statement, source, name)
      if (rows.length > 0) sales = { by, sales: yield* withChanges(source, rows) }
    }
    found.push(sales)
  }
  return found
}

/** A page of a buyer's entries, oldest first. */
function* bookedEntries({ source, from, to, after, limit }: BookedAsked): Rule<BookedEntry[]> {
  const place = [after?.booked_at ?? from, after?.booked ?? 0] as const
  return yield* withChanges(source, yield* all(statedSql.page, source, ...place, to, limit))
}

/** Adds the other entries of each sale. */
function* withChanges<T extends Omit<LedgerSale, 'changes'>>(
  source: string,
  sales: readonly T[],
): Rule<(T & Pick<LedgerSale, 'changes'>)[]> {
  const ids = JSON.stringify([...new Set(sales.map(({ external_id }) => external_id))])
  const found = sales.length === 0 ? [] : yield* all(statedSql.changes, source, ids)
  const changes = Map.groupBy(found, ({ external_id }) => external_id)
  return sales.map((sale) => ({
    ...sale,
    changes: (changes.get(sale.external_id) ?? []).map(({ kind, cents, at }) => ({ kind, cents, at })),
  }))
}

const COLUMNS = {
  entry: integer,
  external_id: text,
  key: textOrNull,
  offer: text,
  at: integer,
  cents: integer,
}

const SALE = `sales.entry AS entry, sales.external_id AS external_id, outbox.key AS key, sales.offer AS offer,
  sales.at AS at, sales.cents AS cents`

const DELIVERY = `LEFT JOIN outbox ON outbox.session = sales.session AND outbox.offer = sales.offer
  AND outbox.buyer = sales.source AND outbox.external_id = sales.external_id`

const SALE_OF_DELIVERY = `JOIN sales ON sales.source = outbox.buyer AND sales.external_id = outbox.external_id
  AND sales.sold = 1`

const statedSql = {
  byId: query(
    `SELECT ${SALE} FROM sales ${DELIVERY}
     WHERE sales.source = $1 AND sales.external_id = $2 AND sales.sold = 1`,
    COLUMNS,
  ),
  byKey: query(
    `SELECT ${SALE} FROM outbox ${SALE_OF_DELIVERY} WHERE outbox.buyer = $1 AND outbox.key = $2`,
    COLUMNS,
  ),
  byPerson: query(
    `SELECT ${SALE} FROM people JOIN outbox ON outbox.delivery = people.delivery ${SALE_OF_DELIVERY}
     WHERE people.buyer = $1 AND people.who = $2 AND people.sold_at IS NOT NULL ORDER BY sales.at, sales.entry`,
    COLUMNS,
  ),
  page: query(
    `SELECT ${SALE}, booked.entry AS booked, booked.at AS booked_at
     FROM (
       SELECT entry, at, source, external_id FROM ${LEDGER_SQL} AS ledger
       WHERE source = $1 AND (at, entry) > ($2, $3) AND at <= $4 ORDER BY at, entry LIMIT $5
     ) AS booked
       JOIN sales ON sales.source = booked.source AND sales.external_id = booked.external_id AND sales.sold = 1
       ${DELIVERY}
     ORDER BY booked.at, booked.entry`,
    { ...COLUMNS, booked: integer, booked_at: integer },
  ),
  changes: query(
    ({ textsIn }) => `SELECT external_id, kind, cents, at FROM ${LEDGER_SQL} AS ledger
     WHERE source = $1 AND external_id IN ${textsIn('$2')} AND ref <> '' ORDER BY at, entry`,
    { external_id: text, kind: word<LedgerEntry['kind']>(), cents: integer, at: integer },
  ),
}

export const statedNoun = {
  reads: { statedSales, bookedEntries },
  sql: statedSql,
}
