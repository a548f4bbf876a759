import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { changedShape, mayBecome } from '../../src/rows/spreadsheetText.ts'
import { fileAmount } from '../../src/server/returns/fileAmount.ts'
import { fileTable, guessedColumns, type CalledColumns } from '../../src/server/returns/fileTable.ts'
import { fileTime } from '../../src/server/returns/fileTime.ts'
import { returnLines } from '../../src/server/returns/returnsFile.ts'
import { statementLines } from '../../src/server/returns/statementFile.ts'
import { textCell, workbookOf } from '../trust/sheets.ts'

/** Tests how we read files as buyers send them: statements and files of returns, by the same reader. */

const statement = (file: Buffer | string, called: CalledColumns = {}) => {
  const table = fileTable({ name: 'november.csv', bytes: Buffer.from(file) }, called)
  return 'wrong' in table ? table : statementLines(table, called)
}
/** The readable lines as `id amount`, the others with their problem; or why the file was refused. */
const linesIn = (file: Buffer | string, called: CalledColumns = {}) => {
  const read = statement(file, called)
  if ('wrong' in read) return read.wrong
  return read.lines.map(({ line, id, cents, problem }) =>
    problem === null ? `${id} ${cents}` : `line ${line}: ${problem}`,
  )
}
const notesIn = (file: Buffer | string) => {
  const read = statement(file)
  return 'wrong' in read ? read.wrong : read.notes
}
const LEADS = ['B-1 1000', 'B-2 123450', 'B-3 -725']
const COMMAS = 'id,time,amount\r\nB-1,11/20/2026 09:14,10.00\r\nB-2,11/20/2026,"1,234.50"\r\nB-3,,(7.25)\r\n'
const TABS = COMMAS.replace('"1,234.50"', '1;234.50').replaceAll(',', '\t').replace('1;2', '1,2')

const utf16 = (text: string, order: 'le' | 'be', mark: boolean) => {
  const bytes = Buffer.from(mark ? `\ufeff${text}` : text, 'utf16le')
  return order === 'le' ? bytes : bytes.swap16()
}

describe('encodings', () => {
  test.each<[string, Buffer]>([
    ['UTF-8', Buffer.from(COMMAS)],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${COMMAS}`)],
    ...(['le', 'be'] as const).flatMap((order) =>
      [true, false].flatMap((mark) => [
        [
          `UTF-16 ${order} ${mark ? 'with' : 'without'} a mark, with commas`,
          utf16(COMMAS, order, mark),
        ] satisfies [string, Buffer],
        [
          `UTF-16 ${order} ${mark ? 'with' : 'without'} a mark, with tabs`,
          utf16(TABS, order, mark),
        ] satisfies [string, Buffer],
      ]),
    ),
  ])('read %s', (_, bytes) => expect(linesIn(bytes)).toEqual(LEADS))

  test('read CSV as Excel saves it', () => {
    expect(linesIn(Buffer.from('id,city,amount\nB-1,Doña Ana,10\n', 'latin1'))).toEqual(['B-1 1000'])
  })

  test.each([
    ['text cut in the middle of a sign', utf16(COMMAS, 'le', true).subarray(0, 101), 'valid UTF-16 text'],
    ['UTF-8 that is damaged', Buffer.from([0xef, 0xbb, 0xbf, 0x69, 0x64, 0xff]), 'valid UTF-8 text'],
    ['UTF-32', Buffer.from('fffe000069000000', 'hex'), 'UTF-32'],
    ['an old workbook', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'Excel 97–2003 workbook (.xls)'],
    ['a PDF', Buffer.from('%PDF-1.7'), 'PDF'],
    ['a web page', Buffer.from('<html><table>'), 'web page'],
    ['a zero byte', Buffer.from(`${'id,amount\nB-1,2\n'.repeat(400)}B\0,3`), 'Line 801 contains a zero byte'],
    ['zero bytes', Buffer.from([0, 1, 2, 0, 4, 0, 0]), 'This isn’t a text file'],
  ])('refuse %s, and say how to save it', (_, bytes, why) => {
    expect(linesIn(bytes)).toContain(why)
    expect(linesIn(bytes)).toMatch(/\.xlsx/)
    expect(linesIn(bytes)).not.toMatch(/\0/)
  })
})

describe('headers and separators', () => {
  const with_ = (sign: string) =>
    COMMAS.replace('"1,234.50"', '1#234.50').replaceAll(',', sign).replace('#', ',')
  test.each([';', '\t', '|'])('read cells between %j', (sign) => expect(linesIn(with_(sign))).toEqual(LEADS))

  test.each([
    ['sep=;', `sep=;\r\n${with_(';')}`],
    ['sep=,', `sep=,\r\n${COMMAS}`],
    ['"sep=|" and cells of its own', `"sep=|"||\r\n${with_('|')}`],
  ])('follow a line %s, and count it', (_, text) => {
    expect(linesIn(text)).toEqual(LEADS)
    expect(linesIn(`${text}B-4`)).toHaveLength(4)
    expect(linesIn(text.replace('B-3', ''))[2]).toContain('line 5:')
  })

  test('skip titles and blank rows above the header, with a note', () => {
    const text = `Phone,555-0100,\r\n,,\r\nPayments of November,,\r\n\r\n${COMMAS}`
    expect(linesIn(text)).toEqual(LEADS)
    expect(notesIn(text)).toEqual(['Line 5 has the column names. The 2 lines above it were left out.'])
    expect(notesIn(COMMAS)).toEqual([])
  })

  test('refuse a header with wrong quotation marks', () => {
    expect(linesIn('"id"x,amount\nB-1,2\n')).toMatch(/^Line 1 can't be read\. A quotation mark/)
  })

  test('refuse an empty file, or one with only a header, with a reason', () => {
    expect(linesIn('id,amount\n')).toEqual([])
    for (const text of ['', '\n\n', ',,\n'])
      expect(linesIn(text)).toBe('The file is empty. It needs a line with the column names.')
  })

  test('prefer chosen column names, then ours, then usual ones', () => {
    const text = 'Lead ID,Price,Nr\nid,amount,x\nB-1,2.00,N-1\n'
    expect(linesIn(text)).toEqual(['B-1 200'])
    expect(notesIn(text)).toEqual(['Line 2 has the column names. The line above it was left out.'])
    expect(linesIn(text, { id: 'Nr', amount: 'Price' })).toEqual([
      'line 2: Write the amount in dollars, like 12.34 or -12.34, not "amount".',
      'N-1 200',
    ])
  })

  test('find the header by usual names, below a title that contains one of them', () => {
    const text = 'Reference,,,\nZenith,,,\nLead ID,Date,Payout,Why\nB-1,11/20/2026,2.00,x\n'
    expect(linesIn(text, { id: 'Lead ID', amount: 'Payout' })).toEqual(['B-1 200'])
    const table = fileTable({ name: 'a.csv', bytes: Buffer.from(text) })
    expect('names' in table && table.names).toEqual(['Lead ID', 'Date', 'Payout', 'Why'])
  })

  test('refuse a chosen column that the file lacks', () => {
    expect(linesIn(COMMAS, { id: 'id', amount: 'Paid' })).toContain('There\'s no column "Paid".')
  })

  test('prefer our own name of a column to another usual one', () => {
    expect(guessedColumns(['Lead ID', 'id', 'Price'], ['id', 'amount', 'reason'])).toEqual({
      id: 'id',
      amount: 'Price',
    })
  })

  test('keep the first problem of a line', () => {
    expect(linesIn('id,amount\n"B"-1,2,3\n')).toEqual([expect.stringMatching(/^line 2: A quotation mark/)])
  })

  test('read a name with a comma in quotation marks', () => {
    const text = 'id;"time, New York";amount\r\nB-1;11/20/2026 09:14;10.00\r\n'
    expect(linesIn(text, { time: 'time, New York' })).toEqual(['B-1 1000'])
    const table = fileTable({ name: 'a.csv', bytes: Buffer.from(text) })
    expect('names' in table && guessedColumns(table.names, ['id', 'time', 'amount'])).toEqual({
      id: 'id',
      time: 'time, New York',
      amount: 'amount',
    })
  })

  test('give every column a unique name, so it can be chosen without changing the file', () => {
    const text = 'Lead,Payout,Payout,\nB-1,1.00,2.00,x\n'
    expect(linesIn(text, { id: 'Lead', amount: 'Payout (column 3)' })).toEqual([
      'line 2: It has 4 cells, but the header has 3. Put quotation marks around amounts with commas, or name the extra column.',
    ])
    expect(linesIn(text.replace('x', ''), { id: 'Lead', amount: 'Payout (column 3)' })).toEqual(['B-1 200'])
    expect(linesIn(text, { id: 'Lead', amount: 'Payout' })).toContain(
      'Choose one: "Payout (column 2)", "Payout (column 3)"',
    )
    expect(linesIn(',Paid\nB-1,2\n', { id: '(column 1)', amount: 'Paid' })).toEqual(['B-1 200'])
  })

  test('refuse a line with more cells than the header, even if the last are empty', () => {
    const lines = linesIn('id,time,amount\nB-1,11/27/2026 09:14,1,234.50\nB-2,,10,\nB-3,,3.00\n')
    expect(lines).toEqual([
      expect.stringContaining('line 2: It has 4 cells, but the header has 3.'),
      expect.stringContaining('line 3: It has 4 cells, but the header has 3.'),
      'B-3 300',
    ])
    expect(linesIn('id,amount,\nB-1,1,\nB-2,1,234.50\n')).toEqual([
      'B-1 100',
      expect.stringContaining('line 3: It has 3 cells, but the header has 2.'),
    ])
  })

  test('leave out a row of totals, and say where it differs', () => {
    expect(linesIn(`${COMMAS}Total,,"1,237.25"\r\n`)).toEqual(LEADS)
    expect(notesIn(`${COMMAS}Total,,"1,237.25"\r\n`)).toEqual(['Line 5 is a total, so it was left out.'])
    expect(notesIn(`${COMMAS},Grand total:,"1,300.00"\r\n`)).toEqual([
      'Line 5 is a total of $1,300.00, but the lines above it come to $1,237.25.',
    ])
    expect(linesIn('id,note,amount\nB-1,Total loss,1\nTotal-9,,2\n')).toEqual(['B-1 100', 'Total-9 200'])
    expect(linesIn('id,note,amount\nB-1,Total,1\n')).toEqual(['B-1 100'])
  })
})

describe('amounts', () => {
  test.each<[string | number, number]>([
    ['.50', 50],
    [' 12.00 ', 1200],
    ['\u202f12.00\u00a0', 1200],
    ['.00', 0],
    ['12.', 1200],
    ['12.00-', -1200],
    ['(12.00)', -1200],
    ['($12.00)', -1200],
    ['$(12.00)', -1200],
    ['USD 12.00', 1200],
    ['12.00 USD', 1200],
    ['$12.00 USD', 1200],
    ['US$12.00', 1200],
    ['usd -12.00', -1200],
    ['\u221212.00', -1200],
    ['\u201312.00', -1200],
    ['$-12.00', -1200],
    ['-$12.00 USD', -1200],
    ['(12.00) USD', -1200],
    ['-$12.00', -1200],
    ['- 12.00', -1200],
    ['+12.00', 1200],
    ['$\u00a01,234.50', 123_450],
    ['1,234,567.89', 123_456_789],
    ['-0.00', 0],
    [12.1 + 0.2, 1230],
    [-25, -2500],
  ])('%j', (cell, cents) => expect(fileAmount(cell)).toBe(cents))

  test.each([
    '1.250,00',
    '12,50',
    '1,23',
    '12.345',
    'N/A',
    '-',
    '.',
    '$',
    '--1',
    '-1-',
    '(1',
    '1)',
    '-(1)',
    '1 000.00',
    '1$2',
    '$1$',
    'USD $1',
    'USD 1 USD',
    '-$1$',
    '$1-$',
    'EUR 1',
    '1e3',
    '10%',
    true,
    new Date(0),
    1e21,
    Number.NaN,
  ])('%j is invalid', (cell) => expect(fileAmount(cell)).toBeUndefined())

  test.each(['', ' ', '\u00a0', null])('%j is empty', (cell) => expect(fileAmount(cell)).toBeNull())

  test('read every amount that a spreadsheet shows as its cents', () => {
    fc.assert(
      fc.property(fc.integer({ min: -99_999_999, max: 99_999_999 }), (cents) => {
        const money = (Math.abs(cents) / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })
        const signed = [cents < 0 ? `-${money}` : money, cents < 0 ? `($${money})` : `$${money}`]
        expect([cents / 100, ...signed].map(fileAmount)).toEqual([cents, cents, cents])
      }),
    )
  })
})

describe('times', () => {
  test.each<[string | number | Date, string]>([
    ['11/01/2026 01:30:00 EDT', '2026-11-01T05:30:00Z'],
    ['11/01/2026 01:30:00 EST', '2026-11-01T06:30:00Z'],
    ['11/20/2026 01:30 CST', '2026-11-20T07:30:00Z'],
    ['07/20/2026 01:30 CDT', '2026-07-20T06:30:00Z'],
    ['11/20/2026 01:30 MST', '2026-11-20T08:30:00Z'],
    ['07/20/2026 01:30 MDT', '2026-07-20T07:30:00Z'],
    ['11/20/2026 01:30 PST', '2026-11-20T09:30:00Z'],
    ['07/20/2026 01:30:15 PM PDT', '2026-07-20T20:30:15Z'],
    ['07/20/2026 01:30 CT', '2026-07-20T06:30:00Z'],
    ['11/20/2026 09:14:03 AM', '2026-11-20T14:14:03Z'],
    ['11/20/2026 12:00:00 AM', '2026-11-20T05:00:00Z'],
    ['11/20/2026 12:05:00 PM', '2026-11-20T17:05:00Z'],
    ['11/20/2026 09:14AM', '2026-11-20T14:14:00Z'],
    ['11/20/2026, 9:14\u202fAM', '2026-11-20T14:14:00Z'],
    ['11/20/26', '2026-11-20T17:00:00Z'],
    ['11-20-2026', '2026-11-20T17:00:00Z'],
    ['2026-11-20', '2026-11-20T17:00:00Z'],
    ['2026-11-20 14:14:03 UTC', '2026-11-20T14:14:03Z'],
    ['2026-11-20 14:14:03 -0500', '2026-11-20T19:14:03Z'],
    ['2026-11-20T14:14:03.250-05:00', '2026-11-20T19:14:03Z'],
    ['2026-11-20T14:14:03Z', '2026-11-20T14:14:03Z'],
    ['Nov 20, 2026', '2026-11-20T17:00:00Z'],
    ['Friday, November 20, 2026 9:14 AM', '2026-11-20T14:14:00Z'],
    ['20-Nov-2026', '2026-11-20T17:00:00Z'],
    ['20 Sept 2026 09:14', '2026-09-20T13:14:00Z'],
    ['1795184043', '2026-11-20T14:14:03Z'],
    ['1795184043000', '2026-11-20T14:14:03Z'],
    ['46346.5', '2026-11-20T17:00:00Z'],
    [46_346, '2026-11-20T17:00:00Z'],
    [new Date('2026-11-20T09:14:00Z'), '2026-11-20T14:14:00Z'],
    [new Date('2026-11-20'), '2026-11-20T17:00:00Z'],
  ])('%s', (cell, time) => expect(new Date(fileTime(cell)!).toISOString()).toBe(time.replace('Z', '.000Z')))

  test.each([
    '20.11.2026',
    '20/11/2026',
    '11/31/2026',
    '2026-02-30',
    '11/20/2026 25:00',
    '11/20/2026 13:00 PM',
    '11/20/2026 EST',
    'yesterday',
    '0',
    '12',
    '999999',
    true,
  ])('%s is invalid', (cell) => expect(fileTime(cell)).toBeUndefined())

  test('count days from 1904 in workbooks from old Macs', () => {
    expect(fileTime(44_884, 24_107)).toBe(Date.parse('2026-11-20T17:00:00Z'))
    const workbook =
      '<workbook xmlns:r="x"><workbookPr date1904="1"/><sheets><sheet name="One" r:id="rId1"/></sheets></workbook>'
    const rows = `<row r="1">${textCell('A1', 'id')}${textCell('B1', 'time')}</row><row r="2">${textCell('A2', 'B-1')}<c r="B2"><v>44884.5</v></c></row>`
    const read = statement(workbookOf(rows, { 'xl/workbook.xml': workbook }))
    expect('lines' in read && read.lines[0]?.at).toBe(Date.parse('2026-11-20T17:00:00Z'))
  })
})

describe('workbooks with several sheets', () => {
  const sheet = (rows: string) => `<worksheet><sheetData>${rows}</sheetData></worksheet>`
  const row = (line: number, ...cells: string[]) =>
    `<row r="${line}">${cells.map((cell, at) => textCell(`${'ABC'[at]}${line}`, cell)).join('')}</row>`
  const target = (id: string, type = 'worksheet') =>
    `<Relationship Id="${id}" Type="http://x/${type}" Target="${id}.xml"/>`
  const book = (sheets: Record<string, { state?: string; type?: string; rows: string }>) => {
    const ids = Object.entries(sheets)
    return workbookOf('', {
      'xl/workbook.xml': `<workbook xmlns:r="x"><sheets>${ids.map(([id, { state }]) => `<sheet name="${id}" r:id="${id}"${state ? ` state="${state}"` : ''}/>`).join('')}</sheets></workbook>`,
      'xl/_rels/workbook.xml.rels': `<Relationships>${ids.map(([id, { type }]) => target(id, type)).join('')}</Relationships>`,
      ...Object.fromEntries(ids.map(([id, { rows }]) => [`xl/${id}.xml`, sheet(rows)])),
    })
  }
  const COVER = row(1, 'Zenith Leads') + row(2, 'Phone', '555-0100') + row(3, 'Statement', 'November')
  const LIST =
    row(1, 'id', 'amount') + row(2, 'B-1', '10.00') + row(3, 'B-2', '(3.00)') + row(4, 'Total', '7.00')

  test('read the sheet that names leads, and list the others', () => {
    const file = book({
      Chart: { type: 'chartsheet', rows: '' },
      Cover: { rows: COVER },
      Empty: { rows: '' },
      Old: { state: 'hidden', rows: LIST.replaceAll('B-', 'Z-') },
      Leads: { rows: LIST },
      Secret: { state: 'veryHidden', rows: LIST.replaceAll('B-', 'Y-') },
    })
    expect(linesIn(file)).toEqual(['B-1 1000', 'B-2 -300'])
    expect(notesIn(file)).toEqual([
      'Only the sheet “Leads” was read, not “Cover”.',
      '2 hidden sheets were left out.',
      'Line 4 is a total, so it was left out.',
    ])
  })

  test('read the first of two sheets that name leads', () => {
    const file = book({
      November: { rows: row(1, 'id', 'amount') + row(2, 'B-1', '1.00') },
      October: { rows: LIST },
    })
    expect(linesIn(file)).toEqual(['B-1 100'])
    expect(notesIn(file)).toEqual(['Only the sheet “November” was read, not “October”.'])
  })

  test('read the longest sheet if no column has a known name, so its columns can be chosen', () => {
    const file = book({
      Cover: { rows: row(1, 'Zenith') },
      Leads: { rows: row(1, 'Nr', 'USD') + row(2, 'B-1', '2.00') },
    })
    expect(linesIn(file)).toContain('The header has "Nr", "USD"')
    expect(linesIn(file, { id: 'Nr', amount: 'USD' })).toEqual(['B-1 200'])
  })

  test('refuse a workbook whose lists are hidden', () => {
    expect(linesIn(book({ Leads: { state: 'hidden', rows: LIST }, Empty: { rows: '' } }))).toContain('hidden')
  })

  test('refuse an amount whose formula failed or was never computed', () => {
    const cells = `<row r="2">${textCell('A2', 'B-1')}<c r="B2" t="e"><v>#N/A</v></c></row><row r="3">${textCell('A3', 'B-2')}<c r="B3"><f>A1*2</f></c></row><row r="4"><c r="A4" t="e"><v>#REF!</v></c><c r="B4"><v>1</v></c></row>`
    expect(linesIn(workbookOf(row(1, 'id', 'amount') + cells))).toEqual([
      'line 2: Write the amount in dollars, like 12.34 or -12.34, not "#N/A".',
      'line 3: Write the amount in dollars, like 12.34 or -12.34, not "a formula without its result".',
      'line 4: The spreadsheet shows #REF! instead of an ID. Correct its formula.',
    ])
  })
})

/** Twenty files as buyers' programs save them, with what each line says. */
describe('a messy file', () => {
  const HEADER = 'id,time,amount'
  const AMOUNTS = ['.50', '12.00-', '(12.00)', 'USD 12.00', '\u221212.00', '"$1,234.50"']
  const CENTS = [50, -1200, -1200, 1200, -1200, 123_450]
  const amounts = `${HEADER}\n${AMOUNTS.map((amount, n) => `B-${n},,${amount}`).join('\n')}\n`
  const at = (times: readonly string[]) =>
    `${HEADER}\n${times.map((time, n) => `B-${n},"${time}",1.00`).join('\n')}\n`
  const sheetOf = (...lines: string[][]) =>
    lines
      .map(
        (cells, n) =>
          `<row r="${n + 1}">${cells.map((cell, k) => textCell(`${'ABC'[k]}${n + 1}`, cell)).join('')}</row>`,
      )
      .join('')
  const parts = (sheets: { name: string; state?: string; rows: string }[], more = '') => ({
    'xl/workbook.xml': `<workbook xmlns:r="x">${more}<sheets>${sheets.map(({ name, state }, n) => `<sheet name="${name}" r:id="r${n}"${state ? ` state="${state}"` : ''}/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${sheets.map((_, n) => `<Relationship Id="r${n}" Type="http://x/worksheet" Target="s${n}.xml"/>`).join('')}</Relationships>`,
    ...Object.fromEntries(
      sheets.map(({ rows }, n) => [`xl/s${n}.xml`, `<worksheet><sheetData>${rows}</sheetData></worksheet>`]),
    ),
  })
  const LIST = sheetOf(['id', 'time', 'amount'], ['B-1', '11/20/2026 09:14', '10.00'], ['B-2', '', '(3.00)'])
  const OTHER = LIST.replaceAll('B-', 'Z-')
  const READ = ['B-1 1000 2026-11-20T14:14', 'B-2 -300']
  const TEXT = `${HEADER}\r\nB-1,11/20/2026 09:14,10.00\r\nB-2,,(3.00)\r\n`
  const TOTAL = `${TEXT}Total,,7.00\r\n`
  const MAC =
    '<row r="1"><c r="A1" t="inlineStr"><is><t>id</t></is></c><c r="B1" t="inlineStr"><is><t>time</t></is></c></row><row r="2"><c r="A2" t="inlineStr"><is><t>B-1</t></is></c><c r="B2"><v>44884.5</v></c></row>'
  const WIDE =
    'It has 4 cells, but the header has 3. Put quotation marks around amounts with commas, or name the extra column.'

  test.each<[string, Buffer | string, readonly string[]]>([
    ['UTF-16 LE with a mark, tabs', utf16(TEXT.replaceAll(',', '\t'), 'le', true), READ],
    ['UTF-16 LE without a mark', utf16(TEXT, 'le', false), READ],
    ['UTF-16 BE with a mark', utf16(TEXT, 'be', true), READ],
    ['UTF-16 BE without a mark, tabs', utf16(TEXT.replaceAll(',', '\t'), 'be', false), READ],
    ['a line sep=;', `sep=;\r\n${TEXT.replaceAll(',', ';')}`, READ],
    ['titles above the header', `Zenith Leads,,\r\nStatement for November 2026,,\r\n,,\r\n${TEXT}`, READ],
    ['pipes', TEXT.replaceAll(',', '|'), READ],
    [
      'times with commas in quotation marks',
      at(['Nov 20, 2026', '11/20/2026, 9:14 AM']),
      ['B-0 100 2026-11-20T17:00', 'B-1 100 2026-11-20T14:14'],
    ],
    ['amounts as programs write them', amounts, CENTS.map((cents, n) => `B-${n} ${cents}`)],
    [
      'both hours of the doubled night',
      at(['11/01/2026 01:30 EDT', '11/01/2026 01:30 EST']),
      ['B-0 100 2026-11-01T05:30', 'B-1 100 2026-11-01T06:30'],
    ],
    [
      'times with seconds and AM',
      at(['11/20/2026 09:14:03 AM', '11/20/2026 12:00:00 AM']),
      ['B-0 100 2026-11-20T14:14', 'B-1 100 2026-11-20T05:00'],
    ],
    [
      'dates of an old Mac',
      workbookOf('', parts([{ name: 'One', rows: MAC }], '<workbookPr date1904="1"/>')),
      ['B-1 null 2026-11-20T17:00'],
    ],
    [
      'a cover sheet',
      workbookOf(
        '',
        parts([
          { name: 'Cover', rows: sheetOf(['Zenith'], ['November']) },
          { name: 'Leads', rows: LIST },
        ]),
      ),
      READ,
    ],
    [
      'a hidden sheet',
      workbookOf(
        '',
        parts([
          { name: 'Old', state: 'hidden', rows: OTHER },
          { name: 'Leads', rows: LIST },
        ]),
      ),
      READ,
    ],
    ['inline strings', workbookOf(LIST), READ],
    ['a row of totals', TOTAL, READ],
    ['an ID that became scientific', 'id,amount\n2.19E+147,1.00\n', ['2.19E+147 100']],
    ['an ID that lost its zeros', 'id,amount\n7712,1.00\n', ['7712 100']],
    ['an ID rounded to 15 digits', 'id,amount\n4400123406501420,1.00\n', ['4400123406501420 100']],
    [
      'a row with more cells than the header',
      `${HEADER}\nB-1,11/20/2026 09:14,1,234.50\nB-2,,(3.00)\n`,
      [WIDE, 'B-2 -300'],
    ],
  ])('with %s is read correctly, or refused in a sentence', (_, file, expected) => {
    const read = statement(file)
    if ('wrong' in read) throw new Error(read.wrong)
    const words = read.lines.map(
      ({ id, cents, at: sold, problem }) =>
        problem ??
        [id, cents, ...(sold === null ? [] : [new Date(sold).toISOString().slice(0, 16)])]
          .join(' ')
          .replace('  ', ' null '),
    )
    expect(words).toEqual(expected)
  })
})

describe('files of returns', () => {
  const returns = (file: string | Buffer, called: CalledColumns = {}) => {
    const table = fileTable({ name: 'returns.csv', bytes: Buffer.from(file) }, called)
    const read = 'wrong' in table ? table : returnLines(table, called)
    return 'wrong' in read
      ? read.wrong
      : read.lines.map(({ id, key, cents, reason, column, problem }) => [
          id ?? key,
          cents,
          problem ?? reason,
          column,
        ])
  }
  test('are read like statements: encodings, titles, separators, totals, amounts', () => {
    const text = 'Returns;;\r\nID;Amount;Reason\r\nB-1;USD 10.00;wrong number\r\nB-2;.50;\r\nTotal;10.50;\r\n'
    expect(returns(utf16(text, 'be', false))).toEqual([
      ['B-1', 1000, 'wrong number', null],
      ['B-2', 50, '', null],
    ])
    expect(returns('Nr,Paid\nB-1,3\n', { id: 'Nr', amount: 'Paid' })).toEqual([['B-1', 300, '', null]])
    expect(returns('id,amount\nB-1,1,250.00\n')).toEqual([
      ['B-1', 100, expect.stringContaining('It has 3 cells'), null],
    ])
  })

  test('may have a minus before all amounts, but not before some', () => {
    expect(returns('id,amount\nB-1,-3.00\nB-2,(4.00)\n')).toEqual([
      ['B-1', 300, '', null],
      ['B-2', 400, '', null],
    ])
    expect(returns('id,amount\nB-1,-3.00\nB-2,4.00\n')).toEqual([
      ['B-1', 300, expect.stringContaining('with and without a minus'), 2],
      ['B-2', 400, '', null],
    ])
  })

  test('are refused if only a phone number names the leads', () => {
    expect(returns('phone\n5125550101\n')).toContain('A phone number alone')
  })
})

describe('IDs that a spreadsheet changed', () => {
  test.each([
    ['219E0145', '2.19E+147', 'scientific'],
    ['3171E88', '3.17E+91', 'scientific'],
    ['3171E88', '3.171e+91', 'scientific'],
    ['4400123406501421', '4.40E+15', 'scientific'],
    ['4400123406501421', '4400123406501420', 'rounded'],
    ['00712345678901234567', '712345678901234000', 'rounded'],
    ['007712', '7712', 'zeros'],
  ])('%s became %s', (id, shown, shape) => {
    expect([changedShape(shown), mayBecome(id, shown)]).toEqual([shape, true])
  })

  test.each([
    ['A-7712', '7712'],
    ['7712', '7712'],
    ['107712', '7712'],
    ['3181E88', '3.17E+91'],
    ['4400123406501421', '4400123406502420'],
    ['44001234065014210', '4400123406501420'],
  ])('%s did not become %s', (id, shown) => expect(mayBecome(id, shown)).toBe(false))

  test.each(['B-1', '007712', '2E5', 'd3e5', '12345678901234567'])('%s was not changed', (text) =>
    expect(changedShape(text)).toBeNull(),
  )
})

test('no other code reads cells of buyers’ files', () => {
  for (const file of ['src/cli/commands/leads/returns.ts', 'src/cli/commands/leads/statement.ts'])
    expect(readFileSync(file, 'utf8')).toContain('fileTable(')
})
