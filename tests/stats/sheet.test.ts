import { expect, test } from 'vitest'
import { csvOf, type Sheet } from '../../src/stats/sheet.ts'

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
])('a text that spreadsheets would take for a formula begins with an apostrophe: %j', async (word) => {
  expect(await csv(word)).toBe(
    `\uFEFFSub1,Visits\r\n"'${word.replaceAll('"', '""')}",-5\r\n`.replace('\uFEFF', ''),
  )
})

test.each(['search', 'a=b', '1+1', 'x@y.example', "O'Hara"])(
  'other text stays as it is: %s',
  async (word) => {
    expect(await csv(word)).toContain(`\r\n${word},-5\r\n`)
  },
)
