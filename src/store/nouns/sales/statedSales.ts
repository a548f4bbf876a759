import type { Fields } from '../../../flow/answers/fields.ts'
import { changedShape, KEPT_DIGITS, mayBecome } from '../../../rows/spreadsheetText.ts'
import { contactHash } from '../privacy/person.ts'
import { knownSecret } from '../../kernel/secrets.ts'
import { all, integer, one, query, text, textOrNull, word, type Rule } from '../../kernel/statement.ts'
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

/** Sales that a line may mean, and the name that found them: the first of id, key, and phone that finds any. */
export interface SalesFound {
  /** changed: a spreadsheet may have changed the ID, and these sales have IDs that it may have had. The line's ID may be among them. */
  by: keyof SaleNames | 'changed'
  sales: LedgerSale[]
  /** True if the phone number of the line belongs to someone else. Then the line means none of the sales. */
  isOtherPhone: boolean
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
  for (const line of lines) {
    const who = (phone: string | null) =>
      people === null || phone === null ? null : contactHash(people, { kind: 'phone', text: phone })
    const meant = yield* salesOf(source, line, who)
    found.push(meant && { ...meant, sales: yield* withChanges(source, meant.sales) })
  }
  return found
}

/** A sale without its later entries. */
type BareSale = Omit<LedgerSale, 'changes'>
type Found = Omit<SalesFound, 'sales'> & { sales: BareSale[] }
type Hashed = (phone: string | null) => string | null

function* salesOf(source: string, { id, key, phone }: SaleNames, hashed: Hashed): Rule<Found | null> {
  const who = hashed(phone)
  const [exact] = id === null ? [] : yield* all(statedSql.byId, source, id)
  const similar = id === null ? [] : yield* changedSales(source, id)
  if (similar.length > 0) {
    const sales = exact ? [exact, ...similar] : similar
    const theirs: BareSale[] = []
    for (const sale of sales) if (who !== null && (yield* isSoldTo(source, sale, who))) theirs.push(sale)
    // The phone number tells which of them the ID was.
    if (theirs.length === 1) return { by: 'id', sales: theirs, isOtherPhone: false }
    const named = sales.length === 1 && (yield* withPhone(source, { by: 'id', sale: sales[0]!, who, hashed }))
    return { by: 'changed', sales, isOtherPhone: named ? named.isOtherPhone : false }
  }
  if (exact) return yield* withPhone(source, { by: 'id', sale: exact, who, hashed })
  const [posted] = key === null ? [] : yield* all(statedSql.byKey, source, key)
  if (posted) return yield* withPhone(source, { by: 'key', sale: posted, who, hashed })
  const sales = who === null ? [] : yield* all(statedSql.byPerson, source, who)
  const shape = id === null ? null : changedShape(id)
  if (sales.length === 0 && (shape === 'rounded' || shape === 'scientific'))
    return { by: 'changed', sales, isOtherPhone: false }
  return sales.length > 0 ? { by: 'phone', sales, isOtherPhone: false } : null
}

interface Named {
  by: 'id' | 'key'
  sale: BareSale
  who: string | null
  hashed: Hashed
}

/** A sale that a line names, and whether the line's phone number contradicts that: the lead has another one, or the number is that of
 *  another lead. Once a visitor is forgotten, only the latter is known. */
function* withPhone(source: string, { by, sale, who, hashed }: Named): Rule<Found> {
  const named = (isOtherPhone: boolean): Found => ({ by, sales: [sale], isOtherPhone })
  if (who === null || (yield* isSoldTo(source, sale, who))) return named(false)
  if ((yield* all(statedSql.byPerson, source, who)).length > 0) return named(true)
  const lead = yield* one(statedSql.lead, source, sale.external_id)
  const values = lead === null ? [] : Object.values(JSON.parse(lead.lead) as Fields).flat()
  const phones = values.filter(isPhone)
  return named(phones.length > 0 && !phones.some((phone) => hashed(phone) === who))
}

/** True for a text that looks like a US phone number, unlike a date or a ZIP code. */
function isPhone(text: string): boolean {
  return /^1?\d{10}$/.test(text.replace(/[\s().+-]/g, ''))
}

function* isSoldTo(source: string, { external_id }: BareSale, who: string): Rule<boolean> {
  return (yield* one(statedSql.person, source, external_id, who)) !== null
}

/** Sales whose IDs a spreadsheet may have changed to `shown`; none if there are too many to tell. */
function* changedSales(source: string, shown: string): Rule<BareSale[]> {
  const shape = changedShape(shown)
  if (shape === null) return []
  const ids = shape === 'zeros' ? yield* paddedIds(source, shown) : yield* idsBetween(source, shown, shape)
  const sales: BareSale[] = []
  for (const external_id of ids) sales.push(...(yield* all(statedSql.byId, source, external_id)))
  return sales
}

/** IDs with zeros that a spreadsheet leaves out. */
function* paddedIds(source: string, shown: string): Rule<string[]> {
  const padded = Array.from({ length: MOST_ZEROS }, (_, zeros) => `${'0'.repeat(zeros + 1)}${shown}`)
  return (yield* all(statedSql.idsAmong, source, JSON.stringify(padded))).map(
    ({ external_id }) => external_id,
  )
}

const MOST_ZEROS = 12

function* idsBetween(source: string, shown: string, shape: 'rounded' | 'scientific'): Rule<string[]> {
  const first = shape === 'rounded' ? shown.slice(0, KEPT_DIGITS) : shown.slice(0, 1)
  const rows = yield* all(statedSql.idsBetween, source, first, `${first}\u{10ffff}`, MOST_SIMILAR + 1)
  if (rows.length > MOST_SIMILAR) return []
  return rows.map(({ external_id }) => external_id).filter((external_id) => mayBecome(external_id, shown))
}

/** Most IDs that are compared with a changed one. */
const MOST_SIMILAR = 1000

/** A page of a buyer's entries, oldest first. */
function* bookedEntries({ source, from, to, after, limit }: BookedAsked): Rule<BookedEntry[]> {
  const place = [after?.booked_at ?? from, after?.booked ?? 0] as const
  return yield* withChanges(source, yield* all(statedSql.page, source, ...place, to, limit))
}

/** Adds the other entries of each sale. */
function* withChanges<T extends BareSale>(
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
  person: query(
    `SELECT people.delivery AS delivery FROM outbox JOIN people USING (delivery)
     WHERE outbox.session = (SELECT session FROM sales WHERE source = $1 AND external_id = $2 AND sold = 1)
       AND outbox.buyer = $1 AND outbox.external_id = $2 AND people.who = $3`,
    { delivery: integer },
  ),
  lead: query(
    `SELECT leads.lead AS lead FROM outbox JOIN leads ON leads.entry = outbox.lead
     WHERE outbox.session = (SELECT session FROM sales WHERE source = $1 AND external_id = $2 AND sold = 1)
       AND outbox.buyer = $1 AND outbox.external_id = $2`,
    { lead: text },
  ),
  idsAmong: query(
    ({ textsIn }) => `SELECT external_id FROM sales
     WHERE source = $1 AND sold = 1 AND external_id IN ${textsIn('$2')} ORDER BY external_id`,
    { external_id: text },
  ),
  idsBetween: query(
    `SELECT external_id FROM sales WHERE source = $1 AND sold = 1 AND external_id >= $2 AND external_id < $3
     ORDER BY external_id LIMIT $4`,
    { external_id: text },
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
