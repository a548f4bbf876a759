import { expect, test } from 'vitest'
import { strFromU8, unzipSync } from 'fflate'
import { csvOf, xlsxOf, type Sheet } from '../../src/stats/report/sheet.ts'

const sheet = (word: string): Sheet => ({
  header: ['Sub1', 'Visits'],
  formats: ['word', 'count'],
  rows: [[word, -5]],
})
const csv = async (word: string) => (await csvOf(sheet(word))).text()

test.each([
  '=1+1',
  '+1',
  '-1+cmd|x',
  '@SUM(A1)',
  '=HYPERLINK("https://evil.example","open")\nsecond line',
  '\t=1+1',
  '\r=1+1',
  '\n=1+1',
  ' =1+1',
  '\u00a0=1+1',
  '＝1+1',
  '＠SUM(A1)',
])('puts an apostrophe before a text that spreadsheets would treat as a formula: %j', async (word) => {
  expect(await csv(word)).toBe(
    `\uFEFFSub1,Visits\r\n"'${word.replaceAll('"', '""')}",-5\r\n`.replace('\uFEFF', ''),
  )
})

test.each(['search', 'a=b', '1+1', 'x@y.example', "O'Hara"])(
  'other text stays unchanged: %s',
  async (word) => {
    expect(await csv(word)).toContain(`\r\n${word},-5\r\n`)
  },
)

/** Characters that XML doesn't allow. Source: XML 1.0, 2.2 "Characters". */
const NO_XML = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/u

test.each(['a\u0000b', '\u0001\u0008\u000b\u001f', '\ud800', 'x\udc00y', '\uffff', '<&>"]]>', '_x0041_'])(
  'no text makes a workbook unreadable: %j',
  async (word) => {
    const parts = unzipSync(new Uint8Array(await (await xlsxOf(sheet(word))).arrayBuffer()))
    for (const part of Object.values(parts)) expect(strFromU8(part)).not.toMatch(NO_XML)
    const texts = strFromU8(parts['xl/sharedStrings.xml'] ?? parts['xl/worksheets/sheet1.xml']!)
    expect(texts).not.toMatch(/<[^>]*<|&(?!amp;|lt;|gt;|quot;|apos;|#)/)
  },
)

test.each(['\u0000=1+1', '\u0001+1', '\u200b@SUM(A1)', ' \u0000-1'])(
  'disarms a formula behind characters that programs skip: %j',
  async (word) => {
    const sheet = { header: ['a'], formats: ['word' as const], rows: [[word]] }
    expect(await (await csvOf(sheet)).text()).toContain(`'${word}`)
  },
)

test.each([';', '\t'])('quotes a cell with %j, which some programs use as a separator', async (sign) => {
  const sheet = { header: ['a'], formats: ['word' as const], rows: [[`x${sign}=1+1`]] }
  expect(await (await csvOf(sheet)).text()).toContain(`"x${sign}=1+1"`)
})
