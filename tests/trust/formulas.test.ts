import { globSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import type { StatementEntry } from '../../schemas/desk/statement.ts'
import type { SettleEntry } from '../../schemas/desk/settle.ts'
import { questionsCsv } from '../../src/desk/settle/questionsCsv.ts'
import { disarmed, rearmed } from '../../src/rows/spreadsheetText.ts'
import { csvOf as listCsv } from '../../src/server/desk/csvOf.ts'
import { csvRows } from '../../src/server/returns/csvRows.ts'
import { disputesCsv } from '../../src/server/returns/disputesCsv.ts'
import { fileTable } from '../../src/server/returns/fileTable.ts'
import { csvOf, xlsxOf, type Sheet } from '../../src/stats/report/sheet.ts'

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

test('every text can be restored from its disarmed form', () => {
  fc.assert(fc.property(text, (one) => rearmed(String(disarmed(one))) === one))
})

test('our reader reads every cell of our CSV files unchanged', async () => {
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

const CHANGED = [
  '007712',
  '219E0145',
  '3171E88',
  '4400123406501421',
  '123456789012',
  '12.50',
  '1,000',
  '1-2',
  '1/2',
  '11/20/2026',
  '2026-11-20',
  'MAR-5',
  '20-Nov-2026',
  'Nov 20, 2026',
  '10:30',
  '10:30 AM',
  '5%',
  '$5.00',
  '.50',
  'TRUE',
  'false',
  ' 007 ',
  "'007712",
]
const UNCHANGED = [
  '7712',
  '12.5',
  '0.25',
  'A-1',
  'k3e5',
  'march on',
  'Mayflower 5th',
  '5125550101',
  '2E5x',
  'sep',
  'true story',
]

test.each(CHANGED)('a spreadsheet shows %j of our CSV files unchanged', async (text) => {
  const csv = disputesCsv([entry(text)], false)
  expect(csv).toContain(`"'${text}"`)
  expect(readBack(csv)[0]?.[2]).toBe(text)
  const table = readBack(
    await (await csvOf({ ...sheet([[text, 1]]), header: ['Word', 'n'], formats: ['word', 'count'] })).text(),
  )
  expect(table[1]?.[0]).toBe(text)
})

test.each(UNCHANGED)('%j needs no apostrophe', (text) =>
  expect(disputesCsv([entry(text)], false)).not.toContain(`'${text}`),
)

/** Texts that break files: control characters, halves of pairs, what XLSX reads as an escape, separators, numbers. */
const hostile = fc.oneof(
  text,
  fc.string({ unit: 'binary' }).map((one) => one.toWellFormed()),
  fc.string({
    unit: fc.constantFrom(
      '_x000D_',
      '_x',
      '000D_',
      '\r',
      '\n',
      '\0',
      '\x0b',
      '\x1f',
      '|',
      'sep=',
      '7',
      'E',
      '0',
      '.',
    ),
  }),
  fc.constantFrom('constructor', '__proto__', 'valueOf'),
  fc.constantFrom(...CHANGED, ...UNCHANGED, ...FORMULAS),
)
const isSeen = (cell: string) => cell.trim() !== ''

test('the reader of buyers’ files reads every export unchanged', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(hostile.filter(isSeen), { minLength: 1, maxLength: 8 }), async (words) => {
      const table = { header: ['id', 'amount'], formats: ['word', 'cents'] as Sheet['formats'] }
      const rows = words.map((word) => [word, 1234])
      const files = {
        csv: Buffer.from(await (await csvOf({ ...table, rows })).arrayBuffer()),
        xlsx: Buffer.from(await (await xlsxOf({ ...table, rows })).arrayBuffer()),
        disputes: Buffer.from(disputesCsv(words.map(entry))),
        list: Buffer.from(await listOf(words)),
        questions: Buffer.from(await questionsCsv(words.map(inDoubt))),
      }
      for (const [kind, bytes] of Object.entries(files)) {
        const read = fileTable({ name: `a.${kind}`, bytes })
        if ('wrong' in read) {
          // A zero byte is no text in CSV.
          expect([kind, words.some((word) => word.includes('\0'))]).toEqual([
            expect.not.stringMatching('xlsx'),
            true,
          ])
          continue
        }
        const place = read.names.indexOf('id')
        expect([kind, read.rows.map(({ cells }) => cells[place])]).toEqual([kind, words])
      }
    }),
    { numRuns: 200, examples: [[['_x0700\u001f']]] },
  )
})

test('another reader of workbooks finds the same texts', async () => {
  const words = ['_x000D_', 'a\rb', '\u0001', '007712', '=1+1', 'x_x0041_y', '\uffff']
  const blob = await xlsxOf({ header: ['Word'], formats: ['word'], rows: words.map((word) => [word]) })
  const parts = unzipSync(new Uint8Array(await blob.arrayBuffer()))
  const texts = Object.values(parts)
    .map((part) => strFromU8(part))
    .join()
  for (const escaped of ['_x005F_x000D_', 'a_x000D_b', '_x0001_', "'=1+1", 'x_x005F_x0041_y', '_xFFFF_'])
    expect(texts).toContain(escaped)
})

test('our reader reads the IDs and reasons of disputes unchanged', () => {
  fc.assert(
    fc.property(fc.array(text), (ids) => {
      const [, ...rows] = readBack(disputesCsv(ids.map(entry)))
      expect(rows.map(([, , id, , , , , , , reason]) => [id, reason])).toEqual(ids.map((id) => [id, id]))
    }),
  )
})

test('every export writes CSV through the one function that disarms it', () => {
  const writers = globSync('src/**/*.{ts,tsx}').filter((file) =>
    /\bunparse\(/.test(readFileSync(file, 'utf8')),
  )
  expect(writers).toEqual(['src/rows/spreadsheetText.ts'])
})

test.each(['=1+1', '+1', '-1', '@a', '\ta', '\ra', '_x000D_', '\u202e=1'])(
  'a list on the desk keeps %j',
  async (word) => {
    const [, ...rows] = readBack(await listOf([word]))
    expect(rows).toEqual([[word, '12.34']])
    const [, ...lines] = readBack(await questionsCsv([inDoubt(word)]))
    expect(lines[0]?.[0]).toBe(word)
  },
)

/** A list of the desk as CSV. */
async function listOf(words: readonly string[]): Promise<string> {
  const pieces: string[] = []
  const page = async () => ({ rows: words, next: null })
  const columns = { id: (word: string) => word, amount: () => 12.34 }
  for await (const piece of listCsv({ columns, page, ended: async () => {} })) pieces.push(piece)
  return pieces.join('')
}

function inDoubt(external_id: string): SettleEntry {
  const nobody = { session_uuid: null, path: null, offer: null, name: null, asked_at: null, asked_by: null }
  const money = { ours_cents: 1234, booked_cents: null, theirs_cents: -5, stake_cents: 1234 }
  const named = { entry: 1, kind: 'far_off' as const, buyer: 'acme', external_id, key: null, delivery: null }
  return { ...named, ...nobody, ...money, returned: false, reason: '', at: 0 }
}

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
