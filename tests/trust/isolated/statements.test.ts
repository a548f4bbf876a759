import { expect, test } from 'vitest'
import { one, between, randomFrom, type Random } from '../../../src/cli/seed/random.ts'
import { statementProcess } from '../../../src/server/returns/statementProcess.ts'
import { HEAD, textCell, workbookOf } from '../sheets.ts'

/** Damaged statements. Each is read or refused, whatever the damage, and the next one is read. */

const CSV = Buffer.from('id,amount\n"a ""b""",10.00\né,-1\n')
const SHEET = workbookOf(`${HEAD}<row r="2">${textCell('A2', 'a')}<c r="B2"><v>10</v></c></row>`)
const SEED = 42
const FILES = 200

const DAMAGES: readonly ((random: Random, bytes: Buffer) => void)[] = [
  (random, bytes) => (bytes[between(random, 0, bytes.length - 1)] = between(random, 0, 255)),
  (random, bytes) => bytes.fill(0xff, between(random, 0, bytes.length - 1)),
  (random, bytes) => bytes.copyWithin(between(random, 0, bytes.length), between(random, 0, bytes.length)),
  (random, bytes) => bytes.writeUInt32LE(0xffff_fff0, between(random, 0, bytes.length - 4)),
]

test('each of 200 damaged files is read or refused with 422', { timeout: 300_000 }, async () => {
  for (let n = 0; n < FILES; n++) {
    const random = randomFrom(SEED, n)
    const whole = one(random, [CSV, SHEET])
    const bytes = Buffer.from(
      whole.subarray(0, random() < 0.2 ? between(random, 4, whole.length) : undefined),
    )
    for (let left = between(random, 1, 4); left > 0; left--) one(random, DAMAGES)(random, bytes)
    const name = one(random, ['a.csv', 'a.xlsx'])
    expect(await readAs(name, bytes), `file ${n} of seed ${SEED}`).toMatch(/^(names|failed|422)$/)
  }
  expect([await readAs('a.csv', CSV), await readAs('a.xlsx', SHEET)]).toEqual(['names', 'names'])
})

async function readAs(name: string, bytes: Buffer): Promise<string> {
  const parts: string[] = []
  try {
    for await (const part of statementProcess(NO_STORE, {
      task: 'columns',
      kind: 'statement',
      file: { name, bytes },
    }))
      parts.push(...Object.keys(part))
  } catch (error) {
    return String((error as { statusCode?: number }).statusCode ?? error)
  }
  return parts.join()
}

/** Columns are read without it. */
const NO_STORE = {
  statedSales: () => Promise.reject(new Error('read')),
  bookedEntries: () => Promise.reject(new Error('read')),
}
