import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import writeExcelFile from 'write-excel-file/node'
import type {
  NamedColumns,
  ReturnList,
  ReturnsFileAnswer,
  StatementPart,
} from '../../../schemas/desk/returns.ts'
import { HURT, SELLING_FLOW } from '../smallFlow.ts'
import { refused, running } from '../running.ts'
import { askAs } from './askAs.ts'

/** Tests returns by hand and by file, and statements, as an operator's browser requests them. */

const NOON = Date.parse('2026-11-20T12:00:00-05:00')
const server = await running({ flow: SELLING_FLOW, now: () => NOON + 60_000, until: afterAll })
const { store, open } = server
const manager = await askAs(server, 'manager')
const analyst = await askAs(server, 'analyst')

/** A lead that acme bought for $10.00 plus a cent for each one before it; without an ID it isn't sold yet. */
let sold = 0
async function lead(external_id: string | null, phone?: string) {
  const { uuid } = await open()
  const email = `${randomUUID()}@example.com`
  const at = NOON + sold
  await store.appendStep(
    uuid,
    { ...HURT, id: randomUUID(), time_on_step: 1, execute_actions: [], page_url: '', at },
    {
      lead: {
        offer: 'claim',
        buyers: ['acme'],
        payload: { email },
        contacts: [
          { kind: 'email', text: email },
          ...(phone === undefined ? [] : [{ kind: 'phone' as const, text: phone }]),
        ],
      },
    },
  )
  const [delivery = 0] = (await store.dueDeliveries('acme', at, 50)).slice(-1)
  if (external_id === null) return { uuid, delivery }
  await store.beginAttempt(delivery, at)
  const sale = { external_id, cents: 1000 + sold++ }
  await store.endAttempt(delivery, 1, { state: 'accepted', message: '', due_at: null, at, sale })
  return { uuid, delivery }
}
const ledger = async () => (await store.ledger({ path: null, from: 0, to: NOON * 2 }))[0]!
const list = async (asked: object = {}, who = manager) =>
  (await who.post('returns', asked)).json<ReturnList>().data
const acts = async (act: string) => (await store.auditLog(200)).filter((entry) => entry.act === act)

const byHand = await lead('H-1')
const files = [await lead('F-1'), await lead('F-2'), await lead('F-3')]
const unsold = await lead(null)

test('returns the whole sale of a delivery once, with its author and reason, and refuses a second time with a reason', async () => {
  const asked = { delivery: byHand.delivery, reason: 'wrong_contact', words: ' Ann said so. ' }
  expect((await manager.post('returns/book', asked)).json()).toEqual({ cents: 1000 })
  expect(refused(await manager.post('returns/book', asked))).toMatchObject({ code: 409, field: 'delivery' })
  expect(await ledger()).toMatchObject({ returns: 1, returned_cents: 1000 })
  const [row] = await list()
  expect(row).toMatchObject({
    external_id: 'H-1',
    buyer: 'acme',
    session_uuid: byHand.uuid,
    cents: 1000,
    reason: 'wrong_contact',
    words: 'Ann said so.',
    booked_by: 'one-manager',
  })
  const [entry, ...more] = await acts('book_return')
  expect([entry?.operator, entry?.about, more]).toEqual([
    'one-manager',
    'acme H-1: wrong_contact, $10.00',
    [],
  ])
  expect((await list({}, analyst))[0]).toMatchObject({ external_id: 'H-1', words: '' })
})

test('refuses what wasn’t sold or doesn’t exist, and keeps nothing waiting', async () => {
  const asked = (delivery: number) => manager.post('returns/book', { delivery, reason: 'other' })
  expect(refused(await asked(unsold.delivery))).toMatchObject({ code: 409 })
  expect(refused(await asked(9999))).toMatchObject({ code: 404 })
  expect(await store.unbooked(9)).toEqual([])
  const long = { delivery: unsold.delivery, reason: 'other', words: 'x'.repeat(501) }
  expect((await manager.post('returns/book', long)).statusCode).toBe(400)
})

test('erases the reason of a return with its visitor, and keeps the return', async () => {
  await store.forgetSession(byHand.uuid)
  expect(await list({ search: 'H-1' })).toMatchObject([{ reason: 'wrong_contact', words: '' }])
})

const base64 = (text: string | Buffer) => Buffer.from(text).toString('base64')
const file = (text: string | Buffer, apply: boolean, columns: object = {}) =>
  manager.post('returns/file', { name: 'a.csv', buyer: 'acme', content: base64(text), columns, apply })

test('shows what each line of a file would book and which cell is wrong, and books nothing', async () => {
  const before = await ledger()
  const text = 'id,note,amount\nF-1,x,10.01\nF-2,y,ten\nZ-9,z,\nH-1,,\n'
  for (const apply of [false, true]) {
    const answer = (await file(text, apply)).json<ReturnsFileAnswer>()
    expect(answer.applied).toBe(false)
    expect(answer.lines.map(({ line, column, outcome, cents }) => [line, column, outcome, cents])).toEqual([
      [2, null, 'returned', 1001],
      [3, 3, 'unreadable', null],
      [4, null, 'waits', null],
      [5, null, 'known', 1000],
    ])
    expect(answer.lines[1]?.reason).toContain('in dollars, like 12.34')
  }
  expect(await ledger()).toEqual(before)
  expect(await acts('book_returns')).toEqual([])
})

test('books a file once it’s confirmed, and nothing of it a second time', async () => {
  const text = `id,amount\nF-1,10.01\nF-2,\nF-2,\n`
  const answer = (await file(text, true)).json<ReturnsFileAnswer>()
  expect([answer.applied, answer.returned_cents]).toEqual([true, 2003])
  const after = await ledger()
  expect(after).toMatchObject({ returns: 3, returned_cents: 3003 })
  const again = (await file(text, true)).json<ReturnsFileAnswer>()
  expect(again.lines.map(({ outcome, reason }) => [outcome, reason])).toEqual([
    ['known', null],
    ['known', null],
    ['known', null],
  ])
  expect([again.returned_cents, await ledger()]).toEqual([0, after])
  expect((await acts('book_returns')).map(({ about }) => about)).toEqual([
    'acme: 0 of 3 lines, $0.00',
    'acme: 2 of 3 lines, $20.03',
  ])
})

test('reads a workbook of returns by its own columns, and remembers them for this buyer', async () => {
  const { uuid } = await lead('007')
  const sheet = await writeExcelFile([
    [{ value: 'Returns of November' }],
    [{ value: 'Nr' }, { value: 'Sum' }],
    [{ value: '007' }, { value: 10 }],
  ]).toBuffer()
  const columns = { id: 'Nr', amount: 'Sum' }
  const named = async () =>
    (
      await manager.post('returns/columns', { kind: 'returns', name: 'a.xlsx', content: base64(sheet) })
    ).json<NamedColumns>()
  expect(await named()).toMatchObject({ names: ['Nr', 'Sum'], guessed: {}, remembered: [] })
  const answer = (await file(sheet, false, columns)).json<ReturnsFileAnswer>()
  expect(answer.lines.map(({ line, id }) => [line, id])).toEqual([[3, '007']])
  expect(answer.notes).toEqual(['Line 2 has the column names. The line above it was left out.'])
  expect((await named()).remembered).toEqual([{ buyer: 'acme', columns }])
  // Another file without these names.
  const other = { kind: 'returns', name: 'a.csv', content: base64('id,amount\nA,1\n') }
  expect((await manager.post('returns/columns', other)).json<NamedColumns>().remembered).toEqual([])
  expect((await manager.post('returns/columns', { ...other, kind: 'statement' })).json()).toMatchObject({
    guessed: { id: 'id', amount: 'amount' },
    remembered: [],
  })
  expect(uuid).not.toBe('')
})

test('books no return under an ID that a spreadsheet changed, or that the phone number contradicts', async () => {
  await lead('0045')
  const lines = async (text: string) =>
    (await file(text, true)).json<ReturnsFileAnswer>().lines.map(({ outcome, reason }) => [outcome, reason])
  expect(await lines('id\n45\n')).toEqual([
    ['unreadable', 'A spreadsheet changed this ID. 45 was probably 0045.'],
  ])
  expect(await lines('id\n4.5E+33\n')).toEqual([
    ['unreadable', 'A spreadsheet changed this ID to 4.5E+33. Ask the buyer for the file with IDs as text.'],
  ])
  expect(await lines('key\n2.19E+147\n')).toEqual([
    ['unreadable', expect.stringContaining('A spreadsheet changed this ID to 2.19E+147.')],
  ])
  expect(await lines('key\n4400123406501420\n')).toEqual([
    ['unreadable', expect.stringContaining('A spreadsheet changed this ID to 4400123406501420.')],
  ])
  expect(await list({ search: '0045' })).toEqual([])
  const { delivery } = await lead('K-1', '5125550178')
  const { key } = (await store.delivery(delivery))!
  const named = await file(`key,phone\n${key},5125550178\n`, false)
  expect(named.json<ReturnsFileAnswer>().lines).toMatchObject([{ outcome: 'returned', reason: null }])
  // A phone number that agrees doesn't make the other cells readable.
  await lead('U-1', '5125550177')
  expect(await lines('id,phone,amount\nU-1,5125550177,ten\n')).toEqual([
    ['unreadable', expect.stringContaining('in dollars, like 12.34')],
  ])
})

test('lists returns by buyer, reason, time, and ID, page by page', async () => {
  expect((await list({ reason: 'file' })).map(({ external_id }) => external_id)).toEqual(['F-2', 'F-1'])
  await store.returnSale({ source: 'acme', external_id: 'F-3', key: null, cents: null, at: NOON + 90_000 })
  expect(await list({ reason: 'reported' })).toMatchObject([{ external_id: 'F-3', booked_by: '' }])
  expect(await list({ buyer: 'bolt' })).toEqual([])
  expect(await list({ search: files[2]!.uuid })).toHaveLength(1)
  expect(await list({ from: NOON + 90_000 })).toHaveLength(1)
  const first = (await manager.post('returns', { limit: 3 })).json<ReturnList>()
  const second = (await manager.post('returns', { limit: 3, before: first.next })).json<ReturnList>()
  expect([...first.data, ...second.data].map(({ external_id }) => external_id)).toEqual([
    'F-3',
    'F-2',
    'F-1',
    'H-1',
  ])
  expect(second.next).toBe(null)
  expect(refused(await manager.post('returns', { from: 2, to: 1 }))).toMatchObject({ code: 400 })
})

test('returns only the sale of a changed ID that the phone number identifies', async () => {
  const phones = ['5125550145', '5125550146']
  await lead('219E0145', phones[0])
  await lead('219E00145', phones[1])
  const lines = async (text: string) =>
    (await file(text, true))
      .json<ReturnsFileAnswer>()
      .lines.map(({ outcome, id, reason }) => [outcome, id, reason])
  expect(await lines('id,phone\n2.19E+147,2125550100\n')).toEqual([
    ['unreadable', '2.19E+147', expect.stringContaining('A spreadsheet changed this ID.')],
  ])
  expect(await lines(`id,phone\n2.19E+147,(512) 555-0146\n`)).toEqual([['returned', '219E00145', null]])
  expect(await list({ search: '219E00145' })).toHaveLength(1)
  expect(await list({ search: '219E0145' })).toEqual([])
})

test('counts a sale named twice in a file once, and an amount that differs from the sale’s as a conflict', async () => {
  const { delivery } = await lead('D-1')
  const asked = async (text: string) => (await file(text, false)).json<ReturnsFileAnswer>()
  const twice = await asked('id,amount\nD-1,\nD-1,\n')
  expect(twice.lines.map(({ outcome }) => outcome)).toEqual(['returned', 'known'])
  expect(twice.returned_cents).toBe(twice.lines[0]?.cents)
  const wrong = await asked('id,amount\nD-1,9999.00\n')
  expect([wrong.lines[0]?.outcome, wrong.returned_cents]).toEqual(['conflict', 0])
  expect((await manager.post('returns/book', { delivery, reason: 'other' })).statusCode).toBe(200)
})

test('reads each line of a long file separately, and books the sale it names', async () => {
  await lead('L-1', '5125550171')
  await lead('L-2', '5125550172')
  const unknown = Array.from({ length: 230 }, (_, n) => `N-${n},`)
  unknown[205] = 'L-1,5125550172'
  unknown[220] = 'L-2,5125550172'
  const told = (answer: ReturnsFileAnswer) =>
    answer.lines.filter(({ outcome }) => outcome !== 'waits').map(({ line, outcome }) => [line, outcome])
  const ask = async (apply: boolean) =>
    (await file(`id,phone\n${unknown.join('\n')}\n`, apply)).json<ReturnsFileAnswer>()
  expect(told(await ask(false))).toEqual([
    [207, 'unreadable'],
    [222, 'returned'],
  ])
  unknown[205] = 'N-205,'
  expect(told(await ask(true))).toEqual([[222, 'returned']])
  expect(await list({ search: 'L-1' })).toEqual([])
  expect(await list({ search: 'L-2' })).toHaveLength(1)
})

test('books returns and reads statements only for managers and admins', async () => {
  const paths = ['returns/book', 'returns/file', 'returns/statement', 'returns/columns']
  for (const role of ['viewer', 'author', 'analyst', 'manager', 'admin'] as const) {
    // Creating these two again would log them out.
    const who = role === 'manager' ? manager : role === 'analyst' ? analyst : await askAs(server, role)
    const refusals = await Promise.all(
      paths.map(async (path) => (await who.post(path, {})).statusCode === 403),
    )
    expect([role, refusals]).toEqual([role, paths.map(() => role !== 'manager' && role !== 'admin')])
    const seen = (await who.post('returns', {})).statusCode
    expect([role, seen]).toEqual([role, role === 'viewer' || role === 'author' ? 403 : 200])
  }
})

test('refuses a buyer that never got a lead, and a file with too many lines', async () => {
  const stranger = await manager.post('returns/file', {
    name: 'a.csv',
    buyer: 'nobody',
    content: base64('id\nA'),
    columns: {},
    apply: true,
  })
  expect(refused(stranger)).toMatchObject({ code: 422, field: 'buyer' })
  expect(refused(await file(`id\n${'A\n'.repeat(20_001)}`, false))).toMatchObject({
    code: 422,
    field: 'content',
  })
})

const CSV = 'Lead,Paid,Who\nH-1,10.00,=1+1\nF-1,9.00,\n=Z-9,5.00,\n'
const parts = async (asked: object) =>
  (
    await manager.post('returns/statement', { name: 'a.csv', buyer: 'acme', content: base64(CSV), ...asked })
  ).body
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as StatementPart)

test('lists the columns of a statement, as CSV and as a spreadsheet', async () => {
  const columns = async (name: string, content: string) =>
    (await manager.post('returns/columns', { kind: 'statement', name, content })).json<NamedColumns>()
  expect(await columns('a.csv', base64(CSV))).toMatchObject({
    names: ['Lead', 'Paid', 'Who'],
    sample: [
      ['H-1', '10.00', '=1+1'],
      ['F-1', '9.00', ''],
      ['=Z-9', '5.00', ''],
    ],
  })
  const sheet = await writeExcelFile([
    [{ value: 'Lead' }, { value: 'Paid' }],
    [{ value: 'H-1' }, { value: 10 }],
  ]).toBuffer()
  expect(await columns('a.xlsx', base64(sheet))).toMatchObject({
    names: ['Lead', 'Paid'],
    sample: [['H-1', '10']],
  })
  const broken = await manager.post('returns/columns', {
    kind: 'statement',
    name: 'a.xlsx',
    content: base64('no sheet'),
  })
  expect(refused(broken)).toMatchObject({ code: 422, field: 'content' })
})

test('compares a statement with the ledger, with sums, and says when the same one was checked before', async () => {
  const columns = { id: 'Lead', amount: 'Paid' }
  const [first, second] = [await parts({ columns }), await parts({ columns })]
  const end = (all: StatementPart[]) => all.find((part) => 'sums' in part)
  expect(end(first)).toMatchObject({ lines: 3, range: null, before: null })
  expect(end(first)).toHaveProperty('sums.differing.count', 2)
  expect(end(second)).toMatchObject({ before: { operator: 'one-manager' } })
  const disputes = first.find((part) => 'csv' in part)
  // Safe from formulas in a spreadsheet.
  expect(disputes?.csv).toMatch(/^\ufeffoutcome,lines,.*\r\n(.*\r\n)*unknown,4,"?'=Z-9/)
  expect(await parts({ columns: {} })).toEqual([{ failed: expect.stringContaining('No column identifies') }])
})

test('refuses half a range, an unknown buyer, and invalid base64 before the response begins', async () => {
  const asked = { name: 'a.csv', buyer: 'acme', content: base64(CSV), columns: { id: 'Lead' } }
  for (const wrong of [{ from: 1 }, { buyer: 'nobody' }, { content: '@@@@@@@@' }])
    expect(refused(await manager.post('returns/statement', { ...asked, ...wrong }))).toMatchObject({
      code: 422,
    })
})

test('of three simultaneous statements, two are compared, and the third is refused with the time to retry', async () => {
  const asked = { kind: 'statement', name: 'a.csv', content: base64(CSV) }
  const answers = await Promise.all([1, 2, 3].map(() => manager.post('returns/columns', asked)))
  const busy = answers.filter(({ statusCode }) => statusCode !== 200)
  expect(busy.map((one) => [refused(one), one.headers['retry-after']])).toEqual([
    [
      expect.objectContaining({
        code: 503,
        detail: 'Other files are being read. Try again in a moment.',
      }),
      '10',
    ],
  ])
})

test('a process killed while reading a file refuses only that file', async () => {
  const asked = { kind: 'statement', name: 'a.csv', content: base64(CSV) }
  const ask = async () => (await manager.post('returns/columns', asked)).statusCode
  expect(await ask()).toBe(200)
  const reading = readers()[0]!
  process.kill(reading, 'SIGSTOP')
  const asks = [ask(), ask(), ask()]
  // One is refused once the others have their processes, including the stopped one.
  await Promise.any(asks.map(async (one) => expect(await one).toBe(503)))
  process.kill(reading, 'SIGKILL')
  expect((await Promise.all(asks)).toSorted((a, b) => a - b)).toEqual([200, 422, 503])
  expect(await ask()).toBe(200)
})

/** Processes that read buyers' files for this one. */
function readers(): number[] {
  const listed = execFileSync('ps', ['-ww', '-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' })
  const lines = listed.split('\n').map((line) => line.trim().split(/\s+/))
  return lines
    .filter(
      ([, parent, ...args]) => Number(parent) === process.pid && args.at(-1)?.endsWith('statementTasks.ts'),
    )
    .map(([pid]) => Number(pid))
}

test('a spreadsheet that unpacks to more than the memory limit is refused unread', async () => {
  const sheet = await writeExcelFile([[{ value: 'Lead' }]]).toBuffer()
  const entry = sheet.indexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02]))
  sheet.writeUInt32LE(0xf000_0000, entry + 24)
  const answer = await manager.post('returns/columns', {
    kind: 'statement',
    name: 'a.xlsx',
    content: base64(sheet),
  })
  expect(refused(answer).detail).toContain('larger than 128 MB when unpacked')
})

test('returns a part, corrects the amount, and reverses an entry, each with its author in the audit log', async () => {
  const { uuid, delivery } = await lead('P-1')
  const entries = () => store.saleEntries({ source: 'acme', external_id: 'P-1' })
  const left = async () => (await entries()).reduce((sum, { cents }) => sum + cents, 0)
  const price = await left()
  const part = { delivery, reason: 'other', cents: 300, left: price }
  expect((await manager.post('returns/book', part)).json()).toEqual({ cents: 300 })
  // What the operator saw is no longer so.
  expect(refused(await manager.post('returns/book', part))).toMatchObject({ code: 409 })
  const amount = { delivery, cents: price - 100, words: 'They agreed on less.' }
  expect((await manager.post('returns/amount', amount)).json()).toEqual({ cents: -100, left: price - 400 })
  expect(refused(await manager.post('returns/amount', { ...amount, cents: 299 }))).toMatchObject({
    code: 409,
  })
  const entry = (await entries()).find(({ kind }) => kind === 'return')!.entry
  const reverse = { delivery, entry, words: 'It was another lead.' }
  expect((await manager.post('returns/reverse', reverse)).json()).toEqual({ cents: 300, left: price - 100 })
  expect(await left()).toBe(price - 100)
  const abouts = async (act: string) => (await acts(act)).map(({ operator, about }) => [operator, about])
  expect(await abouts('correct_amount')).toEqual([
    ['one-manager', `acme P-1: $${((price - 100) / 100).toFixed(2)}, by -$1.00`],
  ])
  expect(await abouts('reverse_entry')).toEqual([['one-manager', `acme P-1: entry ${entry}, $3.00`]])
  for (const call of ['amount', 'reverse'])
    expect((await analyst.post(`returns/${call}`, call === 'amount' ? amount : reverse)).statusCode).toBe(403)
  expect((await manager.post('returns/reverse', { ...reverse, delivery: 9999 })).statusCode).toBe(404)
  expect((await manager.post('returns/amount', { ...amount, delivery: unsold.delivery })).statusCode).toBe(
    409,
  )
  const { deliveries } = (await manager.get(`lead?uuid=${uuid}`)).json<{
    deliveries: { entries: object[] }[]
  }>()
  expect(deliveries[0]!.entries).toMatchObject([
    { kind: 'sale' },
    { kind: 'return', cents: -300 },
    { kind: 'adjustment', cents: -100 },
    { kind: 'return', reverses: entry, cents: 300 },
  ])
  const rows = await list({ search: 'P-1' })
  expect(rows.map(({ kind, cents, reverses, is_reversed }) => [kind, cents, reverses, is_reversed])).toEqual([
    ['return', -300, entry, false],
    ['adjustment', 100, null, false],
    ['return', 300, null, true],
  ])
  expect(rows[0]).toMatchObject({
    left_cents: price - 100,
    amount_cents: price - 100,
    words: 'It was another lead.',
  })
})

test('changes a sale by the buyer’s ID, as the list of returns names it', async () => {
  const { uuid } = await open()
  const named = { sale: { buyer: 'partner', external_id: 'C-1' } }
  // Without a delivery: a partner's sale.
  await store.sell({
    session_uuid: uuid,
    offer: 'claim',
    source: 'partner',
    external_id: 'C-1',
    cents: 5000,
    returned: false,
    at: NOON,
  })
  const part = { ...named, reason: 'other', cents: 1000, left: 5000 }
  expect((await manager.post('returns/book', part)).json()).toEqual({ cents: 1000 })
  expect((await manager.post('returns/amount', { ...named, cents: 4500, words: 'Less.' })).json()).toEqual({
    cents: -500,
    left: 3500,
  })
  const entry = (await list({ search: 'C-1' })).at(-1)!.entry
  expect((await manager.post('returns/reverse', { ...named, entry, words: 'No.' })).json()).toEqual({
    cents: 1000,
    left: 4500,
  })
  const other = { sale: { buyer: 'partner', external_id: 'C-2' }, cents: 1, words: 'x' }
  expect(refused(await manager.post('returns/amount', other))).toMatchObject({ code: 404, field: 'sale' })
  expect((await manager.post('returns/amount', { cents: 1, words: 'x' })).statusCode).toBe(400)
})

test('exports what the list shows, with reasons from files only if personal data is visible', async () => {
  await lead('E-1')
  await file('id,reason\nE-1,"=Wrong number, Ann"\n', true)
  const asked = { search: 'E-1' }
  const rows = async (url: string, who: typeof manager) => {
    const answer = await who.post(url, asked)
    return [answer.statusCode, answer.body.split('\r\n')[1]?.split(',').slice(1, 4), answer.body]
  }
  const [code, cells, body] = await rows('returns/csv/persons', manager)
  expect([code, cells]).toEqual([200, ['return', 'acme', 'E-1']])
  expect(body).toContain(`file,"'=Wrong number, Ann",one-manager,-10.`)
  expect((await rows('returns/csv', manager))[2]).not.toContain('Wrong number')
  expect((await rows('returns/csv', analyst))[0]).toBe(200)
  expect((await rows('returns/csv/persons', analyst))[0]).toBe(403)
  expect((await acts('export_persons'))[0]?.about).toBe('returns 1')
})
