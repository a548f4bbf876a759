import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { IN_FULL } from '../../inFull.ts'
import { isOfSales, REPORTS, type ReportName } from '../../../schemas/reports/reports.ts'
import type { Store } from '../../../src/store/store.ts'
import type { OpenStore } from '../contract.ts'
import { play, type History } from '../history.ts'
import { expectedLedger, expectedRows } from '../oracle.ts'
import { histories, ranges } from '../randomHistory.ts'

interface Question {
  about: string
  path: string
  from: number
  to: number
  rows: Record<ReportName, object[]>
}

const fixture = new URL('../../../fixtures/events/clocks-back.json', import.meta.url)
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{3})?[+-]\d{2}:\d{2}$/

export function reportContract(open: OpenStore): void {
  describe('reports', () => {
    const { questions, ...history } = JSON.parse(readFileSync(fixture, 'utf8'), (_, value) =>
      typeof value === 'string' && INSTANT.test(value) ? Date.parse(value) : value,
    ) as History & { questions: Question[] }

    test('golden rows', async () => {
      const store = await open('reports-golden')
      await play(store, history)
      for (const { about, rows, ...range } of questions)
        for (const [name, golden] of Object.entries(rows) as [ReportName, object[]][]) {
          expect(await store.report(name, range), `${about}: ${name}`).toEqual(golden)
          const counted = expectedRows(history, name, scoped(name, range))
          expect(counted, `${about}: the oracle's ${name}`).toEqual(golden)
        }
    })

    test('every report of any history and range matches a plain count of its events', async () => {
      let place = 0
      await fc.assert(
        fc.asyncProperty(histories, fc.array(ranges, { minLength: 6, maxLength: 6 }), async (past, asked) => {
          const store = await open(`reports-random-${++place}`)
          await play(store, past)
          for (const range of asked) {
            for (const scope of [range, { ...range, path: null }])
              expect(await store.ledger(scope), `ledger of ${scope.path}`).toEqual(
                expectedLedger(past, scope),
              )
            for (const name of Object.keys(REPORTS) as ReportName[])
              for (const returns of isOfSales(name)
                ? (['reported', 'sold'] as const)
                : ([undefined] as const)) {
                const whole = { ...range, ...(returns && { returns }) }
                expect(await store.report(name, whole), `${name} ${returns}`).toEqual(
                  expectedRows(past, name, scoped(name, whole)),
                )
              }
            for (const row of await store.report('profit-by-affiliate-and-sub', range))
              expect(await spentOn(store, range, row), JSON.stringify(row)).toEqual([
                row.cost ?? 0,
                row.payout ?? 0,
              ])
          }
          await store.close()
        }),
        // Runs on each of two engines.
        { numRuns: IN_FULL ? 12 : 3 },
      )
    })
  })
}

/** Sums of the rows behind a row's cost and payout. */
async function spentOn(
  store: Store,
  range: { path: string; from: number; to: number },
  { aff_id, sub1 }: { aff_id: string | null; sub1: string | null },
): Promise<number[]> {
  const unassigned = [
    ...(aff_id === null ? ['aff_id' as const] : []),
    ...(sub1 === null ? ['sub1' as const] : []),
  ]
  const words = { ...(aff_id !== null && { aff_id }), ...(sub1 !== null && { sub1 }) }
  const asked = { ...range, ...words, limit: 500, sites: [range.path] }
  const costs = await store.drilldown('costs', { ...asked, ...(unassigned.length > 0 && { unassigned }) })
  const micros = costs.rows.reduce((sum, { cost }) => sum + Math.round(cost * 10_000), 0)
  if (unassigned.length > 0) return [micros / 10_000, 0]
  const payouts = await store.drilldown('payouts', asked)
  return [micros / 10_000, payouts.rows.reduce((sum, { payout }) => sum + payout, 0)]
}

/** Range of a report; one about all paths ignores the path in the query. */
function scoped<R extends { path: string | null }>(name: ReportName, range: R): R {
  return REPORTS[name].scope === 'all' ? { ...range, path: null } : range
}
