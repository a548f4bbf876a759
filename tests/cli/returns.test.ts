import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Value } from 'typebox/value'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { ReturnsAnswer } from '../../schemas/commands/selling.ts'
import { openStore } from '../../src/store/openStore.ts'
import { layEmptyDatabase } from '../store/emptyDatabase.ts'
import { publish, session, step, uuidOf } from '../store/history.ts'
import { leadloom, NOW } from './commandLine.ts'

const QUOTES = 'A quotation mark has no partner. Close the cell with another one, and double any inside it.'
const SOLD = '$25.00 of mva, sold 2026-11-20T16:59:59.000Z'
let folder = ''
let file = ''
/** The keys under which the leads were posted. */
let keys: string[] = []

/** Two leads that acme bought, and one that it has not answered yet. */
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'leadloom-returns-'))
  file = join(folder, 'november.csv')
  onTestFinished(() => rmSync(folder, { recursive: true }))
  await layEmptyDatabase(folder)
  const store = await openStore({ dataDir: folder, hasThreads: false })
  await publish(store, 'leadloom', 1000)
  for (const n of [0, 1, 2]) {
    await store.openSession(session({ uuid: uuidOf(n) }))
    const lead = { offer: 'mva', buyers: ['acme'], payload: {} }
    await store.appendStep(uuidOf(n), step({ id: uuidOf(n), at: NOW - 2000 }), { lead })
  }
  keys = (await store.deliveries({ state: null, limit: 9 })).map(({ key }) => key).toReversed()
  for (const delivery of [1, 2]) {
    await store.beginAttempt(delivery, NOW - 1500)
    const sale = { external_id: `A-${delivery}`, cents: 2500 }
    const end = { state: 'accepted', message: 'Yes.', at: NOW - 1000, due_at: null, sale } as const
    await store.endAttempt(delivery, 1, end)
  }
  await store.close()
})

const returns = (line: string) => leadloom(`returns ${line}`, { env: { DATA_DIR: folder } })
const answered = async (line: string) => {
  const { code, out } = await returns(`${line} --json`)
  const answer = JSON.parse(out) as ReturnsAnswer
  expect(Value.Errors(ReturnsAnswer, answer)).toEqual([])
  return { code, answer, outcomes: answer.lines.map(({ line, outcome }) => [line, outcome]) }
}
const net = async () => {
  const { out } = await leadloom('ledger --json', { env: { DATA_DIR: folder } })
  return (JSON.parse(out) as { total: { returns: number; net_cents: number } }).total
}

test('previews every line and changes nothing until it’s applied', async () => {
  writeFileSync(file, `reason,id,amount\nwrong number,A-1,$25.00\n\n"no\nanswer",A-9,\n,A-1,\n`)
  const { code, out } = await returns(`${file} --buyer acme`)
  expect([code, out.split('\n')]).toEqual([
    0,
    [
      `${file}:2  A-1  would be returned  ${SOLD}`,
      `${file}:4  A-9  would wait for its sale  Its sale isn’t known yet, so the return waits for it.`,
      `${file}:6  A-1  already returned  ${SOLD}  This is the same return as on line 2.`,
      'Nothing changed. --apply would return 1 lead for $25.00.',
    ],
  ])
  expect(await net()).toMatchObject({ returns: 0, net_cents: 5000 })

  const applied = await answered(`${file} --buyer acme --apply`)
  const outcomes = [
    [2, 'returned'],
    [4, 'waits'],
    [6, 'known'],
  ]
  expect(applied).toMatchObject({ code: 0, outcomes, answer: { applied: true, returned_cents: 2500 } })
  expect(await net()).toMatchObject({ returns: 1, net_cents: 2500 })
})

test('previews two parts of one lead as they will be booked, and tells two of one amount apart by their IDs', async () => {
  writeFileSync(file, `id,amount\nA-1,10.00\nA-1,15.00\nA-1,1.00\nA-2,5.00\nA-2,5.00\n`)
  const parts = [
    [2, 'returned'],
    [3, 'returned'],
    [4, 'conflict'],
    [5, 'returned'],
    [6, 'known'],
  ]
  const tried = await answered(`${file} --buyer acme`)
  expect(tried).toMatchObject({ outcomes: parts, answer: { returned_cents: 3000 } })
  expect(tried.answer.lines.map(({ returned_cents }) => returned_cents)).toEqual([1000, 1500, 0, 500, 0])
  const { out } = await returns(`${file} --buyer acme`)
  expect(out.split('\n')[0]).toBe(`${file}:2  A-1  would be returned  $10.00 out of  ${SOLD}`)
  expect(await answered(`${file} --buyer acme --apply`)).toMatchObject({
    outcomes: parts,
    answer: { returned_cents: 3000 },
  })
  expect(await net()).toMatchObject({ net_cents: 2000 })

  writeFileSync(
    file,
    `id,amount,return_id\nA-2,5.00,R-1\nA-2,4.00,R-2\nA-2,4.00,R-3\nA-2,4.00,R-3\nA-2,1.00,=R\u0007\n`,
  )
  expect(
    (await answered(`${file} --buyer acme`)).answer.lines.map(({ outcome, reason }) => [outcome, reason]),
  ).toEqual([
    ['conflict', 'A return of $5.00 without an ID was booked before, and may be the same one.'],
    ['returned', null],
    ['returned', null],
    ['known', 'This is the same return as on line 4.'],
    ['unreadable', expect.stringContaining('control characters')],
  ])
  writeFileSync(file, `id,amount,Refund_ID\nA-2,4.00,2.19E+147\n`)
  expect(
    (await answered(`${file} --buyer acme --columns return_id=Refund_ID`)).answer.lines[0],
  ).toMatchObject({
    outcome: 'unreadable',
    reason: expect.stringContaining('A spreadsheet changed this ID to 2.19E+147.') as string,
  })
})

test('keeps the reason of each line with its return', async () => {
  writeFileSync(file, `id,reason\nA-1,Wrong number\n`)
  await returns(`${file} --buyer acme --apply`)
  const { out } = await leadloom(['call', 'desk/returns', '--json', '{}'], { env: { DATA_DIR: folder } })
  expect(JSON.parse(out)).toMatchObject({
    data: [{ external_id: 'A-1', reason: 'file', words: 'Wrong number', booked_by: 'console' }],
  })
})

test('can be applied again without taking anything back twice', async () => {
  writeFileSync(file, `key\n${keys[0]}\n${keys[1]}\n${keys[2]}\n`)
  const lines = (await returns(`${file} --buyer acme --apply`)).out.split('\n')
  expect(lines.at(-1)).toBe('Returned 2 leads for $50.00.')
  const again = await answered(`${file} --buyer acme --apply`)
  expect(again.outcomes.map(([, outcome]) => outcome)).toEqual(['known', 'known', 'waits'])
  expect(await net()).toMatchObject({ returns: 2, net_cents: 0 })
  const { answer } = await answered('')
  expect(answer.unbooked).toMatchObject([{ state: 'waiting', source: 'acme', key: keys[2] }])
})

test('keeps contradictions to the ledger until the operator dismisses them', async () => {
  writeFileSync(file, `id,key,amount\nA-1,,25.01\n,guess,\nA-2,,\n`)
  const { code, outcomes } = await answered(`${file} --buyer acme --apply`)
  const said = [
    [2, 'conflict'],
    [3, 'unknown'],
    [4, 'returned'],
  ]
  expect([code, outcomes]).toEqual([1, said])
  expect((await returns('')).out).toMatch(
    /^1 {2}conflict {2}acme {2}A-1 {2}return {2}\$25\.01 .* \$25\.01 is more than the \$25\.00 left of this sale\.\n1 report is not in the ledger\.$/,
  )
  expect((await returns('dismiss 1')).out).toBe('0 reports are not in the ledger.')
  expect(await returns('dismiss 1')).toMatchObject({ code: 1 })
})

test.each([
  ['a line that names no lead', 'id,amount\nA-1,\n,5\n', 3, 'It doesn’t name a lead. Fill in id or key.'],
  [
    'an amount that is none',
    'id,amount\nA-1,\nA-2,"2,50"\n',
    3,
    'Write the amount in dollars, like 12.34 or -12.34, not "2,50".',
  ],
  ['a quotation mark that nothing closes', 'id,amount\nA-2,\n"A-1,25.00\nA-3,25.00\n', 3, QUOTES],
  ['a cell that goes on after its quotation mark', 'id,amount\n"A"-1,25.00\n', 2, QUOTES],
  [
    'an id of two lines',
    'id\n"A-1\nA-2"\n',
    2,
    'IDs and keys must be a single line without control characters.',
  ],
  [
    'amounts with a comma',
    'id;amount\nA-1;25,00\n',
    2,
    'Write the amount in dollars, like 12.34 or -12.34, not "25,00".',
  ],
])('applies no line of a file with %s', async (_, text, line, reason) => {
  writeFileSync(file, text)
  const { code, answer } = await answered(`${file} --buyer acme --apply`)
  const unreadable = answer.lines.filter(({ outcome }) => outcome === 'unreadable')
  expect([code, answer.applied, unreadable]).toMatchObject([1, false, [{ line, reason }]])
  expect(await net()).toMatchObject({ returns: 0 })
})

test.each([
  ['no header', 'A-1\nA-2\n', 'No column identifies the leads. The header has "A-1". Map the id'],
  ['a column twice', 'id,amount,id\nA-1,25,A-2\n', 'The header has the column "id" more than once.'],
  ['nothing', '', 'The file is empty. It needs a line with the column names.'],
])('refuses a file with %s', async (_, text, reason) => {
  writeFileSync(file, text)
  const { code, err } = await returns(`${file} --buyer acme --apply`)
  expect([code, err]).toEqual([2, expect.stringContaining(reason)])
  expect(await net()).toMatchObject({ returns: 0 })
})

test.each([
  ['november.csv', 2, 'Add the buyer: --buyer BUYER.'],
  ['november.csv december.csv --buyer acme', 2, 'Add one file, or use dismiss ENTRY.'],
  ['--apply', 2, '--buyer and --apply only work with a file.'],
  ['dismiss one', 2, 'ENTRY must be a whole number of 1 or more, not "one".'],
  ['/nowhere/november.csv --buyer acme', 1, '/nowhere/november.csv: no such file.'],
])('refuses returns %s with a reason', async (line, code, message) => {
  const said = await returns(line)
  expect([said.code, said.err.split('\n')[0]]).toEqual([code, `leadloom: ${message}`])
})

test.each([
  ['semicolons', '\ufeff"id";"amount"\r\n"A-1";"25.00"\r\n'],
  ['tabs', 'amount\tid\n25\tA-1\n'],
  ['commas, and a comma in a cell', 'id,reason,amount\nA-1,"no answer; gone, he says",25\n'],
])('reads a file with %s', async (_, text) => {
  writeFileSync(file, text)
  expect(await answered(`${file} --buyer acme`)).toMatchObject({ code: 0, answer: { returned_cents: 2500 } })
})

test('reports a conflict if a line’s ID and key name two leads', async () => {
  writeFileSync(file, `id,key\nA-1,${keys[1]}\nA-9,${keys[0]}\nA-1,${keys[0]}\n`)
  const { outcomes } = await answered(`${file} --buyer acme --apply`)
  expect(outcomes.map(([, outcome]) => outcome)).toEqual(['conflict', 'conflict', 'returned'])
})

test('refuses a buyer that never got a lead', async () => {
  writeFileSync(file, 'id\nA-1\n')
  expect(await returns(`${file} --buyer amce`)).toMatchObject({
    code: 1,
    err: 'leadloom: No lead was ever sent to "amce". Use the buyer\'s key in the flows.',
  })
})
