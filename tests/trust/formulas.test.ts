import { globSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { StatementEntry } from '../../schemas/desk/statement.ts'
import { disarmed, rearmed } from '../../src/rows/spreadsheetText.ts'
import { csvRows } from '../../src/server/returns/csvRows.ts'
import { disputesCsv } from '../../src/server/returns/disputesCsv.ts'
import { csvOf, type Sheet } from '../../src/stats/report/sheet.ts'

/** Tests that our exports contain no formula for any spreadsheet, and that we can read them back. */

const FORMULAS = [
  '=1+1',
  '+1',
  '-1',
  '@SUM(A1)',
  '\t=1+1',
  '\r=1+1',
  '\n=1+1',
  '  =1+1',
  '\u00a0=1+1',
  '\u200b=1+1',
  '"=1+1"',
  "'=1+1",
  ' " =1+1',
  '＝1+1',
  '＋1',
  '－1',
  '＠SUM(A1)',
  '﹦1',
  '−1',
  '\0=1+1',
  "=cmd|'/C calc'!A0",
  '=HYPERLINK("https://evil.example","open")\nsecond line',
  '\tplain',
]
const PLAIN = ['A-1', 'a=b', '1+1', 'x@y.example', "O'Hara", '"quoted"', "'80s", '', '12.50']

test.each(FORMULAS)('%j is disarmed in every export', async (text) => {
  expect(disarmed(text)).toBe(`'${text}`)
  const written = `"'${text.replaceAll('"', '""')}"`
  expect(disputesCsv([entry(text)])).toContain(`,${written},`)
  expect(await (await csvOf(sheet([[text]]))).text()).toContain(`${written}\r\n`)
})

test.each(PLAIN)('%j stays as it is', (text) => expect(disarmed(text)).toBe(text))

test('numbers stay numbers, below zero as well', () => {
  expect(disarmed(-5)).toBe(-5)
  expect(disputesCsv([{ ...entry('A-1'), stated_cents: -1250 }], false)).toContain(',0,-12.5,-12.5,')
})

/** Texts with many characters that spreadsheets treat specially. */
const text = fc.oneof(
  fc.string(),
  fc.string({
    unit: fc.constantFrom('=', '+', '-', '@', "'", '"', ' ', '\t', '\r', '\n', ',', ';', '＝', 'a', '1'),
  }),
)

test('every text comes back from its disarmed form', () => {
  fc.assert(fc.property(text, (one) => rearmed(String(disarmed(one))) === one))
})

test('our reader gives back every cell that our CSV files hold', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(text, text), { minLength: 1 }), async (rows) => {
      const kept = rows.filter((cells) => cells.some((cell) => cell.trim() !== ''))
      const header = ['One', 'Two']
      expect(readBack(await (await csvOf({ header, formats: ['word', 'word'], rows: kept })).text())).toEqual(
        [header, ...kept],
      )
    }),
  )
})

test('our reader gives back the ids and reasons of disputes', () => {
  fc.assert(
    fc.property(fc.array(text), (ids) => {
      const [, ...rows] = readBack(disputesCsv(ids.map(entry)))
      expect(rows.map(([, , id, , , , , , , reason]) => [id, reason])).toEqual(ids.map((id) => [id, id]))
    }),
  )
})

test('no export writes CSV past the one function that disarms it', () => {
  const writers = globSync('src/**/*.{ts,tsx}').filter((file) =>
    /\bunparse\(/.test(readFileSync(file, 'utf8')),
  )
  expect(writers).toEqual(['src/rows/spreadsheetText.ts'])
})

function readBack(csv: string): string[][] {
  const rows: string[][] = []
  csvRows(csv, ({ cells, problem }) => {
    expect(problem).toBeNull()
    return rows.push(cells) > 0
  })
  return rows
}

function sheet(rows: Sheet['rows']): Sheet {
  return { header: ['Word'], formats: ['word'], rows }
}

function entry(id: string): StatementEntry {
  const money = { ledger_cents: 0, stated_cents: 0 }
  return { outcome: 'unknown', lines: [2], id, key: null, offer: null, sold_at: null, reason: id, ...money }
}
