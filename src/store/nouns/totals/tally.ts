import { newYorkDay } from '../../../time/newYorkDay.ts'
import { hourOf } from '../../../time/hour.ts'
import { command, run, type Rule, type Value } from '../../kernel/statement.ts'

/** Parameters that a session's events are counted by, with the number of its channel. */
export interface Counted {
  path: string
  version: number
  aff_id: string
  sub1: string
  channel: number
  language: string
  /** True if the session is in the totals by hour; false while it is older than they are. See hours.ts. */
  in_hours: boolean
}

/** Additions of one event; only numbers other than 0 are set. */
export interface Addition {
  visits?: number
  impressions?: number
  sold?: number
  returned?: number
  cents?: number
  /** Ledger entries that are neither a sale nor its first whole return. */
  changes?: number
  page_visits?: number
  sessions?: number
  registrations?: number
  certifiable?: number
  trustedform?: number
  jornaya?: number
  both_certificates?: number
  payout_cents?: number
}

/** Sums by hour. `certifiable`: registrations of visitors who aren't forgotten; the last three: those of them with certificates of their
 *  consent. */
export const HOUR_SUMS = [
  'page_visits',
  'visits',
  'registrations',
  'sold',
  'returned',
  'cents',
  'changes',
  'certifiable',
  'trustedform',
  'jornaya',
  'both_certificates',
] as const
export type HourSum = (typeof HOUR_SUMS)[number]

/** All tables of totals, with the keys of a row and its sums. */
const TOTALS = {
  totals_offers: {
    key: ['day', 'path', 'version', 'offer'],
    sums: ['visits', 'impressions', 'sold', 'returned', 'cents', 'changes'],
  },
  totals_affiliates: { key: ['day', 'path', 'aff_id'], sums: ['page_visits', 'registrations'] },
  totals_versions: { key: ['version'], sums: ['sessions'] },
  totals_channels: { key: ['day', 'path', 'channel'], sums: ['page_visits', 'registrations'] },
  totals_sales: {
    key: ['path', 'day', 'offer', 'aff_id', 'sub1'],
    sums: ['sold', 'returned', 'cents', 'changes'],
  },
  totals_hours: {
    key: ['hour', 'path', 'language'],
    sums: HOUR_SUMS,
  },
  totals_payouts: {
    key: ['day', 'path', 'version', 'offer', 'source', 'channel'],
    sums: ['payout_cents'],
  },
} as const satisfies Record<string, { key: string[]; sums: readonly (keyof Addition)[] }>

type Row = { key: Value[]; sums: number[] }
type Words = Record<(typeof TOTALS)[keyof typeof TOTALS]['key'][number], Value>

/** Additions of sessions to one hour. */
export interface HourRow extends Pick<Addition, HourSum> {
  hour: number
  path: string
  language: string
}

/** Additions to the totals, gathered in memory and written once per row, because a batch touches few rows many times. */
export function openTally() {
  const tables = Object.entries(TOTALS).map(([name, { key, sums }]) => ({
    name,
    key,
    sums,
    counts: (addition: Addition) => sums.some((sum) => addition[sum] !== undefined),
    upsert: tallySql[name as keyof typeof TOTALS],
    rows: new Map<string, Row>(),
  }))
  type Table = (typeof tables)[number]
  const payouts = tables.find(({ name }) => name === 'totals_payouts')!
  const hours = tables.find(({ name }) => name === 'totals_hours')!

  function addTo(table: Table, words: Partial<Words>, addition: Addition, sign = 1): void {
    const key = table.key.map((word) => words[word]!)
    const name = JSON.stringify(key)
    const row = table.rows.get(name) ?? { key, sums: table.sums.map(() => 0) }
    table.rows.set(name, row)
    table.sums.forEach((sum, i) => (row.sums[i]! += sign * (addition[sum] ?? 0)))
  }

  return {
    /** `offer` is '' for an event without one offer. */
    add(counted: Counted, event: { offer: string; at: number }, addition: Addition): void {
      const { at, offer } = event
      const words = { ...counted, offer, day: newYorkDay(at), hour: hourOf(at) }
      for (const table of tables)
        if (table.counts(addition) && (table !== hours || counted.in_hours)) addTo(table, words, addition)
    },
    /** Adds a payout to its day. `source`: the payer of its sale, else ''. */
    addPayout(
      { at, ...words }: Pick<Words, 'path' | 'version' | 'channel' | 'offer' | 'source'> & { at: number },
      payout_cents: number,
    ): void {
      addTo(payouts, { ...words, day: newYorkDay(at) }, { payout_cents })
    },
    /** Adds or subtracts a session's contribution to an hour. */
    addHour(row: HourRow, sign: 1 | -1): void {
      addTo(hours, row, row, sign)
    },
    /** Writes the gathered additions; call this within the transaction of the rows that they count. */
    *flush(): Rule<void> {
      for (const { upsert, rows } of tables) {
        for (const { key, sums } of rows.values())
          if (sums.some((sum) => sum !== 0)) yield* run(upsert, ...key, ...sums)
        rows.clear()
      }
    },
    /** Drops the gathered additions, when their rows were rolled back. */
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
  totals_hours: upsert('totals_hours'),
  totals_payouts: upsert('totals_payouts'),
}
