import fc from 'fast-check'
import { expect, test } from 'vitest'
import { matchStatement, type StatedLine } from '../../src/server/returns/statementMatch.ts'
import type { LedgerSale, SalesFound } from '../../src/store/nouns/sales/statedSales.ts'
import { IN_FULL } from '../inFull.ts'

/** Compares matches of ten days' sales in a ledger with a statement's lines about any of them and others, against sums made for each sale
 *  by itself. */
const RANGE = { from: 3, to: 7 }
const day = fc.integer({ min: 0, max: 9 })
const ledger = fc
  .array(
    fc.record({
      at: day,
      cents: fc.integer({ min: 1, max: 5 }),
      later: fc.option(day),
      kept: fc.integer({ min: 0, max: 4 }),
      corrected: fc.integer({ min: -1, max: 2 }),
    }),
    { maxLength: 8 },
  )
  .map((sales) =>
    sales.map(({ at, cents, later, kept, corrected }, entry): LedgerSale => {
      const back = later === null ? null : { kind: 'return' as const, at: Math.max(at, later) }
      const changes = [
        ...(back ? [{ ...back, cents: Math.min(-1, kept - cents) }] : []),
        ...(corrected === 0 ? [] : [{ kind: 'adjustment' as const, cents: corrected, at: 9 }]),
      ]
      return { entry, external_id: `A-${entry}`, key: null, offer: 'mva', at, cents, changes }
    }),
  )
const listed = fc.array(
  fc.record({
    of: fc.integer({ min: 0, max: 10 }),
    cents: fc.option(fc.integer({ min: -5, max: 5 }).filter((cents) => cents !== 0)),
  }),
  { maxLength: 12 },
)

test('every sale and every line is in one sum, and in the one that its money says', () => {
  fc.assert(
    fc.property(ledger, listed, fc.boolean(), (sales, statement, isTimed) => {
      const range = isTimed ? RANGE : null
      const isIn = (at: number) => !isTimed || (at >= RANGE.from && at <= RANGE.to)
      const lines = statement.map(({ of, cents }, index) => {
        const line: StatedLine = { line: index + 2, id: `A-${of}`, key: null, phone: null, at: null, cents }
        const found: SalesFound | null = sales[of]
          ? { by: 'id', sales: [sales[of]], isOtherPhone: false }
          : null
        return { line, found }
      })
      const expected = sales.filter(({ at, changes }) => isIn(at) || changes.some((one) => isIn(one.at)))
      const { sums, entries } = matchStatement(lines, isTimed ? expected : [], range)

      const account = { matched: 0, differing: 0, missing: 0 }
      for (const [index, { at, cents, changes }] of sales.entries()) {
        const own = statement.filter(({ of }) => of === index).map((line) => line.cents)
        const isPaid = isIn(at) || own.some((one) => one === null || one > 0)
        const isNamed = own.some((one) => one !== null && one < 0)
        let due = isPaid ? cents : 0
        for (const one of changes) {
          // A line without an amount says nothing about a return outside the range.
          const counts = one.kind === 'return' ? isIn(one.at) || isNamed : isIn(one.at) || isPaid
          if (counts) due += one.cents
        }
        const said = own.filter((one) => one !== null)
        const agrees = said.length === 0 || said.reduce((sum, one) => sum + one, 0) === due
        if (own.length > 0) account[agrees ? 'matched' : 'differing']++
        else if (isTimed && due !== 0) account.missing++
      }
      expect({
        matched: sums.matched.count,
        differing: sums.differing.count,
        missing: sums.missing.count,
      }).toEqual(account)
      expect(sums.unknown.count).toBe(statement.filter(({ of }) => !sales[of]).length)
      expect(entries).toHaveLength(sums.differing.count + sums.missing.count + sums.unknown.count)
      const inEntries = entries.reduce((sum, entry) => sum + entry.stated_cents - entry.ledger_cents, 0)
      const all = [sums.differing, sums.missing, sums.unknown]
      expect(inEntries).toBe(all.reduce((sum, part) => sum + part.stated_cents - part.ledger_cents, 0))
    }),
    { numRuns: IN_FULL ? 5000 : 300 },
  )
})

test('lines of one person take the sales nearest to them, each another while there is one', () => {
  const DAY_MS = 86_400_000
  const sale = (entry: number, at: number): LedgerSale => {
    return { entry, external_id: `A-${entry}`, key: null, offer: 'mva', at, cents: 100, changes: [] }
  }
  const sales = [sale(1, 10 * DAY_MS), sale(2, 12 * DAY_MS)]
  const line = (number: number, at: number | null) => ({
    line: { line: number, id: null, key: null, phone: '5', at, cents: 100 },
    found: { by: 'phone', sales, isOtherPhone: false } as SalesFound,
  })
  const whole = { from: 0, to: 99 * DAY_MS }
  const counts = (...lines: ReturnType<typeof line>[]) => {
    const { sums, entries } = matchStatement(lines, sales, whole)
    return { matched: sums.matched.count, left: entries.map(({ outcome, id }) => [outcome, id]) }
  }
  expect(counts(line(2, 12 * DAY_MS))).toEqual({ matched: 1, left: [['missing', 'A-1']] })
  expect(counts(line(2, 11 * DAY_MS), line(3, 11 * DAY_MS))).toEqual({ matched: 2, left: [] })
  expect(counts(line(2, null), line(3, null))).toEqual({ matched: 2, left: [] })
  expect(counts(line(2, 16 * DAY_MS)).left[0]).toEqual(['unknown', null])
  expect(counts(line(2, 12 * DAY_MS), line(3, 12 * DAY_MS), line(4, 12 * DAY_MS)).left).toEqual([
    ['differing', 'A-2'],
  ])
})
