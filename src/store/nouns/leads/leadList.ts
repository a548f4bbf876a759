import type { DeliveryState } from '../../../../schemas/buyer/buyer.ts'
import type { HeldReason } from '../../../../schemas/buyer/limits.ts'
import type { DeliveryStatus } from '../../../../schemas/desk/deliveries.ts'
import type { LeadDelivery, LeadsAsked, LeadStatus } from '../../../../schemas/desk/leads.ts'
import { leftOfSale } from '../../kernel/ledgerSql.ts'
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
  type Rule,
  LAST,
} from '../../kernel/statement.ts'
import type { Dialect } from '../../kernel/statement.ts'
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
  version: number
  is_forgotten: boolean
  /** Values by name; empty once the visitor was forgotten. */
  lead: Record<string, string>
  deliveries: LeadDelivery[]
}

/** A page of leads, newest first. Each session has one line, placed at its newest matching delivery, or at its newest lead if it has no
 *  deliveries. */
function* leadList(
  { offerNames }: ReportContext,
  { search, before, limit = 50, ...asked }: Omit<LeadsAsked, 'path'> & OfSites,
): Rule<LeadPage> {
  const among = search === undefined ? null : JSON.stringify(yield* sessionsBySearch(search))
  const [at = LAST, session = LAST] = before?.split('.').map(Number) ?? []
  const found = yield* sent({ ...asked, among, at, session, limit: limit + 1 })
  if (mayBeUnsent(asked)) {
    const oldest = found.length > limit ? found.at(-1)!.at : 0
    found.push(...(yield* unsent({ ...asked, among, at, session, limit: limit + 1, oldest })))
    found.sort((a, b) => b.at - a.at || b.session - a.session)
  }
  const page = found.slice(0, limit)
  const last = found.length > limit ? page.at(-1) : undefined
  return {
    rows: yield* rowsOf(page, yield* offerNames.ofVersions()),
    next: last ? `${last.at}.${last.session}` : null,
  }
}

interface Place {
  session: number
  at: number
}

interface Asked extends OfSites {
  offer?: string | undefined
  buyer?: string | undefined
  status?: LeadStatus | undefined
  from?: number | undefined
  to?: number | undefined
  /** A JSON list of sessions; null for all. */
  among: string | null
  /** Position of the previous row. */
  at: number
  session: number
  limit: number
}

function mayBeUnsent({ offer, buyer, status }: Pick<Asked, 'offer' | 'buyer' | 'status'>): boolean {
  return offer === undefined && buyer === undefined && (status === undefined || status === 'unsent')
}

function* sent({
  offer = '',
  buyer = '',
  status = '' as LeadStatus,
  from = 0,
  to = LAST,
  among,
  at,
  session,
  limit,
  sites,
}: Asked): Rule<Place[]> {
  if (status === 'unsent') return []
  const values = [offer, buyer, status, from, to, at, session, limit, siteList({ sites })] as const
  return among === null
    ? yield* all(leadListSql.sent, ...values)
    : yield* all(leadListSql.sentAmong, ...values, among)
}

function* unsent({
  from = 0,
  to = LAST,
  among,
  at,
  session,
  limit,
  oldest,
  sites,
}: Asked & { oldest: number }): Rule<Place[]> {
  const values = [Math.max(from, oldest), to, at, session, limit, siteList({ sites })] as const
  return among === null
    ? yield* all(leadListSql.unsent, ...values)
    : yield* all(leadListSql.unsentAmong, ...values, among)
}

/** Names of all buyers that a lead, of some sites or of any, was ever meant for. */
function* buyersOfLeads({ sites }: OfSites): Rule<string[]> {
  const found = sites
    ? yield* all(leadListSql.buyersOfSites, siteList({ sites }))
    : yield* all(leadListSql.buyers)
  return found.map(({ buyer }) => buyer)
}

function* rowsOf(
  page: readonly Place[],
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
  `($1 = '' OR ${row}.offer = $1) AND ($2 = '' OR ${row}.buyer = $2) AND ${passesStatus(row, '$3')}
     AND ${at} >= $4 AND ${at} <= $5`

const place = { session: integer, at: integer }

/** Later rows are looked up by their session. Adding 0 to their time keeps PostgreSQL from using its index; before it has statistics for
 *  a new database, it would go through all rows of the range for each. */
const sentText = (
  textsIn: Dialect['textsIn'],
  condition = '',
) => `SELECT outbox.session AS session, outbox.at AS at FROM outbox
     WHERE ${matches('outbox')} AND outbox.at <= $6 AND (outbox.at < $6 OR outbox.session < $7) ${condition}
       AND ${isOfSites('outbox.session', '$9', textsIn)}
       AND NOT EXISTS (SELECT 1 FROM outbox AS later
         WHERE later.session = outbox.session AND ${matches('later', 'later.at + 0')}
           AND (later.at > outbox.at OR (later.at = outbox.at AND later.delivery > outbox.delivery)))
     ORDER BY outbox.at DESC, outbox.session DESC LIMIT $8`

const unsentText = (
  textsIn: Dialect['textsIn'],
  condition = '',
) => `SELECT leads.session AS session, leads.at AS at FROM leads
     WHERE leads.at >= $1 AND leads.at <= $2 AND leads.at <= $3 AND (leads.at < $3 OR leads.session < $4) ${condition}
       AND ${isOfSites('leads.session', '$6', textsIn)}
       AND NOT EXISTS (SELECT 1 FROM outbox WHERE outbox.session = leads.session)
       AND NOT EXISTS (SELECT 1 FROM leads AS later
         WHERE later.session = leads.session AND later.entry > leads.entry AND later.at <= $2)
     ORDER BY leads.at DESC, leads.session DESC LIMIT $5`

const leadListSql = {
  sent: query(({ textsIn }) => sentText(textsIn), place),
  sentAmong: query(
    ({ textsIn, numbersIn }) => sentText(textsIn, `AND outbox.session IN ${numbersIn('$10')}`),
    place,
  ),
  unsent: query(({ textsIn }) => unsentText(textsIn), place),
  unsentAmong: query(
    ({ textsIn, numbersIn }) => unsentText(textsIn, `AND leads.session IN ${numbersIn('$7')}`),
    place,
  ),
  buyers: query('SELECT DISTINCT buyer FROM outbox ORDER BY buyer', { buyer: text }),
  buyersOfSites: query(
    ({ textsIn }) => `SELECT DISTINCT buyer FROM outbox JOIN sessions ON sessions.session = outbox.session
       JOIN channels ON channels.channel = sessions.channel
     WHERE path IN ${textsIn('$1')} ORDER BY buyer`,
    { buyer: text },
  ),
  lines: query(
    ({ numbersIn }) => `SELECT session, uuid AS session_uuid, path, version, forgotten AS is_forgotten,
       COALESCE((SELECT lead FROM leads WHERE leads.session = sessions.session ORDER BY entry DESC LIMIT 1), '{}') AS lead
     FROM sessions JOIN channels ON channels.channel = sessions.channel WHERE session IN ${numbersIn('$1')}`,
    {
      session: integer,
      session_uuid: text,
      path: text,
      version: integer,
      is_forgotten: flag,
      lead: json<Record<string, string>>(),
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
