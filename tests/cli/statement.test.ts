import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Value } from 'typebox/value'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import writeExcelFile from 'write-excel-file/node'
import { StatementAnswer } from '../../schemas/desk/statement.ts'
import { openStore } from '../../src/store/openStore.ts'
import { layEmptyDatabase } from '../store/emptyDatabase.ts'
import { publish, session, step, uuidOf } from '../store/history.ts'
import { leadloom, NOW } from './commandLine.ts'

const HOUR_MS = 3_600_000
const PHONES = ['5125550101', '5125550102', '5125550103', '5125550104']
let folder = ''
let file = ''
/** The keys under which the leads were posted. */
let keys: string[] = []

/** Four leads, A-0 to A-3, that acme bought for $25.00 each on the morning of November 20. It returned the last. */
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'leadloom-statement-'))
  file = join(folder, 'november.csv')
  onTestFinished(() => rmSync(folder, { recursive: true }))
  await layEmptyDatabase(folder)
  const store = await openStore({ dataDir: folder, hasThreads: false })
  await publish(store, 'leadloom', 1000)
  for (const [n, text] of PHONES.entries()) {
    await store.openSession(session({ uuid: uuidOf(n) }))
    const contacts = [{ kind: 'phone', text }] as const
    const payload = { zip: '10001', dob: '1970-01-31' }
    const lead = { offer: 'mva', buyers: ['acme'], payload, contacts: [...contacts] }
    await store.appendStep(uuidOf(n), step({ id: uuidOf(n), at: NOW - 9 * HOUR_MS }), { lead })
  }
  keys = (await store.deliveries({ state: null, limit: 9 })).map(({ key }) => key).toReversed()
  for (const n of PHONES.keys()) {
    await store.beginAttempt(n + 1, NOW - 8 * HOUR_MS)
    const sale = { external_id: `A-${n}`, cents: 2500 }
    const at = NOW - (7 - n) * HOUR_MS
    await store.endAttempt(n + 1, 1, { state: 'accepted', message: 'Yes.', at, due_at: null, sale })
  }
  await store.returnSale({ source: 'acme', external_id: 'A-3', key: null, cents: null, at: NOW - HOUR_MS })
  await store.close()
})

const statement = (...words: string[]) =>
  leadloom(['statement', file, '--buyer', 'acme', ...words], { env: { DATA_DIR: folder } })
const answered = async (...words: string[]) => {
  const { code, out, err } = await statement(...words, '--json')
  const answer = JSON.parse(out || '{}') as StatementAnswer
  expect([err, Value.Check(StatementAnswer, answer)]).toEqual(['', true])
  return { code, ...answer, outcomes: answer.entries.map(({ outcome, lines, id }) => [outcome, lines, id]) }
}
const none = { count: 0, ledger_cents: 0, stated_cents: 0 }

test('our keys have no shape that a spreadsheet would change', () => {
  for (const key of keys) expect(key).toMatch(/^k[\da-f]{31}$/)
})

test('a statement equal to the ledger matches completely, by ID, by key, and by phone and time', async () => {
  writeFileSync(
    file,
    [
      'amount,id,key,phone,time',
      '$25.00,A-0,,,2026-11-20',
      `25,,${keys[1]},,2026-11-20T10:00:00-05:00`,
      '"25.00",,,(512) 555-0103,11/20/2026 9:30 AM',
      '25.00,A-3,,,2026-11-20',
      '(25.00),A-3,,,2026-11-20 11:00',
    ].join('\n'),
  )
  const { code, sums, entries, range } = await answered()
  expect([code, entries]).toEqual([0, []])
  expect(sums).toEqual({
    matched: { count: 4, ledger_cents: 7500, stated_cents: 7500 },
    differing: none,
    missing: none,
    unknown: none,
  })
  expect(range).toEqual({
    from: Date.parse('2026-11-20T00:00:00-05:00'),
    to: Date.parse('2026-11-20T23:59:59.999-05:00'),
  })
})

test('reports another amount, a sale listed twice, a missing one, and one that was never sold, each with its sum', async () => {
  writeFileSync(
    file,
    [
      'Lead ID;Payout;Sold on',
      'A-0;20.00;2026-11-20',
      'A-1;25.00;2026-11-20',
      'A-1;25.00;2026-11-20',
      '=Z-9;30.00;2026-11-20',
    ].join('\n'),
  )
  const columns = ['--columns', 'id=lead id, amount=Payout, time=Sold on']
  const { code, sums, outcomes } = await answered(...columns)
  expect([code, outcomes]).toEqual([
    1,
    [
      ['differing', [2], 'A-0'],
      ['differing', [3, 4], 'A-1'],
      ['unknown', [5], '=Z-9'],
      ['missing', [], 'A-2'],
    ],
  ])
  expect(sums).toEqual({
    matched: none,
    differing: { count: 2, ledger_cents: 5000, stated_cents: 7000 },
    missing: { count: 1, ledger_cents: 2500, stated_cents: 0 },
    unknown: { count: 1, ledger_cents: 0, stated_cents: 3000 },
  })

  const disputes = join(folder, 'disputes.csv')
  const { out } = await statement(...columns, '--disputes', disputes)
  expect(out.split('\n')).toEqual([
    `${file}:2  A-0  differs  mva, sold 2026-11-20T10:00:00.000Z  The statement says $20.00. The ledger says $25.00.`,
    `${file}:3,4  A-1  differs  mva, sold 2026-11-20T11:00:00.000Z  The statement says $50.00. The ledger says $25.00. It's listed 2 times.`,
    `${file}:5  =Z-9  is unknown  The ledger has no sale to this buyer that matches this line.`,
    "A-2  is missing  mva, sold 2026-11-20T12:00:00.000Z  This sale of $25.00 isn't in the statement.",
    'Matched: 0 sales for $0.00.',
    'Different: 2 sales, $70.00 in the statement, $50.00 in the ledger.',
    'Missing from the statement: 1 sale for $25.00.',
    'Not in the ledger: 1 line for $30.00.',
    `Wrote everything that doesn't match to ${disputes}.`,
  ])
  const written = readFileSync(disputes, 'utf8')
    .replace(/^\ufeff/, '')
    .split('\r\n')
  // Safe from formulas in a spreadsheet.
  expect(written[3]).toMatch(/^unknown,5,"?'=Z-9/)
  expect(written.slice(0, 2)).toEqual([
    'outcome,lines,id,key,offer,sold_at,ledger,statement,difference,reason',
    `differing,2,A-0,${keys[0]},mva,2026-11-20T10:00:00.000Z,25,20,-5,The statement says $20.00. The ledger says $25.00.`,
  ])
})

test('counts a return in the period it was reported, unless a line names it', async () => {
  writeFileSync(file, 'id,amount\nA-0,25\nA-1,25\nA-2,25\nA-3,25\n')
  const november = await answered('--from', '2026-11-20', '--to', '2026-11-20')
  expect(november.entries).toMatchObject([
    {
      outcome: 'differing',
      id: 'A-3',
      reason: 'The statement says $25.00. The ledger says $0.00. $25.00 of it was returned on 2026-11-20.',
    },
  ])
  // Next month's statement reverses what this month's paid.
  writeFileSync(file, 'id,amount\nA-3,-25\n')
  const december = await answered('--from', '2026-12-01', '--to', '2026-12-31')
  expect([december.code, december.sums.matched]).toEqual([
    0,
    { count: 1, ledger_cents: -2500, stated_cents: -2500 },
  ])
})

test('matches a phone number only to a sale within days of the line’s time', async () => {
  writeFileSync(file, 'phone,time,amount\n5125550101,2026-11-28,25\n+1 512 555 0102,2026-11-21,25\n')
  const { outcomes } = await answered('--from', '2026-11-20', '--to', '2026-11-20')
  expect(outcomes.slice(0, 1)).toEqual([['unknown', [2], null]])
  expect(outcomes.filter(([outcome]) => outcome === 'missing').map(([, , id]) => id)).toEqual(['A-0', 'A-2'])
})

test('says for a file without times that missing sales are unknown', async () => {
  writeFileSync(file, 'id\nA-0\n')
  const { code, out } = await statement()
  expect([code, out.split('\n')]).toEqual([
    0,
    [
      'Matched: 1 sale for $25.00.',
      'Different: 0 sales, $0.00 in the statement, $0.00 in the ledger.',
      "Can't tell whether sales are missing, because the file has no times. Add its days with --from and --to.",
      'Not in the ledger: 0 lines for $0.00.',
    ],
  ])
})

test('reads the same lines from a spreadsheet', async () => {
  const cell = (value: string | number) => ({ value })
  const day = { value: new Date(Date.UTC(2026, 10, 20)), type: Date, format: 'mm/dd/yyyy' } as const
  const sheet = join(folder, 'november.xlsx')
  await writeExcelFile([
    ['id', 'amount', 'time'].map(cell),
    [cell('A-0'), cell(25), day],
    [cell('A-1'), cell(19.99), day],
    [cell(''), cell(''), null],
    [cell('A-2'), cell('25.00'), day],
  ]).toFile(sheet)
  file = sheet
  const { outcomes, sums, range } = await answered()
  expect(outcomes).toEqual([['differing', [3], 'A-1']])
  expect(sums.matched).toEqual({ count: 2, ledger_cents: 5000, stated_cents: 5000 })
  expect(range!.from).toBe(Date.parse('2026-11-20T00:00:00-05:00'))
})

test('unreadable lines are reported, and the others are still compared with the ledger', async () => {
  writeFileSync(
    file,
    'id,amount,time\nA-0,25,2026-11-20\n,25,2026-11-20\nA-1,lots,2026-11-20\nA-2,25,20.11.2026\n',
  )
  const { code, entries, sums } = await answered()
  expect([code, sums.matched.count]).toEqual([1, 1])
  expect(entries.slice(0, 3).map(({ outcome, lines: [line], reason }) => [outcome, line, reason])).toEqual([
    ['unreadable', 3, 'It doesn’t name a lead. Fill in id, key, or phone.'],
    ['unreadable', 4, 'Write the amount in dollars, like 12.34 or -12.34, not "lots".'],
    ['unreadable', 5, 'Write the time like 2026-11-20 14:05 or 11/20/2026, not "20.11.2026".'],
  ])
})

test('refuses missing columns and unknown words in one sentence', async () => {
  writeFileSync(file, 'Lead,Payout,Payout\nA-0,25,25\n')
  const refusal = async (...words: string[]) => {
    const { code, err } = await statement(...words)
    return [code, err]
  }
  expect(await refusal()).toEqual([
    2,
    expect.stringContaining(
      'No column identifies the leads. The header has "Lead", "Payout (column 2)", "Payout (column 3)". Map the id, key, or phone, for example --columns "id=Lead".',
    ),
  ])
  expect(await refusal('--columns', 'id=Nr')).toEqual([
    2,
    expect.stringContaining(
      'There\'s no column "Nr". The header has "Lead", "Payout (column 2)", "Payout (column 3)".',
    ),
  ])
  expect(await refusal('--columns', 'id=Lead,amount=Payout')).toEqual([
    2,
    expect.stringContaining(
      'The header has the column "Payout" more than once. Choose one: "Payout (column 2)", "Payout (column 3)".',
    ),
  ])
  expect(await refusal('--columns', 'lead=Lead')).toEqual([
    2,
    expect.stringContaining("--columns maps id, key, phone, time, amount to the file's column names"),
  ])
  expect(await refusal('--columns', 'id=Lead', '--from', '2026-11-01')).toEqual([
    2,
    expect.stringContaining('Use --from and --to together.'),
  ])
  const sheet = join(folder, 'broken.xlsx')
  writeFileSync(sheet, 'no spreadsheet')
  file = sheet
  expect(await refusal()).toEqual([2, expect.stringContaining('read as a spreadsheet (XLSX)')])
})

test('refuses a buyer that never got a lead', async () => {
  writeFileSync(file, 'id\nA-0\n')
  const { code, err } = await leadloom(['statement', file, '--buyer', 'zenith'], {
    env: { DATA_DIR: folder },
  })
  expect([code, err]).toEqual([1, expect.stringContaining('No lead was ever sent to "zenith"')])
})

/** Buys one more lead of another person under this ID. */
async function soldAs(external_id: string, phone: string, n: number): Promise<void> {
  const store = await openStore({ dataDir: folder, hasThreads: false })
  await store.openSession(session({ uuid: uuidOf(n) }))
  const lead = {
    offer: 'mva',
    buyers: ['acme'],
    payload: { phone },
    contacts: [{ kind: 'phone' as const, text: phone }],
  }
  await store.appendStep(uuidOf(n), step({ id: uuidOf(n), at: NOON_BEFORE }), { lead })
  const { delivery } = (await store.deliveries({ state: null, limit: 1 }))[0]!
  await store.beginAttempt(delivery, NOON_BEFORE)
  const sale = { external_id, cents: 2500 }
  await store.endAttempt(delivery, 1, { state: 'accepted', message: '', at: NOON_BEFORE, due_at: null, sale })
  await store.close()
}
const NOON_BEFORE = NOW - 7 * HOUR_MS
const CHANGED = [
  ['219E0145', '2.19E+147', '5125550111'],
  ['007712', '7712', '5125550112'],
  ['4400123406501421', '4.40E+15', '5125550113'],
  ['5500123406501421', '5500123406501420', '5125550114'],
] as const

test('matches an ID that a spreadsheet changed only to the sale with its amount or phone number', async () => {
  for (const [at, [id, , phone]] of CHANGED.entries()) await soldAs(id, phone, 10 + at)
  const file_ = (line: (shown: string, phone: string) => string) =>
    writeFileSync(
      file,
      `id,phone,amount\n${CHANGED.map(([, shown, phone]) => line(shown, phone)).join('\n')}\n`,
    )
  file_((shown, phone) => `${shown},${phone},25.00`)
  expect((await answered()).sums).toMatchObject({ matched: { count: 4 }, unknown: { count: 0 } })
  file_((shown) => `${shown},,25.00`)
  expect((await answered()).sums).toMatchObject({ matched: { count: 4 }, unknown: { count: 0 } })
  file_((shown) => `${shown},,24.00`)
  const { entries } = await answered()
  expect(entries.map(({ outcome, reason }) => `${outcome}: ${reason}`)).toEqual(
    CHANGED.map(([id, shown]) => `unknown: A spreadsheet changed this ID. ${shown} was probably ${id}.`),
  )
  // The phone number is that of another lead.
  file_((shown) => `${shown},5125550101,25.00`)
  expect((await answered()).entries.map(({ reason }) => reason)).toEqual(
    CHANGED.map(() => 'The ID and the phone number belong to different leads.'),
  )
})

test('matches an ID that could be two different ones to neither without a phone number', async () => {
  await soldAs('007712', '5125550112', 10)
  await soldAs('7712', '5125550115', 11)
  await soldAs('4400123406501421', '5125550113', 12)
  await soldAs('4400123406501427', '5125550116', 13)
  writeFileSync(file, 'id,amount\n7712,25.00\n4.40E+15,25.00\n9.1E+40,25.00\n')
  expect((await answered()).entries.map(({ outcome, reason }) => `${outcome}: ${reason}`)).toEqual([
    'unknown: A spreadsheet changed this ID. 7712 can be 7712 or 007712.',
    'unknown: A spreadsheet changed this ID. 4.40E+15 can be 4400123406501421 or 4400123406501427.',
    'unknown: A spreadsheet changed this ID to 9.1E+40. Ask the buyer for the file with IDs as text.',
  ])
  writeFileSync(file, 'id,phone,amount\n7712,(512) 555-0112,25.00\n4.40E+15,512.555.0116,24.00\n')
  expect((await answered()).entries.map(({ outcome, id }) => [outcome, id])).toEqual([
    ['differing', '4400123406501427'],
  ])
})

test('matches an ID that a spreadsheet changed to a returned sale, too', async () => {
  await soldAs('0088', '5125550117', 10)
  await soldAs('6600123406501421', '5125550118', 11)
  const store = await openStore({ dataDir: folder, hasThreads: false })
  for (const external_id of ['0088', '6600123406501421'])
    await store.returnSale({ source: 'acme', external_id, key: null, cents: null, at: NOON_BEFORE + 1 })
  await store.close()
  const both = (shown: string) => `${shown},25.00\n${shown},-25.00\n`
  writeFileSync(file, `id,amount\n${both('88')}${both('6600123406501420')}`)
  expect((await answered()).sums).toMatchObject({
    matched: { count: 2, ledger_cents: 0 },
    unknown: { count: 0 },
  })
})

test('a phone number that contradicts the ID stops the match, even if its own lead is unknown', async () => {
  await soldAs('B-9', '5125550119', 10)
  const reasons = async (line: string) => {
    writeFileSync(file, `id,key,phone,amount\n${line},25.00\n`)
    return (await answered()).entries.map(({ reason }) => reason)
  }
  const WRONG = ['The ID and the phone number belong to different leads.']
  expect(await reasons('A-0,,5125550102')).toEqual(WRONG)
  expect(await reasons(`,${keys[0]},5125550102`)).toEqual(WRONG)
  expect(await reasons('B-9,,2125559999')).toEqual(WRONG)
  expect(await reasons('B-9,,+1 (512) 555-0119')).toEqual([])
  // The lead itself has no phone number that could contradict.
  expect(await reasons('A-0,,2125559999')).toEqual([])
})

test('reads the columns of a file by its own names, even with commas', async () => {
  writeFileSync(file, 'Statement of November\n\nLead;"Paid, USD"\nA-0;25.00\nTotal;25.00\n')
  const { sums, notes } = await answered('--columns', 'id=Lead, amount=Paid, USD')
  expect([sums.matched.count, notes]).toEqual([
    1,
    [
      'Line 3 has the column names. The line above it was left out.',
      'Line 5 is a total, so it was left out.',
    ],
  ])
})
