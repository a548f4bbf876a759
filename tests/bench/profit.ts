import { isDeepStrictEqual, parseArgs } from 'node:util'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import type { ReportName } from '../../schemas/reports/reports.ts'
import { openStore } from '../../src/store/openStore.ts'
import { play } from '../store/history.ts'
import { expectedRows } from '../store/oracle.ts'
import { histories, ranges } from '../store/randomHistory.ts'

/** Compares every figure of the profit with a plain count of random histories, on days of 23, 24, and 25 hours, until enough are compared:
 *  `node tests/bench/profit.ts [--cells 100000] [--seed 1]`. The test of reports does the same with fewer. */
const { values } = parseArgs({
  options: {
    cells: { type: 'string', default: '100000' },
    seed: { type: 'string', default: '1' },
  },
})
const NAMES = [
  'profit-by-affiliate',
  'profit-by-affiliate-and-sub',
  'profit-by-version',
  'profit-by-offer',
  'profit-by-buyer',
] as const satisfies ReportName[]
const asked = fc.tuple(histories, fc.array(ranges, { minLength: 8, maxLength: 8 }))

let [cells, wrong, known, round] = [0, 0, 0, 0]
while (cells < Number(values.cells)) {
  const [[history, questions]] = fc.sample(asked, { numRuns: 1, seed: Number(values.seed) + round++ }) as [
    [Parameters<typeof play>[1], { path: string; from: number; to: number }[]],
  ]
  const dataDir = mkdtempSync(join(tmpdir(), 'leadloom-profit-'))
  const store = await openStore({ dataDir, hasThreads: false })
  await play(store, history)
  for (const range of questions)
    for (const name of NAMES) {
      const rows: object[] = await store.report(name, range)
      const expected = expectedRows(history, name, range)
      if (rows.length !== expected.length) wrong += 1
      for (const [at, row] of rows.entries())
        for (const [member, value] of Object.entries(row)) {
          cells++
          if (member === 'profit' && value !== null) known++
          const other = (expected[at] as Record<string, unknown> | undefined)?.[member]
          if (!isDeepStrictEqual(value, other)) wrong++
        }
    }
  await store.close()
  rmSync(dataDir, { recursive: true })
}
console.log(
  `${cells.toLocaleString('en-US')} cells of ${round} histories, ${known.toLocaleString('en-US')} of them known profits: ${wrong} wrong`,
)
process.exitCode = wrong > 0 ? 1 : 0
