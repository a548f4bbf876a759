import type { BehindName, SalesBehind, VisitorsBehind } from '../../../schemas/reports.ts'

export type BehindQuestion = { visitors: VisitorsBehind; sales: SalesBehind }

/** What a figure is made of, as every engine runs it: SQL with `$n` parameters and their values. Each row has an `entry`
 *  beside what goes out: with `at` it says where the next page begins. */
const SOURCES: Record<BehindName, { select: string; columns: Record<string, string> }> = {
  visitors: {
    select: `SELECT events.entry AS entry, events.at AS at, sessions.uuid AS session_uuid, events.version AS version_id,
    path, events.offer AS offer, aff_id, sub1, sub2, sub3, ip
  FROM events
    JOIN channels ON channels.channel = events.channel
    JOIN sessions ON sessions.session = events.session`,
    columns: {
      table: 'events',
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
    select: `SELECT sales.entry AS entry, sales.at AS at, sessions.uuid AS session_uuid, sales.version AS version_id,
    path, sales.offer AS offer, aff_id, sub1, source, external_id, sold, cents AS revenue
  FROM sales JOIN sessions ON sessions.session = sales.session`,
    columns: {
      table: 'sales',
      path: 'path',
      version: 'sales.version',
      offer: 'offer',
      aff_id: 'aff_id',
      sub1: 'sub1',
    },
  },
}

export function behind<N extends BehindName>(
  name: N,
  question: BehindQuestion[N],
): { sql: string; values: (string | number)[] } {
  const { select, columns } = SOURCES[name]
  const { from, to, before, limit = 100, ...words } = question
  const { table, ...known } = columns
  const values: (string | number)[] = []
  const $ = (value: string | number) => `$${values.push(value)}`
  const conditions = [`${table}.at >= ${$(from)}`, `${table}.at <= ${$(to)}`]
  for (const [word, value] of Object.entries(words)) {
    if (value === undefined) continue
    const column = known[word]
    if (column === undefined) throw new Error(`${name} have no word ${word}.`)
    conditions.push(`${column} = ${$(value)}`)
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
