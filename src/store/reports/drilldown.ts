import type { BehindName, BehindQuery } from '../../../schemas/reports.ts'
import { CERTIFIES } from './consentCoverage.ts'

/** The events or entries that a figure counts, as every engine finds them. */
type Told = Exclude<BehindName, 'steps'>

/** SQL with `$n` parameters, and their values. */
export interface Bound {
  sql: string
  values: (string | number)[]
}

/** Each row has an `entry` beside what goes out: with `at` it says where the next page begins. */
const SOURCES: Record<Told, { table: string; select: string; columns: Record<string, string> }> = {
  visitors: {
    table: 'events',
    select: `SELECT events.entry AS entry, events.at AS at, sessions.uuid AS session_uuid, events.version AS version_id,
    path, events.offer AS offer, aff_id, sub1, sub2, sub3, ip
  FROM events
    JOIN channels ON channels.channel = events.channel
    JOIN sessions ON sessions.session = events.session`,
    columns: {
      kind: 'events.kind',
      path: 'path',
      version: 'events.version',
      offer: 'events.offer',
      aff_id: 'aff_id',
      sub1: 'sub1',
      sub2: 'sub2',
      sub3: 'sub3',
    },
  },
  sales: {
    table: 'sales',
    select: `SELECT sales.entry AS entry, sales.at AS at, sessions.uuid AS session_uuid, sales.version AS version_id,
    path, sales.offer AS offer, aff_id, sub1, source, external_id, sold, cents AS revenue
  FROM sales JOIN sessions ON sessions.session = sales.session`,
    columns: {
      path: 'path',
      version: 'sales.version',
      offer: 'offer',
      aff_id: 'aff_id',
      sub1: 'sub1',
    },
  },
}

/** Who registered and is not forgotten, by the certificates that the consent report counts. */
const HOLDING = {
  any: ['forgotten = 0'],
  trustedform_cert_url: ['forgotten = 0', 'trustedform_cert_url IS NOT NULL', CERTIFIES],
  jornaya_lead_id: ['forgotten = 0', 'jornaya_lead_id IS NOT NULL', CERTIFIES],
  both: ['forgotten = 0', 'trustedform_cert_url IS NOT NULL', 'jornaya_lead_id IS NOT NULL', CERTIFIES],
}
const MOST = { most_sold: 'SUM(sold)', most_earned: 'SUM(cents)' }

export function behind<N extends Told>(name: N, question: BehindQuery[N]): Bound {
  const { table, select, columns } = SOURCES[name]
  const {
    from,
    to,
    before,
    limit = 100,
    among,
    holding,
    leads,
    ...words
  } = question as BehindQuery['visitors'] & BehindQuery['sales']
  const values: Bound['values'] = []
  const $ = (value: string | number) => `$${values.push(value)}`
  const within = [`${table}.at >= ${$(from)}`, `${table}.at <= ${$(to)}`]
  const column = (word: string) => {
    const known = columns[word]
    if (known === undefined) throw new Error(`${name} have no word ${word}.`)
    return known
  }
  for (const [word, value] of Object.entries(words))
    if (value !== undefined) within.push(`${column(word)} = ${$(value)}`)
  const conditions = [...within, ...(holding ? HOLDING[holding] : [])]
  if (leads) conditions.push(`sales.session IN (${bestLeads(MOST[leads], within)})`)
  if (among) {
    const rows = among.rows.map((row) => `(${row.map($).join(', ')})`)
    conditions.push(`(${among.words.map(column).join(', ')}) IN (VALUES ${rows.join(', ')})`)
  }
  if (before !== undefined) {
    const [at = 0, entry = 0] = before.split('.').map(Number)
    conditions.push(`(${table}.at < ${$(at)} OR (${table}.at = ${$(at)} AND ${table}.entry < ${$(entry)}))`)
  }
  const sql = `${select}
  WHERE ${conditions.join(' AND ')}
  ORDER BY ${table}.at DESC, ${table}.entry DESC LIMIT ${$(limit)}`
  return { sql, values }
}

/** The leads of the largest sum; a lead has a sale in the range, as in the report of sales. */
function bestLeads(sum: string, within: readonly string[]): string {
  const leads = `FROM sales WHERE ${within.join(' AND ')} GROUP BY session HAVING MAX(sold) = 1`
  return `SELECT session ${leads} AND ${sum} = (SELECT MAX(best) FROM (SELECT ${sum} AS best ${leads}) AS sums)`
}
