import { contactHash } from '../privacy/person.ts'
import { knownSecret } from '../../kernel/secrets.ts'
import { all, integer, integerOrNull, query, text, textOrNull, type Rule } from '../../kernel/statement.ts'

/** A sale to compare with a buyer's statement. */
export interface LedgerSale {
  entry: number
  external_id: string
  /** Key under which its lead was posted; null for a sale without a lead. */
  key: string | null
  offer: string
  at: number
  cents: number
  /** Time of its return; null if none. */
  returned_at: number | null
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

/** A page of a buyer's sales and returns, by time. Both ends inclusive. */
export interface BookedAsked {
  source: string
  from: number
  to: number
  /** Last entry of the previous page; null for the first page. */
  after: Pick<BookedEntry, 'booked_at' | 'booked'> | null
  limit: number
}

/** An entry of the ledger, which is a sale or its return, with its sale. */
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
      if (rows.length > 0) sales = { by, sales: rows }
    }
    found.push(sales)
  }
  return found
}

/** A page of a buyer's sales and returns, oldest first. */
const bookedEntries = ({ source, from, to, after, limit }: BookedAsked): Rule<BookedEntry[]> =>
  all(statedSql.page, source, after?.booked_at ?? from, after?.booked ?? 0, to, limit)

const COLUMNS = {
  entry: integer,
  external_id: text,
  key: textOrNull,
  offer: text,
  at: integer,
  cents: integer,
  returned_at: integerOrNull,
}

const SALE = `sales.entry AS entry, sales.external_id AS external_id, outbox.key AS key, sales.offer AS offer,
  sales.at AS at, sales.cents AS cents, back.at AS returned_at`

const RETURN = `LEFT JOIN sales AS back ON back.source = sales.source AND back.external_id = sales.external_id
  AND back.sold = -1`

const DELIVERY = `LEFT JOIN outbox ON outbox.session = sales.session AND outbox.offer = sales.offer
  AND outbox.buyer = sales.source AND outbox.external_id = sales.external_id`

const SALE_OF_DELIVERY = `JOIN sales ON sales.source = outbox.buyer AND sales.external_id = outbox.external_id
  AND sales.sold = 1`

const statedSql = {
  byId: query(
    `SELECT ${SALE} FROM sales ${DELIVERY} ${RETURN}
     WHERE sales.source = $1 AND sales.external_id = $2 AND sales.sold = 1`,
    COLUMNS,
  ),
  byKey: query(
    `SELECT ${SALE} FROM outbox ${SALE_OF_DELIVERY} ${RETURN} WHERE outbox.buyer = $1 AND outbox.key = $2`,
    COLUMNS,
  ),
  byPerson: query(
    `SELECT ${SALE} FROM people JOIN outbox ON outbox.delivery = people.delivery ${SALE_OF_DELIVERY} ${RETURN}
     WHERE people.buyer = $1 AND people.who = $2 AND people.sold_at IS NOT NULL ORDER BY sales.at, sales.entry`,
    COLUMNS,
  ),
  page: query(
    ({ useIndex }) => `SELECT ${SALE}, booked.entry AS booked, booked.at AS booked_at
     FROM sales AS booked ${useIndex('sales_by_time')}
       JOIN sales ON sales.source = booked.source AND sales.external_id = booked.external_id AND sales.sold = 1
       ${DELIVERY} ${RETURN}
     WHERE booked.source = $1 AND (booked.at, booked.entry) > ($2, $3) AND booked.at <= $4
     ORDER BY booked.at, booked.entry LIMIT $5`,
    { ...COLUMNS, booked: integer, booked_at: integer },
  ),
}

export const statedNoun = {
  reads: { statedSales, bookedEntries },
  sql: statedSql,
}
