import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { isOfSales, REPORTS, type ReportName } from '../../schemas/reports/reports.ts'
import { openPostgres } from '../../src/store/engines/postgres/open.ts'
import { prepareDatabase } from '../../src/store/engines/postgres/prepareDatabase.ts'
import { openStore } from '../../src/store/openStore.ts'
import type { Store } from '../../src/store/store.ts'
import { play } from '../store/history.ts'
import { expectedLedger, expectedRows } from '../store/oracle.ts'
import { makeDatabase, startPostgres, TEMPLATE, urlOf } from '../store/postgres/server.ts'
import { histories, ranges } from '../store/randomHistory.ts'
import { expectedLosses, leadRanges, pastLeads, playLeads } from '../store/unsoldLeads.ts'

/** Ranges that each history is asked about. */
const RANGES = 30

/** Compares at least so many cells (100,000) of every report of money, of the ledger and of lost leads, on each database, with what plain
 *  code counts from the same random events: `npm run soak oracle [cells] [seed]`. Fails if one is wrong. */
export async function oracle([cells = '100000', seed = '44']: string[]): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'leadloom-oracle-'))
  const postgres = await startPostgres()
  await makeDatabase(postgres.url, TEMPLATE, 'template0')
  await prepareDatabase(urlOf(postgres.url, TEMPLATE))
  const engines: Record<string, (place: string) => Promise<Store>> = {
    SQLite: (place) => openStore({ dataDir: join(folder, place) }),
    async PostgreSQL(place) {
      await makeDatabase(postgres.url, place, TEMPLATE)
      return openPostgres({ url: urlOf(postgres.url, place) })
    },
  }
  let isWell = true
  try {
    for (const [engine, open] of Object.entries(engines)) {
      const { counts, wrong } = await compared(open, Number(cells), Number(seed))
      const sum = Object.values(counts).reduce((sum, n) => sum + n, 0)
      const words = Object.entries(counts).map(([name, n]) => `${name} ${n}`)
      console.log(`${engine}: ${sum} cells, ${wrong.length} wrong (${words.join(', ')})`)
      for (const [one] of Map.groupBy(wrong, (words) => words.split(', ')[1]).values()) console.log(one)
      isWell &&= sum >= Number(cells) && wrong.length === 0
    }
  } finally {
    await postgres.stop()
    rmSync(folder, { recursive: true })
  }
  return isWell
}

async function compared(open: (place: string) => Promise<Store>, cells: number, seed: number) {
  const counts: Record<string, number> = {}
  const wrong: string[] = []
  const compare = (name: string, about: string, found: readonly object[], expected: readonly object[]) => {
    for (let row = 0; row < Math.max(found.length, expected.length); row++) {
      const [ours, theirs] = [found[row] ?? {}, expected[row] ?? {}] as Record<string, unknown>[]
      for (const column of new Set([...Object.keys(ours!), ...Object.keys(theirs!)])) {
        counts[name] = (counts[name] ?? 0) + 1
        const [is, shall] = [ours![column], theirs![column]].map((cell) => JSON.stringify(cell) ?? 'none')
        if (is !== shall) wrong.push(`${about}, ${name}, row ${row}, ${column}: ${is}, and not ${shall}`)
      }
    }
  }
  for (let n = 0; Object.values(counts).reduce((sum, n) => sum + n, 0) < cells; n++) {
    const about = `seed ${seed + n}`
    const store = await open(`money_${n}`)
    const [past] = fc.sample(histories, { numRuns: 1, seed: seed + n })
    await play(store, past!)
    for (const range of fc.sample(ranges, { numRuns: RANGES, seed: seed + n })) {
      for (const path of [range.path, null])
        compare(
          'ledger',
          about,
          await store.ledger({ ...range, path }),
          expectedLedger(past!, { ...range, path }),
        )
      for (const name of Object.keys(REPORTS) as ReportName[])
        for (const returns of isOfSales(name) ? (['reported', 'sold'] as const) : ([undefined] as const)) {
          const whole = { ...range, ...(returns && { returns }) }
          const path = REPORTS[name].scope === 'all' ? null : range.path
          compare(name, about, await store.report(name, whole), expectedRows(past!, name, { ...whole, path }))
        }
    }
    await store.close()
    const other = await open(`lost_${n}`)
    const [leads] = fc.sample(pastLeads, { numRuns: 1, seed: seed + n })
    await playLeads(other, leads!)
    for (const range of fc.sample(leadRanges, { numRuns: RANGES, seed: seed + n })) {
      const { losses } = await other.deliveryOverview(range, 1)
      const [found, expected] = [losses, expectedLosses(leads!, range)].map(inOrder)
      compare('lost', about, found!, expected!)
    }
    await other.close()
  }
  return { counts, wrong }
}

/** Rows by path, offer, buyer and kind, each with its days in order. */
function inOrder(losses: readonly object[]): object[] {
  const sorted = losses.map((loss) => {
    const { path, offer_name, buyer, kind, reason, by_day, ...rest } = loss as Record<string, unknown>
    const days = Object.entries(by_day as object).toSorted(([a], [b]) => (a < b ? -1 : 1))
    return { path, offer_name, buyer, kind, reason, ...rest, ...Object.fromEntries(days) }
  })
  const keyOf = ({ path, offer_name, buyer, kind, reason }: (typeof sorted)[number]) =>
    JSON.stringify([path, offer_name, buyer, kind, reason])
  return sorted.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
}
