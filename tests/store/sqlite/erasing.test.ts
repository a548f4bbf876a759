import { randomUUID } from 'node:crypto'
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { Session } from '../../../schemas/kernel/session.ts'
import { digestOf } from '../../../src/server/kernel/digests.ts'
import { backUp } from '../../../src/store/engines/sqlite/copies/backup.ts'
import { contactHash } from '../../../src/store/nouns/privacy/person.ts'
import { SQLITE } from '../../../src/store/engines/sqlite/dialect.ts'
import { prepare, prepareStatement } from '../../../src/store/engines/sqlite/driver.ts'
import { prepareFile } from '../../../src/store/engines/sqlite/prepareFile.ts'
import { openSqlite } from '../../../src/store/engines/sqlite/open.ts'
import {
  erasure,
  OTHER_TABLES,
  rowsOf as conditionOf,
  SESSION_TABLES,
} from '../../../src/store/nouns/privacy/erasedColumns.ts'
import type { Store } from '../../../src/store/store.ts'
import { keys, running, submission, wrapped } from '../../server/running.ts'
import { HURT, MAIL, SELLING_FLOW, WHERE } from '../../server/smallFlow.ts'

const NOW = Date.parse('2026-11-20T17:00:00Z')
const YEARS_LATER = NOW + 3 * 366 * 86_400_000

/** Data that one visitor gives; each value is found nowhere else. */
function visitor(name: string, n: number) {
  return {
    email: `${name}@mail.example`,
    phone: `512777019${n}`,
    typedPhone: `(512) 777-019${n}`,
    ip: `203.0.113.7${n}`,
    agent: `${name}-browser/1.0`,
    page: `${name}-page`,
    referrer: `${name}-referrer`,
    click: `${name}-click`,
    certificate: `${name}-certificate`,
    jornaya: `${name}-jornaya`,
    everflow: `${name}-everflow`,
    refused: `${name}-refused`,
    stored: `${name}-stored`,
    shown: `${name}-shown`,
    button: `${name}-button`,
    browserAt: String(NOW - 4321 - n),
    answered: `${name}-answered`,
    operatorSaid: `${name}-would-not-talk`,
    returnSaid: `${name}-had-moved-away`,
    buyerSaid: `${name}-is-not-served`,
    buyerPage: `${name}-chooses-a-time`,
    browserId: `fb.1.1700000000000.${name}`,
    vendorSaid: `${name}-cannot-be-matched`,
    receiverSaid: `${name}-is-known-to-us`,
    link: `${name}-link`,
    doubted: `${name}-doubted`,
    handed: `${name}-handed`,
  }
}
type Given = ReturnType<typeof visitor>

/** Does everything that a visitor can do, and that follows from it, through the server and the store's own methods. */
async function visit(server: Awaited<ReturnType<typeof running>>, given: Given) {
  const { send, store, settings } = server
  const from = { remoteAddress: given.ip }
  const headers = { 'user-agent': given.agent }
  const post = async (call: ReturnType<typeof wrapped>, status: number) => {
    const sent = await send({ ...call, ...from, headers: { ...call.headers, ...headers } })
    expect(sent.statusCode, sent.body).toBe(status)
    return sent
  }
  const arrival = {
    path: 'small',
    page_url: `https://claims.example/small?q=${given.page}`,
    referrer: `https://news.example/${given.referrer}`,
    query: { gclid: given.click, affid: '86', sub1: 'spring' },
  }
  const session = (await post(wrapped('POST /api/sessions', arrival, settings.siteKey), 201)).json<Session>()
  const { uuid, token } = session
  const { page_url, referrer, query } = arrival
  const words = { aff_id: '104', sub1: 'autumn', sub2: '', sub3: '' }
  expect(await store.arrive(uuid, { arrival: 1, page_url, referrer, query, ...words, at: NOW })).toBe(true)
  const link = { id: randomUUID(), recipient: given.email, subject: '', body: '' }
  expect(await store.askForLink(uuid, link, NOW)).toBe(true)
  await store.keepLink({ token_hash: given.link, session_uuid: uuid, expires_at: YEARS_LATER }, NOW)
  const handed = { session_uuid: uuid, link_hash: given.link, token_hash: given.handed, at: NOW }
  expect(await store.handOver(handed)).toBe(true)
  await store.noteDoubts(uuid, [given.doubted])
  for (const id of [
    { jornaya_lead_id: given.jornaya },
    { trustedform_cert_url: `https://cert.trustedform.com/${given.certificate}` },
    { ef_transaction_id: given.everflow },
  ])
    await post(wrapped('PATCH /api/sessions', { uuid, token, ...id }, token), 204)
  const marks = ['POST /api/sessions/track/visit', 'POST /api/sessions/completed_basics'] as const
  for (const mark of marks) await post(wrapped(mark, keys(session), token), 204)
  const impression = { ...keys(session), offer_key: 'claim' }
  await post(wrapped('POST /api/sessions/track/offer-impression', impression, token), 204)
  const mail = { ...MAIL, answers: [{ ...MAIL.answers[0]!, raw_data: given.email }] }
  for (const step of [HURT, WHERE, mail]) {
    const call = wrapped('POST /api/sessions/step', submission(session, step), token)
    await post(
      { ...call, headers: { ...call.headers, pageurl: `https://claims.example/${given.page}` } },
      204,
    )
  }
  const refused = { ...HURT, answers: [{ ...HURT.answers[0]!, raw_data: given.refused }] }
  await post(wrapped('POST /api/sessions/step', submission(session, refused), token), 422)
  const lead = { phone: given.typedPhone, note: given.stored }
  const stored = { method: 'POST', url: '/api/store', payload: { ...keys(session), lead } } as const
  await post({ ...stored, headers: { authorization: `Bearer ${token}` } }, 204)

  const consented = {
    ...HURT,
    id: randomUUID(),
    answers: [{ question_key: 'hurt', answer_key: 'yes', raw_data: given.answered }],
    time_on_step: 1,
    execute_actions: [],
    page_url: given.page,
    at: NOW,
  }
  await store.appendStep(uuid, consented, {
    lead: {
      offer: 'thanks',
      buyers: ['acme'],
      payload: { phone: given.phone, email: given.email },
      contacts: [{ kind: 'phone', text: given.typedPhone }],
    },
    mails: [
      { offer: 'thanks', step: 'mail', recipient: given.email, subject: 'Hello', body: given.typedPhone },
    ],
    pixelEvents: [
      { vendor: 'meta', account: '12345', name: 'Lead', kind: 'lead', offer: 'thanks', step: '' },
    ],
    pixelIds: { _fbp: given.browserId },
    consents: [
      {
        decision: 'agreed',
        field: 'agree',
        text: 'I agree.',
        flow_sha256: '',
        sellers: ['Acme'],
        control: { element: null, text: given.button, state: 'not_told' },
        browser_at: Number(given.browserAt),
        ip: given.ip,
        user_agent: given.agent,
        opt_out: null,
        certificates: { jornaya_lead_id: given.jornaya },
        html: `<p>${given.shown}</p>`,
      },
    ],
  })
  const mine = (await store.deliveries({ state: 'due', limit: 9 })).filter((d) => d.session_uuid === uuid)
  const said = `The buyer answered 400: ${given.buyerSaid}`
  for (const { delivery } of mine) {
    await store.beginAttempt(delivery, NOW)
    const redirect_url = `https://apply.example/${given.buyerPage}`
    await store.endAttempt(delivery, 1, { state: 'dead', message: said, at: NOW, due_at: null, redirect_url })
  }
  for (const entry of await store.duePixelEvents({ vendor: 'meta', account: '12345' }, NOW, 9)) {
    await store.beginPixelEvent(entry, NOW)
    const refusal = `The vendor answered: error 100 ${given.vendorSaid}`
    await store.endPixelEvent(entry, 1, { state: 'refused', message: refusal, due_at: null })
  }
  for (const entry of await store.dueWebhookMessages('crm', NOW, 9)) {
    await store.beginWebhookMessage(entry, NOW)
    await store.endWebhookMessage(entry, 1, { state: 'dead', message: given.receiverSaid, due_at: null })
  }
  const sold = { source: 'partner', external_id: `sale-${uuid}`, cents: 100, at: NOW }
  await store.sell({ ...sold, session_uuid: uuid, offer: 'thanks', returned: false })
  for (const entry of await store.duePostbacks('tracker', NOW, 9)) {
    // What the visitor before was worth later isn't reported, after the opt-out.
    if (!(await store.beginPostback(entry, NOW))) continue
    await store.endPostbackMessage(entry, 1, { state: 'dead', message: given.receiverSaid, due_at: null })
  }
  const note = { reason: 'other', words: given.operatorSaid, by: 'ada' } as const
  await store.returnSale({ ...sold, key: null, note })
  const [{ buyer, key } = { buyer: '', key: '' }] = mine
  const early = { external_id: null, key, cents: null, note: { ...note, words: given.returnSaid }, at: NOW }
  expect(await store.returnSale({ ...early, source: buyer })).toMatchObject({ outcome: 'waits' })
  // A note on a return that contradicts its sale is dropped, as no visitor is known for it.
  const other = { ...sold, external_id: `other-${uuid}` }

  await store.returnSale({ ...other, key: null, cents: 1, note })
  await store.sell({ ...other, session_uuid: uuid, offer: 'thanks', returned: false })
  expect(await store.returnSale({ ...sold, key: null, cents: 1, note })).toMatchObject({
    outcome: 'conflict',
  })
  const request = new URLSearchParams({ kind: 'delete', email: given.email, phone: given.typedPhone })
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const url = '/legal/small/privacy-policy'
  expect((await send({ method: 'POST', url, payload: `${request}`, headers: form })).statusCode).toBe(200)
  await stopped(store, mine[0]!.delivery, given)
  const known = contactHash(await store.secret('people'), { kind: 'phone', text: given.phone })!
  return { uuid, texts: [...Object.values(given), digestOf(token), known.toLowerCase()] }
}

/** A buyer takes a lead after all, and doesn't take the notice that its person opted out. */
async function stopped(store: Store, delivery: number, { typedPhone, receiverSaid }: Given): Promise<void> {
  await store.replayDelivery(delivery, NOW)
  await store.beginAttempt(delivery, NOW)
  await store.endAttempt(delivery, 2, { state: 'accepted', message: 'Yes.', at: NOW, due_at: null })
  // The request itself stays, so its number is in another notation.
  const phone = typedPhone.replace(/\D+/g, '.')
  const reported = { source: '', ref: phone, channel: 'desk', by: 'ada', means: '', said: 'Stop' } as const
  await store.takeRevocations([{ ...reported, phone, email: null, lead: null, said_at: NOW }], NOW)
  for (const notice of await store.dueNotices('acme', NOW, 9)) {
    await store.beginNotice(notice, NOW)
    await store.endNotice(notice, 1, {
      state: 'dead',
      message: receiverSaid,
      due_at: null,
      acknowledged_at: null,
    })
  }
}

/** A server that two visitors came to, with its database. */
async function stage(until: (end: () => Promise<void>) => void) {
  const server = await running({ now: () => NOW, flow: SELLING_FLOW, until })
  await server.store.addWebhook(WEBHOOK)
  await server.store.addPostback(POSTBACK)
  const [ann, bo] = [await visit(server, visitor('ann', 1)), await visit(server, visitor('bo', 2))]
  return { ...server, ann, bo, file: join(server.dataDir, 'leadloom.db') }
}

const WEBHOOK = {
  name: 'crm',
  url: 'https://crm.example/hooks',
  kinds: ['lead' as const],
  persons: true,
  local: false,
  made_by: 'ada',
  made_at: NOW,
}

const reported = { event: 'sale', status: 'approved' }
const POSTBACK = {
  name: 'tracker',
  aff_id: '104',
  offer: '',
  paid_only: false,
  settings: {
    url: 'https://tracker.example/?sub={sub1}',
    return_url: '',
    words: { sale: reported, change: reported, return: reported },
    click_parameter: 'clickid',
    return_payout: 'zero' as const,
  },
  local: false,
  made_by: 'ada',
  made_at: NOW,
}

/** Columns, as table.column, with cells that contain one of these texts, in any case. */
function placesOf(db: DatabaseSync, texts: readonly string[]): string[] {
  return columnsOf(db).flatMap(([table, column]) => {
    const cells = db.prepare(`SELECT "${column}" AS cell FROM "${table}"`).all()
    const holds = cells.some(({ cell }) => texts.some((text) => String(cell).toLowerCase().includes(text)))
    return holds ? [`${table}.${column}`] : []
  })
}

function columnsOf(db: DatabaseSync): [table: string, column: string][] {
  const tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").all()
  return tables.flatMap(({ name }) =>
    db
      .prepare(`SELECT name FROM pragma_table_info('${String(name)}')`)
      .all()
      .map((column): [string, string] => [String(name), String(column['name'])]),
  )
}

/** A visitor's texts that are in the bytes of any file in the folder. */
function foundIn(dataDir: string, { texts }: { texts: readonly string[] }): string[] {
  const bytes = readdirSync(dataDir).map((name) => readFileSync(join(dataDir, name)).toString('latin1'))
  return texts.filter((text) => bytes.some((written) => written.toLowerCase().includes(text)))
}

/** Rows about a session, as text. */
function rowsOf(db: DatabaseSync, uuid: string): string {
  const { session } = db.prepare('SELECT session FROM sessions WHERE uuid = ?').get(uuid)!
  const rows = Object.entries(SESSION_TABLES).map(([table, declared]) =>
    prepare(db, `SELECT * FROM ${table} WHERE ${conditionOf(declared, SQLITE)}`).all(`[${String(session)}]`),
  )
  return JSON.stringify(rows)
}

/** Number of visitors, whose leads take some hundred pages. */
const VISITORS = 400

/** Columns that refer to texts several visitors may have sent. */
const SHARING = ['sessions.user_agent', 'consents.user_agent', 'consents.html']

/** Columns that the law requires to be kept for 24 months. */
const REQUEST_LOG = ['privacy_requests.email', 'privacy_requests.phone']

test('declares every column of the real database as personal or kept, and no others', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'leadloom-columns-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  const db = new DatabaseSync(await prepareFile(dataDir, { now: 0 }), { readOnly: true })
  const real = columnsOf(db)
  db.close()
  const whole = (table: string) => {
    const declared = SESSION_TABLES[table]
    return Object.hasOwn(OTHER_TABLES, table) || (declared && 'deleted' in declared)
  }
  const named = Object.entries(SESSION_TABLES).flatMap(([table, declared]) =>
    'deleted' in declared
      ? []
      : [declared.personal, declared.changes ?? {}, declared.kept].flatMap((columns) =>
          Object.keys(columns).map((column) => `${table}.${column}`),
        ),
  )
  const columns = real.filter(([table]) => !whole(table)).map(([table, column]) => `${table}.${column}`)
  expect(named.toSorted()).toEqual(columns.toSorted())
  const tables = [...Object.keys(SESSION_TABLES), ...Object.keys(OTHER_TABLES)]
  expect(tables.toSorted()).toEqual([...new Set(real.map(([table]) => table))].toSorted())
})

test('leaves nothing of a forgotten visitor in any cell, and everything of the others', async () => {
  const { store, file, ann, bo } = await stage(onTestFinished)
  const db = new DatabaseSync(file, { readOnly: true })
  onTestFinished(() => db.close())
  const others = rowsOf(db, bo.uuid)
  expect(placesOf(db, ann.texts)).toEqual(
    expect.arrayContaining(['sessions.ip', 'leads.lead', ...REQUEST_LOG]),
  )

  expect(await store.forgetSession(ann.uuid)).toBe(true)
  expect(placesOf(db, ann.texts)).toEqual(REQUEST_LOG)
  expect(rowsOf(db, bo.uuid)).toBe(others)
})

test('leaves nothing of a forgotten visitor in the bytes of the database and of its log', async () => {
  const { store, dataDir, ann, bo } = await stage(onTestFinished)
  const found = (one: typeof ann) => foundIn(dataDir, one)
  expect(found(ann)).toEqual(ann.texts.filter((text) => text !== visitor('ann', 1).browserAt))

  await store.forgetSession(ann.uuid)
  await store.expire({ sessions: 0, leads: 0, privacyRequests: YEARS_LATER }, 10)
  await expect.poll(() => found(ann)).toEqual([])
  expect(found(bo).length).toBeGreaterThan(10)
})

test('leaves nothing in the bytes if another process forgets while the server runs', async () => {
  const { dataDir, ann } = await stage(onTestFinished)
  const other = await openSqlite({ dataDir })
  await other.forgetSession(ann.uuid)
  await other.expire({ sessions: 0, leads: 0, privacyRequests: YEARS_LATER }, 10)
  await other.close()
  await expect.poll(() => foundIn(dataDir, ann)).toEqual([])
})

test('leaves nothing of one visitor in the bytes of pages shared with others', async () => {
  const { store, open, dataDir } = await running()
  const visitors = await Promise.all(Array.from({ length: VISITORS }, () => open()))
  const mark = (n: number) => `lead-of-visitor-${n}-`
  for (let round = 0; round < 3; round++)
    await Promise.all(
      visitors.map(({ uuid }, n) => {
        const lead = { note: `${mark(n)}${'x'.repeat((n * 37 + round * 101) % 300)}` }
        return store.storeLead(uuid, lead, NOW)
      }),
    )
  const some = visitors.map((_, n) => n).filter((n) => n % 10 === 0)
  for (const n of some) await store.forgetSession(visitors[n]!.uuid)
  const texts = some.map(mark)
  await expect.poll(() => foundIn(dataDir, { texts })).toEqual([])
})

test('forgets the person of a request once the law no longer requires keeping it', async () => {
  const { store, file, ann } = await stage(onTestFinished)
  await store.forgetSession(ann.uuid)
  await store.expire({ sessions: 0, leads: 0, privacyRequests: NOW + 1 }, 10)
  const db = new DatabaseSync(file, { readOnly: true })
  onTestFinished(() => db.close())
  expect(placesOf(db, ann.texts)).toEqual([])
})

describe('finds what remains if the declaration lacks', () => {
  let before = ''
  let ann: Awaited<ReturnType<typeof stage>>['ann']
  beforeAll(async () => {
    const ends: (() => Promise<void>)[] = []
    const server = await stage((end) => ends.push(end))
    ann = server.ann
    before = join(mkdtempSync(join(tmpdir(), 'leadloom-before-')), 'leadloom.db')
    await backUp(server.dataDir, before)
    for (const end of ends) await end()
    return () => rmSync(dirname(before), { recursive: true })
  })

  /** Database after Ann's erasure by `tables` alone. `first`: SQL to run before it. */
  function erasedBy(tables: typeof SESSION_TABLES, first = ''): DatabaseSync {
    const file = `${before}-${randomUUID()}`
    copyFileSync(before, file)
    const db = new DatabaseSync(file)
    db.exec(first)
    const { session } = db.prepare('SELECT session FROM sessions WHERE uuid = ?').get(ann.uuid)!
    for (const statement of Object.values(erasure(tables)))
      prepareStatement(db, statement).run(`[${String(session)}]`)
    return db
  }

  /** Columns that still have Ann's texts after an erasure by `tables` alone. */
  function leftBy(tables: typeof SESSION_TABLES): string[] {
    const db = erasedBy(tables)
    const places = placesOf(db, ann.texts).filter((place) => !REQUEST_LOG.includes(place))
    db.close()
    return places
  }

  /** Number of Ann's rows that still refer to a text that another visitor's browser sent too. */
  function sharedBy(tables: typeof SESSION_TABLES, place: string): number {
    const [table, column] = place.split('.') as [string, string]
    const db = erasedBy(tables, `UPDATE ${table} SET ${column} = (SELECT MIN(${column}) FROM ${table})`)
    const rows = (uuid: string) =>
      db
        .prepare(
          `SELECT COUNT(${column}) AS n FROM ${table} WHERE session = (SELECT session FROM sessions WHERE uuid = ?)`,
        )
        .get(uuid)
    expect(db.prepare(`SELECT COUNT(${column}) AS n FROM ${table}`).get()).not.toEqual({ n: 0 })
    const { n } = rows(ann.uuid) as { n: number }
    db.close()
    return n
  }

  test.each(SHARING)('%s, which others also refer to', (place) => {
    const [table, column] = place.split('.') as [string, string]
    expect(sharedBy(SESSION_TABLES, place)).toBe(0)
    const { [table]: declared, ...others } = SESSION_TABLES
    if (!declared || 'deleted' in declared) throw new Error(`${table} has no columns of its own.`)
    const { [column]: _dropped, ...personal } = declared.personal
    expect(sharedBy({ ...others, [table]: { ...declared, personal } }, place)).toBe(1)
  })

  test('nothing', () => expect(leftBy(SESSION_TABLES)).toEqual([]))

  test.each(
    Object.entries(SESSION_TABLES).flatMap(([table, declared]) =>
      'deleted' in declared
        ? []
        : Object.keys(declared.personal)
            .filter((column) => !SHARING.includes(`${table}.${column}`))
            .map((column) => [table, column] as const),
    ),
  )('%s.%s', (table, column) => {
    const { [table]: declared, ...others } = SESSION_TABLES
    if (!declared || 'deleted' in declared) throw new Error(`${table} has no columns of its own.`)
    const { [column]: _dropped, ...personal } = declared.personal
    expect(leftBy({ ...others, [table]: { ...declared, personal } })).toEqual([`${table}.${column}`])
  })

  test.each(Object.keys(SESSION_TABLES).filter((table) => 'deleted' in SESSION_TABLES[table]!))(
    '%s',
    (table) => {
      const { [table]: _dropped, ...others } = SESSION_TABLES
      expect(leftBy(others).map((place) => place.split('.')[0])).toContain(table)
    },
  )
})
