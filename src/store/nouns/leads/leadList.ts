import type { DeliveryState } from '../../../../schemas/buyer/buyer.ts'
import type { HeldReason } from '../../../../schemas/buyer/limits.ts'
import type { DeliveryStatus } from '../../../../schemas/desk/deliveries.ts'
import type { LeadDelivery, LeadsAsked, LeadStatus } from '../../../../schemas/desk/leads.ts'
import type { Fields } from '../../../flow/answers/fields.ts'
import { LEDGER_SQL, leftOfSale } from '../../kernel/ledgerSql.ts'
import {
  all,
  flag,
  integer,
  integerOrNull,
  json,
  query,
  text,
  word,
  wordOrNull,
  type Dialect,
  type Rule,
  LAST,
} from '../../kernel/statement.ts'
import { isOfSites, siteList, type OfSites } from '../../kernel/ofSites.ts'
import type { ReportContext } from '../reports/reportRules.ts'
import { passesStatus, statusSql } from './deliveryColumns.ts'
import { sessionsBySearch } from './leadSearch.ts'

/** A page of leads, unmasked. */
export interface LeadPage {
  rows: LeadRow[]
  next: string | null
}

export interface LeadRow {
  session_uuid: string
  at: number
  path: string
  /** Affiliate; empty for none. */
  aff_id: string
  version: number
  is_forgotten: boolean
  /** Values by name; empty once the visitor was forgotten. */
  lead: Fields
  deliveries: LeadDelivery[]
}

/** Filters of the list of leads. `isById`: the search means IDs alone. `area`: a US state. */
export type LeadsWanted = Omit<LeadsAsked, 'path' | 'us_state'> &
  OfSites & { isById?: boolean | undefined; area?: Area | undefined }

/** A US state, as answers may name it. */
export interface Area {
  /** Beginnings of its ZIP codes: three digits, or five. */
  zips: string[]
  /** Its names in the answers, in capital letters. */
  names: string[]
}

/** A page of leads. Each session has one line, placed at its newest matching delivery, or at its newest lead if it has no deliveries. */
function* leadList(
  { offerNames }: ReportContext,
  { search, isById = false, before, limit = 50, sort = 'newest', ...wanted }: LeadsWanted,
): Rule<LeadPage> {
  const among = search === undefined ? null : JSON.stringify(yield* sessionsBySearch(search, isById))
  const found = yield* (sort === 'newest' ? newestPlaces : sortedPlaces[sort])({
    ...wanted,
    among,
    before,
    limit,
  })
  const page = found.slice(0, limit)
  const last = found.length > limit ? page.at(-1) : undefined
  return {
    rows: yield* rowsOf(page, yield* offerNames.ofVersions()),
    next: last ? `${last.rank ?? last.at}.${last.session}` : null,
  }
}

interface ListPosition {
  session: number
  at: number
  /** Value that the list is sorted by; its time by default. */
  rank?: number
}

interface ListQuery extends Omit<LeadsWanted, 'search' | 'isById' | 'sort' | 'before'> {
  /** A JSON list of sessions; null for all. */
  among: string | null
  limit: number
  before: string | undefined
}

/** Values of the parameters that all statements share. */
function valuesOf({ from = 0, to = LAST, sites, aff_id, area, among }: Omit<ListQuery, 'before'>) {
  const { zips = [], names = [] } = area ?? {}
  const isOfArea = Number(area !== undefined)
  const [zipList, nameList] = [JSON.stringify(zips), JSON.stringify(names)]
  return [from, to, siteList({ sites }), aff_id ?? null, isOfArea, zipList, nameList, among ?? 'all'] as const
}

/** Adds to newest deliveries the leads that have none, as far down as these go. */
function* newestPlaces({ before, ...asked }: ListQuery): Rule<ListPosition[]> {
  const { offer = '', buyer = '', status = '' as LeadStatus, limit } = asked
  const [at = LAST, session = LAST] = before?.split('.').map(Number) ?? []
  const [from, ...others] = valuesOf(asked)
  const isSearched = asked.among !== null
  const found: ListPosition[] = []
  if (status !== 'unsent')
    found.push(
      ...(yield* all(
        leadListSql[isSearched ? 'sentAmong' : 'sent'],
        from,
        ...others,
        offer,
        buyer,
        status,
        at,
        session,
        limit + 1,
      )),
    )
  if (mayBeUnsent(asked)) {
    const oldest = found.length > limit ? found.at(-1)!.at : 0
    const since = Math.max(from, oldest)
    found.push(
      ...(yield* all(
        leadListSql[isSearched ? 'unsentAmong' : 'unsent'],
        since,
        ...others,
        at,
        session,
        limit + 1,
      )),
    )
    found.sort((a, b) => b.at - a.at || b.session - a.session)
  }
  return found
}

function* placesBy(sort: 'oldest' | 'price', { before, ...asked }: ListQuery): Rule<ListPosition[]> {
  const { offer = '', buyer = '', status = '' as LeadStatus, limit } = asked
  const start = sort === 'oldest' ? [-1, -1] : [LAST, LAST]
  const [rank = 0, session = 0] = before?.split('.').map(Number) ?? start
  const values = [...valuesOf(asked), offer, buyer, status, rank, session, limit + 1] as const
  const statement = leadListSql[asked.among === null ? sort : (`${sort}Among` as const)]
  return yield* all(statement, ...values, Number(mayBeUnsent(asked)))
}

const sortedPlaces = {
  oldest: (asked: ListQuery) => placesBy('oldest', asked),
  price: (asked: ListQuery) => placesBy('price', asked),
}

function mayBeUnsent({ offer, buyer, status }: Pick<ListQuery, 'offer' | 'buyer' | 'status'>): boolean {
  return offer === undefined && buyer === undefined && (status === undefined || status === 'unsent')
}

/** Names of all buyers that a lead, of some sites or of any, was ever meant for. */
function* buyersOfLeads({ sites }: OfSites): Rule<string[]> {
  const found = sites
    ? yield* all(leadListSql.buyersOfSites, siteList({ sites }))
    : yield* all(leadListSql.buyers)
  return found.map(({ buyer }) => buyer)
}

function* rowsOf(
  page: readonly ListPosition[],
  nameOf: (version: number, offer: string) => string,
): Rule<LeadRow[]> {
  const sessions = JSON.stringify(page.map(({ session }) => session))
  const lines = new Map(
    (yield* all(leadListSql.lines, sessions)).map(({ session, ...line }) => [session, line]),
  )
  const deliveries = Map.groupBy(yield* all(leadListSql.deliveries, sessions), ({ session }) => session)
  return page.map(({ session, at }) => {
    const line = lines.get(session)!
    const own = (deliveries.get(session) ?? []).map(({ session: _session, ...delivery }) => ({
      ...delivery,
      offer_name: nameOf(line.version, delivery.offer),
    }))
    return { ...line, at, deliveries: own }
  })
}

/** Condition that a row of the outbox, dated `at`, matches the filters. */
const matches = (row: string, at = `${row}.at`) =>
  `($9 = '' OR ${row}.offer = $9) AND ($10 = '' OR ${row}.buyer = $10) AND ${passesStatus(row, '$11')}
     AND ${at} >= $1 AND ${at} <= $2`

/** Fields that flows use for a ZIP code. */
const ZIP_FIELDS = ['zip', 'zip_code', 'zipcode', 'postal_code']

/** Condition that a session is of the sites, the affiliate, and the US state, and among those that were searched for. */
const isAmong = (session: string, { textsIn, numbersIn, jsonText }: Dialect, isSearched: boolean) => {
  const zip = `COALESCE(${ZIP_FIELDS.map((field) => `NULLIF(${jsonText('told.lead', field)}, '')`).join(', ')})`
  const state = `upper(trim(${jsonText('told.lead', 'state')}))`
  return `${isOfSites(session, '$3', textsIn)}
     AND (EXISTS (SELECT 1 FROM sessions AS sent JOIN channels AS source ON source.channel = sent.channel
         WHERE sent.session = ${session} AND source.aff_id = $4) OR $4 IS NULL)
     AND ($5 = 0 OR EXISTS (SELECT 1 FROM leads AS told WHERE told.session = ${session}
         AND (substr(trim(${zip}), 1, 3) IN ${textsIn('$6')} OR substr(trim(${zip}), 1, 5) IN ${textsIn('$6')}
           OR (${zip} IS NULL AND ${state} IN ${textsIn('$7')}))))
     AND ${isSearched ? `${session} IN ${numbersIn('$8')}` : "$8 = 'all'"}`
}

const IS_UNSENT = `NOT EXISTS (SELECT 1 FROM outbox WHERE outbox.session = leads.session)`

const place = { session: integer, at: integer }

/** Statement for an order other than the newest first: all matching leads, sorted. */
const sortedSql = (value: string, [beyond, order]: ['>', 'ASC'] | ['<', 'DESC'], isSearched: boolean) =>
  query(
    (dialect) => `SELECT session, at, rank FROM (
       SELECT session, at, ${value} AS rank FROM (
         SELECT outbox.session AS session, MAX(outbox.at) AS at FROM outbox
         WHERE $11 <> 'unsent' AND ${matches('outbox')} AND ${isAmong('outbox.session', dialect, isSearched)}
         GROUP BY outbox.session
         UNION ALL
         SELECT leads.session AS session, MAX(leads.at) AS at FROM leads
         WHERE $15 = 1 AND leads.at >= $1 AND leads.at <= $2 AND ${IS_UNSENT} AND ${isAmong('leads.session', dialect, isSearched)}
         GROUP BY leads.session) AS found) AS ranked
     WHERE rank ${beyond} $12 OR (rank = $12 AND session ${beyond} $13)
     ORDER BY rank ${order}, session ${order} LIMIT $14`,
    { ...place, rank: integer },
  )

/** Later rows are looked up by their session. Adding 0 to their time keeps PostgreSQL from using its index; before it has statistics for
 *  a new database, it would go through all rows of the range for each. */
const sentSql = (isSearched: boolean) =>
  query(
    (dialect) => `SELECT outbox.session AS session, outbox.at AS at FROM outbox
     WHERE ${matches('outbox')} AND outbox.at <= $12 AND (outbox.at < $12 OR outbox.session < $13)
       AND ${isAmong('outbox.session', dialect, isSearched)}
       AND NOT EXISTS (SELECT 1 FROM outbox AS later
         WHERE later.session = outbox.session AND ${matches('later', 'later.at + 0')}
           AND (later.at > outbox.at OR (later.at = outbox.at AND later.delivery > outbox.delivery)))
     ORDER BY outbox.at DESC, outbox.session DESC LIMIT $14`,
    place,
  )

const unsentSql = (isSearched: boolean) =>
  query(
    (dialect) => `SELECT leads.session AS session, leads.at AS at FROM leads
     WHERE leads.at >= $1 AND leads.at <= $2 AND leads.at <= $9 AND (leads.at < $9 OR leads.session < $10)
       AND ${isAmong('leads.session', dialect, isSearched)} AND ${IS_UNSENT}
       AND NOT EXISTS (SELECT 1 FROM leads AS later
         WHERE later.session = leads.session AND later.entry > leads.entry AND later.at <= $2)
     ORDER BY leads.at DESC, leads.session DESC LIMIT $11`,
    place,
  )

const NET = `(SELECT CAST(CASE WHEN COALESCE(SUM(cents), 0) > 0 THEN SUM(cents) ELSE 0 END AS BIGINT)
          FROM ${LEDGER_SQL} AS ledger WHERE ledger.session = found.session)`

const leadListSql = {
  sent: sentSql(false),
  sentAmong: sentSql(true),
  unsent: unsentSql(false),
  unsentAmong: unsentSql(true),
  oldest: sortedSql('at', ['>', 'ASC'], false),
  oldestAmong: sortedSql('at', ['>', 'ASC'], true),
  price: sortedSql(NET, ['<', 'DESC'], false),
  priceAmong: sortedSql(NET, ['<', 'DESC'], true),
  buyers: query('SELECT DISTINCT buyer FROM outbox ORDER BY buyer', { buyer: text }),
  buyersOfSites: query(
    ({ textsIn }) => `SELECT DISTINCT buyer FROM outbox JOIN sessions ON sessions.session = outbox.session
       JOIN channels ON channels.channel = sessions.channel
     WHERE path IN ${textsIn('$1')} ORDER BY buyer`,
    { buyer: text },
  ),
  lines: query(
    ({
      numbersIn,
    }) => `SELECT session, uuid AS session_uuid, path, aff_id, version, forgotten AS is_forgotten,
       COALESCE((SELECT lead FROM leads WHERE leads.session = sessions.session ORDER BY entry DESC LIMIT 1), '{}') AS lead
     FROM sessions JOIN channels ON channels.channel = sessions.channel WHERE session IN ${numbersIn('$1')}`,
    {
      session: integer,
      session_uuid: text,
      path: text,
      aff_id: text,
      version: integer,
      is_forgotten: flag,
      lead: json<Fields>(),
    },
  ),
  deliveries: query(
    ({ numbersIn }) => `SELECT session, delivery, offer, buyer, state,
       ${statusSql('outbox')} AS status, held,
       ${leftOfSale('outbox.buyer', 'outbox.external_id')} AS cents
     FROM outbox WHERE session IN ${numbersIn('$1')} ORDER BY delivery`,
    {
      session: integer,
      delivery: integer,
      offer: text,
      buyer: text,
      state: word<DeliveryState>(),
      status: word<DeliveryStatus>(),
      held: wordOrNull<HeldReason>(),
      cents: integerOrNull,
    },
  ),
}

export const leadListNoun = {
  slowReads: { buyersOfLeads },
  slowReadsInContext: { leadList },
  sql: leadListSql,
}
