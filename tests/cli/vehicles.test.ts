import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { VehiclesAnswer } from '../../schemas/commands/operating.ts'
import { readVehicles } from '../../src/cli/files/vehiclesCsv.ts'
import { openStore } from '../../src/store/openStore.ts'
import { leadloom } from './commandLine.ts'

const FOLDER = mkdtempSync(join(tmpdir(), 'leadloom-vehicles-'))
afterAll(() => rmSync(FOLDER, { recursive: true }))
const FILE = join(FOLDER, 'new.csv')
const DATA_DIR = join(FOLDER, 'data')
const say = (line: string) => leadloom(line, { env: { DATA_DIR } })
const kept = async () => {
  const store = await openStore({ dataDir: DATA_DIR, hasThreads: false })
  try {
    return JSON.parse((await store.importedFile('vehicles.json')) ?? 'null') as unknown
  } finally {
    await store.close()
  }
}

test.each([
  ['as it is meant', 'year,make,model\n2027,Slate,Truck\n', { '2027': { Slate: ['Truck'] } }],
  [
    'with more columns, in another order',
    'body,Model,MAKE,Year\nSUV,EV4,Kia,2027',
    { '2027': { Kia: ['EV4'] } },
  ],
  [
    'as spreadsheets of other countries save it',
    '\ufeffyear;make;model\r\n2027; Kia ;EV4\r\n\r\n',
    { '2027': { Kia: ['EV4'] } },
  ],
  [
    'with quotes',
    'year,make,model\n2027,"Rolls, Royce","Ghost ""II"""',
    { '2027': { 'Rolls, Royce': ['Ghost "II"'] } },
  ],
  ['with a row twice', 'year,make,model\n2027,Kia,EV4\n2027,Kia,EV4', { '2027': { Kia: ['EV4'] } }],
  [
    'with a make named as objects name what they have',
    'year,make,model\n2027,__proto__,EV4',
    { '2027': { ['__proto__']: ['EV4'] } },
  ],
])('a file %s is read', (_, text, years) => {
  const { problems, ...read } = readVehicles(text)
  expect([problems, read.years]).toEqual([[], years])
})

test.each([
  ['', [[1, 'The file has no vehicles.']]],
  ['2027,Kia,EV4', [[1, 'The first line must contain the column names: year,make,model.']]],
  ['year,make,model', [[1, 'The file has no vehicles.']]],
  [
    'year,make,model\n27,Kia,EV4\n2027,,EV4\n\n2027,Kia\n"2027","a\nb",x\n1991,Kia,Sephia',
    [
      [2, 'The year must be from 1992 to 2100, not "27".'],
      [3, 'The make is missing.'],
      [5, 'The model is missing.'],
      [6, 'The make contains unreadable characters. Save the file as UTF-8.'],
      [8, 'The year must be from 1992 to 2100, not "1991".'],
    ],
  ],
] as [string, [number, string][]][])('the file %j is refused, line by line', (text, problems) => {
  expect(readVehicles(text).problems.map(({ line, message }) => [line, message])).toEqual(problems)
})

test('imports a file, which replaces the previous one, and prints what’s new', async () => {
  writeFileSync(FILE, 'year,make,model\n2026,Toyota,RAV4\n2026,Toyota,Nobody Knows It\n2027,Slate,Truck\n')
  const { code, out } = await say(`vehicles import ${FILE} --json`)
  const answer = JSON.parse(out) as VehiclesAnswer
  expect([code, answer]).toEqual([0, { file: FILE, rows: 3, years: [2026, 2027], added: 2, problems: [] }])
  writeFileSync(FILE, 'year,make,model\n2027,Kia,EV4\n')
  expect((await say(`vehicles import ${FILE}`)).out).toBe(
    'Imported 1 vehicle from model year 2027, 1 of them new.',
  )
  expect(await kept()).toEqual({ '2027': { Kia: ['EV4'] } })
})

test('imports nothing from a file with mistakes, and names the line of each', async () => {
  writeFileSync(FILE, 'year,make,model\n2027,Slate,Truck\n2027,Kia,\n')
  const { code, out } = await say(`vehicles import ${FILE}`)
  expect(code).toBe(1)
  expect(out.split('\n')).toEqual([`${FILE}:3  The model is missing.`, '1 problem. Nothing was imported.'])
  expect(await kept()).toEqual({ '2027': { Kia: ['EV4'] } })
})

test.each([
  ['vehicles', 2],
  ['vehicles import', 2],
  ['vehicles drop x', 2],
  ['vehicles import /nowhere/x.csv', 1],
])('%s: exit code %i', async (line, exit) => {
  expect((await say(line)).code).toBe(exit)
})
