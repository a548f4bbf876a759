import type { DrilldownName, DrilldownQuery, DrilldownRow } from '../../../../schemas/reports/reports.ts'
import type { OfSites } from '../../kernel/ofSites.ts'
import {
  all,
  integer,
  query,
  text,
  type Columns,
  type Rule,
  type Statement,
  type Value,
} from '../../kernel/statement.ts'
import { LEDGER_OF_SALES_SQL } from '../../kernel/ledgerSql.ts'
import { CERTIFIES } from '../totals/hours.ts'

/** Drill-downs to the events or entries that a figure counts. Every engine finds them with the same SQL. */
type Counted = Exclude<DrilldownName, 'steps'>

const single = {
  entry: integer,
  at: integer,
  session_uuid: text,
  version_id: integer,
  path: text,
  offer: text,
  aff_id: text,
  sub1: text,
}

/** Parts of the statements. Each row has an `entry` besides the columns that are returned. Together with `at`, it marks where the next
 *  page begins. */
const SOURCES: Record<
  Counted,
  { table: string; select: string; row: Columns; columns: Record<string, string> }
> = {
  visitors: {
    table: 'events',
    select: `SELECT events.entry AS entry, events.at AS at, sessions.uuid AS session_uuid, events.version AS version_id,
    path, events.offer AS offer, aff_id, sub1, sub2, sub3, ip
  FROM events
    JOIN channels ON channels.channel = events.channel
    JOIN sessions ON sessions.session = events.session`,
    row: { ...single, sub2: text, sub3: text, ip: text },
    columns: {
      kind: 'events.kind',
      path: 'path',
      version: 'events.version',
      offer: 'events.offer',
      aff_id: 'aff_id',
      sub1: 'sub1',
      sub2: 'sub2',
      sub3: 'sub3',
      language: 'language',
    },
  },
  sales: {
    table: 'sales',
    select: `SELECT sales.entry AS entry, sales.at AS at, sessions.uuid AS session_uuid, sales.version AS version_id,
    path, sales.offer AS offer, aff_id, sub1, source, external_id, sold, cents AS revenue
  FROM ${LEDGER_OF_SALES_SQL} AS sales JOIN sessions ON sessions.session = sales.session`,
    row: { ...single, source: text, external_id: text, sold: integer, revenue: integer },
    columns: {
      path: 'path',
      version: 'sales.version',
      offer: 'offer',
      aff_id: 'aff_id',
      sub1: 'sub1',
      language: 'language',
      buyer: 'source',
    },
  },
  costs: {
    table: 'costs',
    select: `SELECT cost AS entry, costs.at AS at, costs.path AS path, costs.source AS source,
    COALESCE(campaign, '') AS campaign, COALESCE(aff_id, '') AS aff_id, COALESCE(sub1, '') AS sub1,
    COALESCE(sub2, '') AS sub2, COALESCE(sub3, '') AS sub3, micros AS amount, currency, costs.usd_micros AS cost,
    costs.import AS imported, made_by
  FROM (SELECT cost AS entry, day AS at, costs.* FROM costs WHERE live = 1) AS costs
    JOIN cost_imports ON cost_imports.import = costs.import`,
    row: {
      entry: integer,
      at: integer,
      path: text,
      source: text,
      campaign: text,
      aff_id: text,
      sub1: text,
      sub2: text,
      sub3: text,
      amount: { holds: 'integer', decode: (micros) => Number(micros) / 1_000_000 },
      currency: text,
      cost: { holds: 'integer', decode: (micros) => Number(micros) / 10_000 },
      imported: integer,
      made_by: text,
    },
    columns: { path: 'costs.path', aff_id: 'aff_id', sub1: 'sub1' },
  },
  payouts: {
    table: 'payouts',
    select: `SELECT payouts.entry AS entry, payouts.at AS at, sessions.uuid AS session_uuid,
    payouts.version AS version_id, payouts.path AS path, payouts.offer AS offer, channels.aff_id AS aff_id, sub1,
    event, source, cents AS payout
  FROM payouts
    JOIN channels ON channels.channel = payouts.channel
    JOIN sessions ON sessions.session = payouts.session`,
    row: { ...single, event: text, source: text, payout: integer },
    columns: {
      path: 'payouts.path',
      version: 'payouts.version',
      offer: 'payouts.offer',
      aff_id: 'channels.aff_id',
      sub1: 'sub1',
      buyer: 'source',
    },
  },
}

/** Conditions for visitors who registered and aren't forgotten, by the certificates that the consent report counts. */
const CERTIFICATE = {
  any: ['forgotten = 0'],
  trustedform_cert_url: ['forgotten = 0', 'trustedform_cert_url IS NOT NULL', CERTIFIES],
  jornaya_lead_id: ['forgotten = 0', 'jornaya_lead_id IS NOT NULL', CERTIFIES],
  both: ['forgotten = 0', 'trustedform_cert_url IS NOT NULL', 'jornaya_lead_id IS NOT NULL', CERTIFIES],
}
const MOST = { most_sold: 'SUM(sold)', most_earned: 'SUM(cents)' }

/** Reads one page. */
export function* drilldown<N extends Counted>(
  name: N,
  question: DrilldownQuery[N] & OfSites,
): Rule<{ rows: DrilldownRow<N>[]; next: string | null }> {
  const { limit = 100 } = question
  const more = { ...question, limit: limit + 1 } as DrilldownQuery[N] & OfSites
  const { statement, values } = drilldownStatement(name, more)
  const found = yield* all(statement, ...values)
  const last = found.length > limit ? found[limit - 1] : undefined
  return {
    rows: found.slice(0, limit).map(({ entry: _entry, ...row }) => row as DrilldownRow<N>),
    next: last ? `${last.at}.${last.entry}` : null,
  }
}

type Single = { entry: number; at: number }

/** Builds the statement for one question, and its values. */
export function drilldownStatement<N extends Counted>(
  name: N,
  question: DrilldownQuery[N] & OfSites,
): { statement: Statement<Single>; values: Value[] } {
  const { table, select, row, columns } = SOURCES[name]
  const {
    from,
    to,
    before,
    limit = 100,
    rows,
    certificate,
    leads,
    of,
    returns,
    unassigned,
    sites,
    ...words
  } = question as DrilldownQuery['visitors'] & DrilldownQuery['sales'] & DrilldownQuery['costs'] & OfSites
  const values: Value[] = []
  const $ = (value: string | number) => `$${values.push(value)}`
  /** PostgreSQL takes a list of only parameters as text. */
  const typed = (value: string | number) =>
    typeof value === 'number' ? `CAST(${$(value)} AS BIGINT)` : $(value)
  const isBySale = returns === 'sold'
  const within = isBySale ? [] : [`${table}.at >= ${$(from)}`, `${table}.at <= ${$(to)}`]
  if (isBySale || leads || of === 'own')
    within.push(`sales.sold_at >= ${$(from)}`, `sales.sold_at <= ${$(to)}`)
  if (of === 'gross') within.push("sales.kind <> 'return'")
  if (of === 'returned') within.push("sales.kind = 'return'")
  const column = (word: string) => {
    const known = columns[word]
    if (known === undefined) throw new Error(`${name} have no word ${word}.`)
    return known
  }
  for (const [word, value] of Object.entries(words))
    if (value !== undefined) within.push(`${column(word)} = ${$(value)}`)
  for (const word of unassigned ?? []) within.push(`${column(word)} IS NULL`)
  if (sites) within.push(`${column('path')} IN (${sites.map($).join(', ')})`)
  const conditions = [...within, ...(certificate ? CERTIFICATE[certificate] : [])]
  if (leads) conditions.push(`sales.session IN (${bestLeads(MOST[leads], within)})`)
  if (rows) {
    const tuples = rows.values.map((row) => `(${row.map(typed).join(', ')})`)
    conditions.push(`(${rows.columns.map(column).join(', ')}) IN (VALUES ${tuples.join(', ')})`)
  }
  if (before !== undefined) {
    const [at = 0, entry = 0] = before.split('.').map(Number)
    conditions.push(`(${table}.at < ${$(at)} OR (${table}.at = ${$(at)} AND ${table}.entry < ${$(entry)}))`)
  }
  const sql = `${select}
  WHERE ${conditions.join(' AND ')}
  ORDER BY ${table}.at DESC, ${table}.entry DESC LIMIT ${$(limit)}`
  return { statement: query(sql, row) as Statement<Single>, values }
}

/** SQL for the leads with the largest sum of their sales in the range, as in the sales report. */
function bestLeads(sum: string, within: readonly string[]): string {
  const leads = `FROM ${LEDGER_OF_SALES_SQL} AS sales WHERE ${within.join(' AND ')} GROUP BY session`
  return `SELECT session ${leads} HAVING ${sum} = (SELECT MAX(best) FROM (SELECT ${sum} AS best ${leads}) AS sums)`
}
