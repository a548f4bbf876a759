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
      correctedAt: day,
    }),
    { maxLength: 8 },
  )
  .map((sales) =>
    sales.map(({ at, cents, later, kept, corrected, correctedAt }, entry): LedgerSale => {
      const back = later === null ? null : { kind: 'return' as const, at: Math.max(at, later) }
      const changes = [
        ...(back ? [{ ...back, cents: Math.min(-1, kept - cents) }] : []),
        ...(corrected === 0
          ? []
          : [{ kind: 'adjustment' as const, cents: corrected, at: Math.max(at, correctedAt) }]),
      ]
      return { entry, external_id: `A-${entry}`, key: null, offer: 'mva', at, cents, changes }
    }),
  )
const listed = fc.array(
  fc.record({
    of: fc.integer({ min: 0, max: 10 }),
    cents: fc.option(fc.integer({ min: -5, max: 5 })),
  }),
  { maxLength: 12 },
)

test('every sale and every line is in one sum, the one for its amount', () => {
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
      const dues = { ...account }
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
        const sum = own.length === 0 ? 'missing' : agrees ? 'matched' : 'differing'
        if (sum === 'missing' && (!isTimed || due === 0)) continue
        account[sum]++
        dues[sum] += due
      }
      expect({
        matched: sums.matched.count,
        differing: sums.differing.count,
        missing: sums.missing.count,
      }).toEqual(account)
      expect({
        matched: sums.matched.ledger_cents,
        differing: sums.differing.ledger_cents,
        missing: sums.missing.ledger_cents,
      }).toEqual(dues)
      expect(sums.unknown.count).toBe(statement.filter(({ of }) => !sales[of]).length)
      expect(entries).toHaveLength(sums.differing.count + sums.missing.count + sums.unknown.count)
      const inEntries = entries.reduce((sum, entry) => sum + entry.stated_cents - entry.ledger_cents, 0)
      const all = [sums.differing, sums.missing, sums.unknown]
      expect(inEntries).toBe(all.reduce((sum, part) => sum + part.stated_cents - part.ledger_cents, 0))
    }),
    { numRuns: IN_FULL ? 5000 : 300 },
  )
})

test('lines of one person match the nearest sales, each a different one if possible', () => {
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

test('entries are in the file’s order, with missing sales last', () => {
  const sale = (entry: number): LedgerSale => {
    return { entry, external_id: `A-${entry}`, key: null, offer: 'mva', at: 1, cents: 100, changes: [] }
  }
  const line = (number: number, named: LedgerSale | null) => ({
    line: { line: number, id: 'A', key: null, phone: null, at: null, cents: 90 },
    found: named && ({ by: 'id', sales: [named], isOtherPhone: false } as SalesFound),
  })
  const lines = [line(2, null), line(3, sale(1)), line(4, null), line(5, sale(2))]
  const { entries } = matchStatement(lines, [sale(3), sale(4), sale(1)], { from: 0, to: 9 })
  expect(entries.map(({ outcome, lines, id }) => [outcome, ...lines, id])).toEqual([
    ['unknown', 2, 'A'],
    ['differing', 3, 'A-1'],
    ['unknown', 4, 'A'],
    ['differing', 5, 'A-2'],
    ['missing', 'A-3'],
    ['missing', 'A-4'],
  ])
})

test('a return under an ID that a spreadsheet changed matches the sale of that amount', () => {
  const sold: LedgerSale = {
    entry: 1,
    external_id: '007712',
    key: null,
    offer: 'mva',
    at: 1,
    cents: 100,
    changes: [{ kind: 'return', cents: -100, at: 5 }],
  }
  const matched = (cents: number | null) => {
    const line = { line: 2, id: '7712', key: null, phone: null, at: null, cents }
    const found: SalesFound = { by: 'changed', sales: [sold], isOtherPhone: false }
    return matchStatement([{ line, found }], [], { from: 4, to: 9 }).sums.matched
  }
  expect(matched(-100)).toEqual({ count: 1, ledger_cents: -100, stated_cents: -100 })
  expect([matched(-90).count, matched(null).count]).toEqual([0, 0])
})

test('a return line of an earlier sale matches the returns of its amount, or else all of them', () => {
  const sold: LedgerSale = {
    entry: 1,
    external_id: 'A-1',
    key: null,
    offer: 'mva',
    at: 1,
    cents: 100,
    changes: [
      { kind: 'return', cents: -30, at: 2 },
      { kind: 'return', cents: -20, at: 3 },
    ],
  }
  const dueFor = (...amounts: number[]) => {
    const lines = amounts.map((cents, index) => ({
      line: { line: index + 2, id: 'A-1', key: null, phone: null, at: null, cents },
      found: { by: 'id', sales: [sold], isOtherPhone: false } as SalesFound,
    }))
    const { matched, differing } = matchStatement(lines, [], { from: 4, to: 9 }).sums
    return { matched: matched.ledger_cents, differing: differing.ledger_cents }
  }
  expect(dueFor(-30)).toEqual({ matched: -30, differing: 0 })
  expect(dueFor(-20)).toEqual({ matched: -20, differing: 0 })
  expect(dueFor(-50)).toEqual({ matched: -50, differing: 0 })
  expect(dueFor(-10)).toEqual({ matched: 0, differing: -50 })
})

test('a different sale lists its returns, reversals, and corrections, and how often it’s in the file', () => {
  const sold: LedgerSale = {
    entry: 1,
    external_id: 'A-1',
    key: null,
    offer: 'mva',
    at: 1,
    cents: 100,
    changes: [
      { kind: 'return', cents: -30, at: 2 },
      { kind: 'return', cents: 30, at: 3 },
      { kind: 'adjustment', cents: -5, at: 4 },
    ],
  }
  const reasonFor = (...cents: number[]) => {
    const lines = cents.map((cents, index) => ({
      line: { line: index + 2, id: 'A-1', key: null, phone: null, at: null, cents },
      found: { by: 'id', sales: [sold], isOtherPhone: false } as SalesFound,
    }))
    return matchStatement(lines, [], null).entries[0]!.reason
  }
  const CHANGES =
    '$0.30 of it was returned on 1969-12-31. It was corrected by $0.30 on 1969-12-31. It was corrected by -$0.05 on 1969-12-31.'
  expect(reasonFor(90)).toBe(`The statement says $0.90. The ledger says $0.95. ${CHANGES}`)
  expect(reasonFor(50, 40)).toBe(
    `The statement says $0.90. The ledger says $0.95. ${CHANGES} It's listed 2 times.`,
  )
})
