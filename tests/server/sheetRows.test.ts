import fc from 'fast-check'
import { readSheet } from 'read-excel-file/node'
import { describe, expect, test } from 'vitest'
import writeExcelFile from 'write-excel-file/node'
import { MOST_CELLS, sheetsIn } from '../../src/server/returns/sheet/sheetRows.ts'
import { xlsxOf } from '../../src/stats/report/sheet.ts'
import { rearmed } from '../../src/rows/spreadsheetText.ts'
import { HEAD, textCell, workbookOf } from '../trust/sheets.ts'

/** Tests the spreadsheets that we read. */

const cellsOf = (bytes: Buffer) => {
  const found = sheetsIn(bytes)
  return 'wrong' in found ? found.wrong : found.sheets[0]!.rows.map(({ line, cells }) => [line, ...cells])
}

describe('addresses', () => {
  test.each(['ZZZZZZ2', 'XFE2', 'A1048577', 'A999999999', 'A0', 'A-1', '2', 'A', 'a2', 'A2 ', 'A1e3', ''])(
    'refuse a cell at %j within a second, and name it',
    (address) => {
      const start = performance.now()
      const row = `<row><c r="${address}"><v>1</v></c></row>`
      expect(cellsOf(workbookOf(HEAD + row))).toContain(`cell ${address} is outside a sheet's limits`)
      expect(performance.now() - start).toBeLessThan(1000)
    },
  )

  test.each(['1048577', '999999999', '0', '1', '-1', '1.5', 'x', '1e99'])(
    'refuse a row numbered %j',
    (number) => {
      expect(cellsOf(workbookOf(`${HEAD}<row r="${number}"><c><v>1</v></c></row>`))).toMatch(
        /outside a sheet's limits|out of order/,
      )
    },
  )

  test('read the last cell of a sheet without storing empty rows or columns', () => {
    const far = `<row r="2">${textCell('A2', 'LX-1')}<c r="B2"><v>25</v></c></row><row r="1048576">${textCell('XFD1048576', 'x')}</row>`
    expect(cellsOf(workbookOf(HEAD + far))).toEqual([
      [1, 'id', 'amount'],
      [2, 'LX-1', 25],
      [1_048_576, null, null, 'x'],
    ])
  })

  test('can be missing, as cells and rows then follow each other', () => {
    expect(
      cellsOf(
        workbookOf(
          '<row><c><v>1</v></c><c r="C1"><v>2</v></c><c><v>3</v></c></row><row><c><v>4</v></c></row>',
        ),
      ),
    ).toEqual([
      [1, 1, 2, 3],
      [2, 4],
    ])
  })

  test.each([
    ['<row r="1"><c r="B1"><v>1</v></c><c r="A1"><v>1</v></c></row>', 'cell A1 is out of order'],
    ['<row r="1"><c r="A2"><v>1</v></c></row>', 'cell A2 is out of order'],
    ['<row r="2"/><row r="1"/>', 'row 1 is out of order'],
  ])('refuse what is out of order: %s', (rows, why) => expect(cellsOf(workbookOf(rows))).toContain(why))
})

describe('sizes', () => {
  test('refuse a file that declares a too large unpacked size', () => {
    const zeros = new Uint8Array(129 * 1024 ** 2)
    expect(cellsOf(workbookOf(HEAD, { 'xl/media/a.bin': zeros }))).toContain(
      'larger than 128 MB when unpacked',
    )
  })

  test('refuse a file that unpacks to more than it declares', () => {
    const bytes = workbookOf(HEAD + ' '.repeat(500_000))
    const directory = bytes.indexOf(Buffer.from('504b0102', 'hex'))
    for (let at = directory; at >= 0; at = bytes.indexOf(Buffer.from('504b0102', 'hex'), at + 4))
      if (bytes.readUInt32LE(at + 24) > 500_000) bytes.writeUInt32LE(1000, at + 24)
    expect(cellsOf(bytes)).toContain("can't be read as a spreadsheet")
  })

  test('refuse more cells than a statement can have', () => {
    const row = `<row>${'<c><v>1</v></c>'.repeat(1000)}</row>`
    expect(cellsOf(workbookOf(row.repeat(MOST_CELLS / 1000 + 1)))).toContain('more than 4,000,000 cells')
  })

  test('refuse few cells that spread too far', () => {
    const wide = `<row>${'<c><v>1</v></c>'.repeat(16_384)}</row>`
    const far = Array.from(
      { length: 300 },
      (_, n) => `<row r="${n + 2}"><c r="XFD${n + 2}"><v>1</v></c></row>`,
    )
    expect(cellsOf(workbookOf(wide + far.join('')))).toContain('more than 4,000,000 cells')
  })

  test('refuse XML that nests without end', () => {
    expect(cellsOf(workbookOf('<a>'.repeat(200)))).toContain('more than 100 levels deep')
  })

  test('read only the first sheet, whatever else there is', () => {
    expect(cellsOf(workbookOf(HEAD, { 'xl/worksheets/sheet2.xml': '<'.repeat(1000) }))).toEqual([
      [1, 'id', 'amount'],
    ])
  })
})

describe('cells', () => {
  const styles = `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd;@"/><numFmt numFmtId="165" formatCode="&quot;days&quot; 0.00"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs></styleSheet>`
  const sharedStrings =
    '<sst><si><t>plain</t></si><si><r><t>rich </t></r><r><t>text</t></r><rPh><t>sound</t></rPh></si><si><t>a_x000D_b &amp; c</t></si></sst>'
  const one = (cell: string, parts = {}) => {
    const found = cellsOf(
      workbookOf(`<row>${cell}</row>`, {
        'xl/styles.xml': styles,
        'xl/sharedStrings.xml': sharedStrings,
        ...parts,
      }),
    )
    return typeof found === 'string' ? found : (found[0]?.[1] ?? null)
  }

  test.each<[string, unknown]>([
    ['<c><v>12.5</v></c>', 12.5],
    ['<c t="n" s="0"><v>-3</v></c>', -3],
    ['<c s="1"><v>46000</v></c>', new Date('2025-12-09')],
    ['<c s="2"><v>46000.5</v></c>', new Date('2025-12-09T12:00:00Z')],
    ['<c s="3"><v>46000</v></c>', 46_000],
    ['<c t="d"><v>2026-11-20T10:00:00Z</v></c>', new Date('2026-11-20T10:00:00Z')],
    ['<c t="s"><v>0</v></c>', 'plain'],
    ['<c t="s"><v>1</v></c>', 'rich text'],
    ['<c t="s"><v>2</v></c>', 'a\rb & c'],
    ['<c t="str"><f>A1</f><v>made</v></c>', 'made'],
    ['<c t="b"><v>1</v></c>', true],
    ['<c t="b"><v>0</v></c>', false],
    ['<c t="e"><v>#REF!</v></c>', '#REF!'],
    ['<c><f>B1</f></c>', 'a formula without its result'],
    ['<c t="str"><f>""</f><v></v></c>', null],
    [`<c t="inlineStr"><is><t>'007712</t></is></c>`, '007712'],
    ['<c t="inlineStr"><is><r><t>in</t></r><r><t>line</t></r><rPh><t>x</t></rPh></is></c>', 'inline'],
    ['<x:c t="inlineStr"><x:is><x:t>prefix</x:t></x:is></x:c>', 'prefix'],
  ])('%s', (cell, value) => expect(one(cell)).toEqual(value))

  test.each([
    '<c t="s"><v>3</v></c>',
    '<c t="s"><v>__proto__</v></c>',
    '<c s="9"><v>1</v></c>',
    '<c><v>many</v></c>',
    '<c s="1"><v>1e20</v></c>',
    '<c t="d"><v>someday</v></c>',
  ])('%s is refused with its row', (cell) => expect(one(cell)).toMatch(/row 1 has a cell of type/))

  test('count days from 1904 if the workbook does', () => {
    const workbook =
      '<workbook xmlns:r="x"><workbookPr date1904="1"/><sheets><sheet name="One" r:id="rId1"/></sheets></workbook>'
    expect(one('<c s="1"><v>44538</v></c>', { 'xl/workbook.xml': workbook })).toEqual(new Date('2025-12-09'))
  })
})

test.each([
  ['nothing', Buffer.alloc(0)],
  ['no ZIP file', Buffer.from('id,amount')],
  ['a ZIP file of something else', workbookOf('', { 'xl/workbook.xml': '<workbook/>' })],
  ['a cut file', workbookOf(HEAD).subarray(0, 300)],
])('%s is refused', (_, bytes) => expect(cellsOf(bytes)).toContain("can't be read as a spreadsheet"))

/** Compares with another reader. */
test('reads what read-excel-file reads', async () => {
  // The writer of the files looks texts up in an object, so it finds inherited properties there.
  const isWritten = (text: string) => text.trim() !== '' && !text.includes('_x') && !(text in {})
  const value = fc.oneof(
    fc.string({ unit: 'grapheme-ascii', minLength: 1 }).filter(isWritten),
    fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e9, max: 1e9 }),
    fc.boolean(),
    fc.date({ min: new Date('1990-01-01'), max: new Date('2100-01-01'), noInvalidDate: true }),
    fc.constant(null),
  )
  const rows = fc.array(fc.array(value, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 8 })
  await fc.assert(
    fc.asyncProperty(rows, async (values) => {
      const sheet = values.map((row) =>
        row.map(
          (cell) => cell && { value: cell, ...(cell instanceof Date && { format: 'yyyy-mm-dd hh:mm' }) },
        ),
      )
      const bytes = await writeExcelFile([
        [{ value: 'a' }, { value: 'b' }, { value: 'c' }],
        ...(sheet as never[]),
      ]).toBuffer()
      const theirs = (await readSheet(bytes))
        // Ours removes the apostrophe that keeps a text from being a formula.
        .map((cells, index) => [
          index + 1,
          ...cells.map((cell) => (typeof cell === 'string' ? rearmed(cell).trim() : cell)),
        ])
        .filter(([, ...cells]) => cells.some((cell) => cell !== null))
      const ours = cellsOf(bytes)
      if (typeof ours === 'string') throw new Error(ours)
      const trimmed = ours.map((row) => row.map((cell) => (typeof cell === 'string' ? cell.trim() : cell)))
      expect(trimmed.map((row) => [...row, null, null, null].slice(0, 4))).toEqual(theirs)
    }),
    { numRuns: 50 },
  )
})

test('reads the texts of our own workbooks unchanged', async () => {
  const text = fc
    .string({ unit: fc.constantFrom('=', '+', '-', "'", '"', '<', '&', 'a', '1', '＝') })
    .filter((one) => one.trim() !== '')
  await fc.assert(
    fc.asyncProperty(fc.array(text, { minLength: 1 }), async (texts) => {
      const blob = await xlsxOf({ header: ['Word'], formats: ['word'], rows: texts.map((one) => [one]) })
      const rows = cellsOf(Buffer.from(await blob.arrayBuffer()))
      if (typeof rows === 'string') throw new Error(rows)
      expect(rows.slice(1).map(([, one]) => one)).toEqual(texts)
    }),
    { numRuns: 30 },
  )
})
