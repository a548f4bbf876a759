import { newYorkDay } from '../../time/newYorkDay.ts'
import { command, run, type Rule, type Value } from '../statement.ts'

/** The words of a session by which its events are counted, with the number of its channel. */
export interface Counted {
  path: string
  version: number
  aff_id: string
  sub1: string
  channel: number
}

/** What one event adds, each number only where it is not 0. */
export interface Addition {
  visits?: number
  impressions?: number
  sold?: number
  returned?: number
  cents?: number
  page_visits?: number
  sessions?: number
  registrations?: number
}

/** Every table of totals: what a row is of, and what it adds up. */
const TOTALS = {
  totals_offers: {
    key: ['day', 'path', 'version', 'offer'],
    sums: ['visits', 'impressions', 'sold', 'returned', 'cents'],
  },
  totals_affiliates: { key: ['day', 'path', 'aff_id'], sums: ['page_visits', 'registrations'] },
  totals_versions: { key: ['version'], sums: ['sessions'] },
  totals_channels: { key: ['day', 'path', 'channel'], sums: ['page_visits', 'registrations'] },
  totals_sales: { key: ['path', 'day', 'offer', 'aff_id', 'sub1'], sums: ['sold', 'returned', 'cents'] },
} as const satisfies Record<string, { key: string[]; sums: (keyof Addition)[] }>

type Row = { key: Value[]; sums: number[] }

/** Additions to the totals, gathered in memory and written once per row: a batch touches few rows many times. */
export function openTally() {
  const tables = Object.entries(TOTALS).map(([name, { key, sums }]) => ({
    key,
    sums,
    counts: (addition: Addition) => sums.some((sum) => addition[sum] !== undefined),
    upsert: tallySql[name as keyof typeof TOTALS],
    rows: new Map<string, Row>(),
  }))
  return {
    /** `offer` is '' for what is not of one offer. */
    add(counted: Counted, event: { offer: string; at: number }, addition: Addition): void {
      const words = { ...counted, offer: event.offer, day: newYorkDay(event.at) }
      for (const table of tables) {
        if (!table.counts(addition)) continue
        const key = table.key.map((word) => words[word])
        const name = JSON.stringify(key)
        const row = table.rows.get(name)
        if (row) table.sums.forEach((sum, i) => (row.sums[i]! += addition[sum] ?? 0))
        else table.rows.set(name, { key, sums: table.sums.map((sum) => addition[sum] ?? 0) })
      }
    },
    /** Writes what was gathered; to be called within the transaction of the rows that it counts. */
    *flush(): Rule<void> {
      for (const { upsert, rows } of tables) {
        for (const row of rows.values()) yield* run(upsert, ...row.key, ...row.sums)
        rows.clear()
      }
    },
    /** Forgets what was gathered, when its rows were rolled back. */
    forget(): void {
      for (const { rows } of tables) rows.clear()
    },
  }
}
export type Tally = ReturnType<typeof openTally>

function upsert(table: keyof typeof TOTALS) {
  const { key, sums } = TOTALS[table]
  const columns = [...key, ...sums]
  return command(
    ({
      totalsKey,
    }) => `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map((_, i) => `$${i + 1}`).join(', ')})
    ON CONFLICT (${[...key, ...totalsKey].join(', ')}) DO UPDATE
    SET ${sums.map((sum) => `${sum} = ${table}.${sum} + excluded.${sum}`).join(', ')}`,
  )
}

export const tallySql = {
  totals_offers: upsert('totals_offers'),
  totals_affiliates: upsert('totals_affiliates'),
  totals_versions: upsert('totals_versions'),
  totals_channels: upsert('totals_channels'),
  totals_sales: upsert('totals_sales'),
}
