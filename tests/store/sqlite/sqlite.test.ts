import { hash } from 'node:crypto'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { IN_FULL } from '../../inFull.ts'
import type { Flow } from '../../../schemas/flow/flow.ts'
import { choices, consent, flow, step as flowStep } from '../../flow/flows.ts'
import { APPLICATION_ID } from '../../../src/store/engines/sqlite/file/file.ts'
import { MIGRATIONS } from '../../../src/store/engines/sqlite/migrations/migrate.ts'
import { claim } from '../../../src/store/engines/sqlite/file/claim.ts'
import { openSqlite } from '../../../src/store/engines/sqlite/open.ts'
import { storeContract } from '../contract.ts'
import { layEmptyDatabase } from '../emptyDatabase.ts'
import { LEDGER, LEDGER_DAYS, LEDGER_SUMS } from '../earlierLedger.ts'
import { publish, session, uuidOf } from '../history.ts'
import { ingestUntilKilled } from '../ingestUntilKilled.ts'

const root = mkdtempSync(join(tmpdir(), 'leadloom-store-'))
afterAll(() => rmSync(root, { recursive: true }))

storeContract(async (place, options) => {
  const dataDir = join(root, encodeURIComponent(place))
  await layEmptyDatabase(dataDir)
  const store = await openSqlite({ dataDir, ...options })
  onTestFinished(() => store.close())
  return store
})

test('a missing directory is made, with those above it', async () => {
  const store = await openSqlite({ dataDir: join(root, 'not', 'there', 'yet') })
  await store.ready()
  await store.close()
})

test.each([
  {
    broken: 'a file of another kind',
    make: async (file: string) => writeFileSync(file, 'To whom it may concern. '.repeat(400)),
    says: 'is not a database or is damaged: restore it from a backup',
  },
  {
    broken: "another program's database",
    make: async (file: string) => edit(file, 'CREATE TABLE recipes (name TEXT)'),
    says: "holds another program's tables",
  },
  {
    broken: 'a directory',
    make: async (file: string) => mkdirSync(file),
    says: 'cannot be opened: it must be a file that this user may write',
  },
  {
    broken: 'a database of a newer release',
    make: async (file: string) => {
      await fill(file)
      edit(file, 'PRAGMA user_version = 999')
    },
    says: 'was written by a newer release (schema 999',
  },
  {
    broken: 'a database whose end is missing',
    make: async (file: string) => {
      await fill(file)
      truncateSync(file, 5 * 4096)
    },
    says: 'is damaged',
  },
  {
    broken: 'a database with noise in the middle',
    make: async (file: string) => {
      await fill(file)
      const pages = readFileSync(file)
      writeFileSync(file, pages.fill(0xa5, pages.length / 2, pages.length / 2 + 8192))
    },
    says: 'is damaged',
  },
])('$broken in its place is refused in a sentence that names the file', async ({ broken, make, says }) => {
  const dataDir = join(root, broken)
  const file = join(dataDir, 'leadloom.db')
  mkdirSync(dataDir)
  await make(file)

  const refusal = await openSqlite({ dataDir }).catch((error: Error) => error.message)
  expect(refusal).toContain(file)
  expect(refusal).toContain(says)
})

test('a directory that cannot be made is refused in a sentence that names it', async () => {
  const file = join(root, 'a-file')
  writeFileSync(file, '')

  await expect(openSqlite({ dataDir: join(file, 'data') })).rejects.toThrow(
    `The data directory ${join(file, 'data')} cannot be made: set DATA_DIR to one that can.`,
  )
})

test('a store on a disk that is nearly full keeps what still fits, and is not ready', async () => {
  const store = await openSqlite({ dataDir: join(root, 'nearly-full'), leastFreeBytes: 2 ** 60 })
  onTestFinished(() => store.close())
  await publish(store, 'leadloom', 1000)
  await expect(store.ready()).rejects.toThrow("The database's disk is nearly full. Free up some space.")
  expect((await store.load()).bytes.free).toBeGreaterThan(0)
})

test('a database that this user may not write is refused in a sentence that names it', async () => {
  const dataDir = join(root, 'read-only')
  await fill(join(dataDir, 'leadloom.db'))
  for (const [path, mode] of [
    [root, 0o755],
    [join(dataDir, 'leadloom.db'), 0o444],
    [dataDir, 0o555],
  ] as const)
    chmodSync(path, mode)
  onTestFinished(() => chmodSync(dataDir, 0o755))
  const refusal = await asNobody(() => openSqlite({ dataDir }).catch((error: Error) => error.message))
  expect(refusal).toContain(join(dataDir, 'leadloom.db'))
  expect(refusal).toMatch(/make it writable for this user|must be a file that this user may write/)
  expect(await asNobody(async () => claimed(dataDir))).toContain('cannot be written')
})

function claimed(dataDir: string): string {
  try {
    claim(dataDir)()
    return 'claimed'
  } catch (error) {
    return (error as Error).message
  }
}

/** Runs `act` as a user that permissions apply to, as root may write everything. */
async function asNobody<T>(act: () => Promise<T>): Promise<T> {
  const isRoot = process.getuid?.() === 0
  if (isRoot) process.seteuid!(NOBODY)
  try {
    return await act()
  } finally {
    if (isRoot) process.seteuid!(0)
  }
}

const NOBODY = 65534

test('a process that is killed while it writes has lost nothing that it acknowledged', async () => {
  const dataDir = join(root, 'killed')
  await fill(join(dataDir, 'leadloom.db'))
  const acknowledged: string[] = []
  for (let round = 0; round < KILLS; round++)
    acknowledged.push(
      ...(await ingestUntilKilled(dataDir, { first: round * 1_000_000, killAfter: 500 + 300 * round })),
    )

  const store = await openSqlite({ dataDir })
  const kept = (await store.session(session({}).uuid))!.steps.map(({ id }) => id)
  const found = new Set(kept)
  await store.close()
  expect(found.size).toBe(kept.length)
  expect(acknowledged.filter((id) => !found.has(id))).toEqual([])
})

/** Number of kills; `npm run soak kills` makes 200. */
const KILLS = IN_FULL ? 5 : 2

test('another process may publish while a server writes: both are kept, and each sees the other', async () => {
  const dataDir = join(root, 'shared')
  const server = await openSqlite({ dataDir })
  await publish(server, 'leadloom', 1000)
  const writing = Array.from({ length: 200 }, (_, i) => server.openSession(session({ uuid: uuidOf(i) })))
  const other = await openSqlite({ dataDir })
  const version = await publish(other, 'found-money', 2000)
  await Promise.all(writing)

  expect(await server.live()).toContainEqual({ path: 'found-money', version, weight: 100 })
  expect(await other.session(uuidOf(199))).not.toBeNull()
  await Promise.all([server.close(), other.close()])
})

test('a database of the first schema keeps its versions, what is live of them and who began on them', async () => {
  const dataDir = join(root, 'first schema')
  mkdirSync(dataDir)
  const db = new DatabaseSync(join(dataDir, 'leadloom.db'))
  db.exec(MIGRATIONS[0]!)
  db.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = 1`)
  const flow = `'{"ui_config":{"title":"Old"}}', '', ''`
  db.exec(`
    INSERT INTO versions VALUES (1, 'leadloom', ${flow}, 1000, 1000, 3000);
    INSERT INTO versions VALUES (2, 'found-money', ${flow}, 2000, 2000, NULL);
    INSERT INTO versions VALUES (3, 'leadloom', ${flow}, 3000, 3000, NULL);
    INSERT INTO channels VALUES (1, 'leadloom', '', '', '', '');
    INSERT INTO sessions (uuid, token_hash, version, channel, origin, page_url, referrer, ip, user_agent, at)
      VALUES ('${uuidOf(1)}', '', 1, 1, '{}', '', '', '', '', 1500)`)
  db.close()

  const store = await openSqlite({ dataDir })
  expect(await store.live()).toEqual([
    { path: 'found-money', version: 2, weight: 100 },
    { path: 'leadloom', version: 3, weight: 100 },
  ])
  expect((await store.splits('leadloom')).map(({ at }) => at)).toEqual([1000, 3000])
  expect(await store.version(1)).toMatchObject({ icons: {}, activated_at: 1000, deactivated_at: 3000 })
  await store.openSession(session({ version: 1 }))
  expect((await store.versions()).map(({ version, sessions }) => [version, sessions])).toEqual([
    [2, 0],
    [1, 2],
    [3, 0],
  ])
  await store.close()
})

test('a ledger of an earlier release is summed up by New York day, as its entries say', async () => {
  const dataDir = join(root, 'ledger without totals')
  mkdirSync(dataDir)
  const db = new DatabaseSync(join(dataDir, 'leadloom.db'))
  for (const name of ['contact_hash', 'press_agreed', 'sha256_of', 'text_beside'])
    db.function(name, { varargs: true }, () => null)
  for (const migration of MIGRATIONS.slice(0, SUMMED_NO_SALES)) db.exec(migration)
  db.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${SUMMED_NO_SALES};
    INSERT INTO versions VALUES (1, 'leadloom', '{}', '', '', 1, 1, NULL, '{}');
    INSERT INTO channels VALUES (1, 'leadloom', '', '', '', '');
    INSERT INTO sessions (session, uuid, token_hash, version, channel, origin, page_url, referrer, ip, at)
      VALUES (1, '${uuidOf(1)}', '', 1, 1, '{}', '', '', '', 1)`)
  const book =
    db.prepare(`INSERT INTO sales (session, offer, source, external_id, sold, cents, version, path, aff_id, sub1, at)
    VALUES (1, 'mva', 'acme', ?, ?, ?, 1, 'leadloom', '86', 'a', ?)`)
  for (const entry of LEDGER) book.run(...entry)
  db.close()

  const store = await openSqlite({ dataDir })
  onTestFinished(() => store.close())
  const rows = await Promise.all(LEDGER_DAYS.map((day) => store.report('sale-by-aff-sub-offer', day)))
  expect(rows.map(([row]) => row && [row.total, row.revenue])).toEqual(LEDGER_SUMS)
  expect(await store.report('sale-by-offer', { ...LEDGER_DAYS[0]!, to: LEDGER_DAYS[1]!.to })).toEqual([
    { offer_name: 'mva', total: 2, revenue: 1300 },
  ])
})

/** Last schema whose sales reports read every entry. */
const SUMMED_NO_SALES = 24

test('hosts that live flows load scripts from are on the list from the start, and no others', async () => {
  const dataDir = join(root, 'script hosts')
  await layEmptyDatabase(dataDir)
  const db = new DatabaseSync(join(dataDir, 'leadloom.db'))
  db.exec(`DROP TABLE script_hosts; DROP TABLE backups; DROP TABLE totals_steps; DROP TABLE totals_steps_read;
    PRAGMA user_version = ${LISTED_NO_HOSTS}`)
  const flow = (domain: string) =>
    JSON.stringify({
      ui_config: { entrypoint: { tracking_scripts: { everflow: { tracking_domain: domain } } } },
    })
  const version = db.prepare(`INSERT INTO versions VALUES (?, ?, ?, '', '', ?, ?, NULL, '{}')`)
  version.run(1, 'a', flow('old.example'), 5, 5)
  version.run(2, 'a', flow('clicks.example'), 6, 6)
  version.run(3, 'b', flow('clicks.example'), 7, 7)
  version.run(4, 'c', '{}', 8, 8)
  for (const [split, path] of ['a', 'b', 'c'].entries())
    db.prepare('INSERT INTO splits (split, path, at, version, weight) VALUES (?, ?, 9, ?, 100)').run(
      split + 1,
      path,
      split + 2,
    )
  db.close()
  const store = await openSqlite({ dataDir })
  onTestFinished(() => store.close())
  expect(await store.scriptHosts()).toEqual([
    { host: 'www.clicks.example', added_by: 'upgrade', added_at: 7 },
  ])
  expect(await store.auditLog(9)).toEqual([
    {
      at: expect.closeTo(Date.now(), -5),
      operator: 'upgrade',
      act: 'add_script_host',
      about: 'www.clicks.example',
    },
  ])
})

/** Last schema without a list of script hosts. */
const LISTED_NO_HOSTS = 52

test('operators keep their roles when the database no longer says which there are', async () => {
  const dataDir = join(root, 'roles')
  mkdirSync(dataDir)
  const db = new DatabaseSync(join(dataDir, 'leadloom.db'))
  for (const migration of MIGRATIONS.slice(0, KNEW_ROLES)) db.exec(migration)
  db.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${KNEW_ROLES};
    INSERT INTO operators (name, password_hash, role) VALUES ('ada', '', 'admin'), ('bob', '', 'viewer')`)
  db.close()

  const store = await openSqlite({ dataDir })
  expect((await store.operators()).map(({ name, role }) => [name, role])).toEqual([
    ['ada', 'admin'],
    ['bob', 'viewer'],
  ])
  await store.close()
})

test.each([
  ['a catalog', '{"2027":{"Kia":["EV4"]}}', '{"2027":{"Kia":["EV4"]}}'],
  ['what is no catalog', '{', null],
])('%s that lay beside the database is kept in it', async (what, text, kept) => {
  const dataDir = join(root, `beside: ${what}`)
  mkdirSync(dataDir)
  const db = new DatabaseSync(join(dataDir, 'leadloom.db'))
  for (const migration of MIGRATIONS.slice(0, KNEW_ROLES)) db.exec(migration)
  db.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${KNEW_ROLES}`)
  db.close()
  writeFileSync(join(dataDir, 'vehicles.json'), text)

  const store = await openSqlite({ dataDir })
  expect(await store.importedFile('vehicles.json')).toBe(kept)
  await store.close()
})

/** A schema that checks roles, and can be made without our own functions. */
const KNEW_ROLES = 8

test('a lead sold before the upgrade keeps the same person from being sold to its buyer again', async () => {
  const dataDir = join(root, 'sold before')
  mkdirSync(dataDir)
  const db = new DatabaseSync(join(dataDir, 'leadloom.db'))
  for (const migration of MIGRATIONS.slice(0, KNEW_NO_PEOPLE)) db.exec(migration)
  db.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${KNEW_NO_PEOPLE}`)
  const lead = (delivery: number, payload: object, state: string) => `
    INSERT INTO sessions VALUES (${delivery}, '${uuidOf(delivery)}', '', 1, 1, '{}', '', '', '', '', 1, NULL, NULL, NULL, 0);
    INSERT INTO outbox VALUES (${delivery}, 'k${delivery}', ${delivery}, 'mva', 'acme', '${JSON.stringify(payload)}',
      '${state}', 1, 0, ${state === 'due' ? 1 : 'NULL'}, 1);
    INSERT INTO attempts VALUES (${delivery}, 1, '', 1000);`
  const sale = (delivery: number) =>
    `INSERT INTO sales VALUES (${delivery}, ${delivery}, 'mva', 'acme', 'k${delivery}', 1, 2500, 1, 'leadloom', '', '', 1000);`
  db.exec(`
    INSERT INTO versions VALUES (1, 'leadloom', '{}', '', '', 1, 1, NULL, '{}');
    INSERT INTO channels VALUES (1, 'leadloom', '', '', '', '');
    ${lead(1, { phone: '5125552368' }, 'accepted')} ${sale(1)}
    ${lead(2, { phone: '5125552369' }, 'accepted')}
    ${lead(3, { phone: '+1 (512) 555-2368' }, 'due')}
    ${lead(4, { phone: '5125552369' }, 'due')}`)
  db.close()

  const store = await openSqlite({ dataDir })
  onTestFinished(() => store.close())
  expect(await store.beginAttempt(3, 2000)).toBeNull()
  expect(await store.delivery(3)).toMatchObject({ duplicate_of: 1 })
  // The second was accepted as a test, so nothing was sold.
  expect(await store.beginAttempt(4, 2000)).toMatchObject({ attempt: 2 })
})

/** Last schema without keys of the person whose lead a delivery carries. */
const KNEW_NO_PEOPLE = 8

test('a lead of somebody whom an earlier release forgot is not sent again', async () => {
  const dataDir = join(root, 'forgotten before')
  mkdirSync(dataDir)
  const db = new DatabaseSync(join(dataDir, 'leadloom.db'))
  for (const migration of MIGRATIONS.slice(0, LEFT_REPLAYABLE)) db.exec(migration)
  db.exec(`
    PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${LEFT_REPLAYABLE};
    INSERT INTO versions VALUES (1, 'leadloom', '{}', '', '', 1, 1, NULL, '{}');
    INSERT INTO channels VALUES (1, 'leadloom', '', '', '', '');
    INSERT INTO sessions VALUES (1, '${uuidOf(1)}', '', 1, 1, '{}', '', '', '', '', 1, NULL, NULL, NULL, 1);
    INSERT INTO outbox VALUES (1, 'k1', 1, 'mva', 'acme', '{}', 'accepted', 1, 0, NULL, 1);
    INSERT INTO outbox VALUES (2, 'k2', 1, 'mva', 'bolt', '{}', 'dead', 1, 0, NULL, 1)`)
  db.close()

  const store = await openSqlite({ dataDir })
  const states = (await store.deliveries({ state: null, limit: 2 })).map(({ buyer, state }) => [buyer, state])
  expect(Object.fromEntries(states)).toEqual({ acme: 'accepted', bolt: 'suppressed' })
  await store.close()
})

test('a consent that an earlier release recorded for a press that does not agree is no evidence, and is sent no more', async () => {
  const dataDir = join(root, 'refused before')
  mkdirSync(dataDir)
  const db = new DatabaseSync(join(dataDir, 'leadloom.db'))
  db.function('contact_hash', { varargs: true }, () => null)
  for (const migration of MIGRATIONS.slice(0, EVERY_PRESS_AGREED)) db.exec(migration)
  const visitor = (session: number, control: object) => `
    INSERT INTO sessions VALUES (${session}, '${uuidOf(session)}', '', 1, 1, '{}', '', '', '', '', 1, NULL, NULL, NULL, 0);
    INSERT INTO steps VALUES (${session}, ${session}, 'a', 'mva', 'agree', '[]', 0, '[]', '', 1);
    INSERT INTO consents VALUES (${session}, ${session}, 'a', 'mva_tcpa', 'I agree.', '', '', '[]',
      '${JSON.stringify(control)}', NULL, '', '', NULL, '{}', NULL);
    INSERT INTO outbox (key, session, offer, buyer, payload, state, attempts, under_way, due_at, at)
      VALUES ('k${session}', ${session}, 'mva', 'acme', '{}', 'due', 0, 0, 1, 1);`
  db.exec(`
    PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${EVERY_PRESS_AGREED};
    INSERT INTO versions VALUES (1, 'leadloom', '${JSON.stringify(twoChoices()).replaceAll("'", "''")}', '', '', 1, 1, NULL, '{}');
    INSERT INTO channels VALUES (1, 'leadloom', '', '', '', '');
    ${visitor(1, { element: 'choice', text: 'Yes', state: 'pressed' })}
    ${visitor(2, { element: 'choice', text: 'No, thanks', state: 'pressed' })}
    ${visitor(3, { element: null, text: '', state: 'not_told' })}`)
  db.close()

  const store = await openSqlite({ dataDir })
  onTestFinished(() => store.close())
  const consents = await Promise.all([1, 2, 3].map((visitor) => store.consents(uuidOf(visitor))))
  expect(consents.flat().map(({ decision }) => decision)).toEqual(['agreed', 'no_evidence', 'no_evidence'])
  const sent = await store.deliveries({ state: 'due', limit: 9 })
  expect(sent.map(({ session_uuid }) => session_uuid)).toEqual([uuidOf(1)])
})

test('texts that an earlier release kept with each row are kept once, and read as they were', async () => {
  const dataDir = join(root, 'texts repeated')
  mkdirSync(dataDir)
  const file = join(dataDir, 'leadloom.db')
  const db = new DatabaseSync(file)
  db.function('contact_hash', { varargs: true }, () => null)
  db.function('press_agreed', { varargs: true }, () => 1)
  for (const migration of MIGRATIONS.slice(0, REPEATED_TEXTS)) db.exec(migration)
  const visitor = (session: number, { agent, forgotten = 0 }: { agent: string; forgotten?: number }) => `
    INSERT INTO sessions VALUES (${session}, '${uuidOf(session)}', '', 1, 1, '{}', 'https://a.example/?sub1=b', '', '',
      '${agent}', 1, NULL, NULL, NULL, ${forgotten});
    INSERT INTO steps VALUES (${session}0, ${session}, 'a', 'mva', 'agree', '[]', 0, '[]', 'https://a.example/?sub1=b', 1);
    INSERT INTO steps VALUES (${session}1, ${session}, 'b', 'mva', 'zip', '[]', 0, '[]', 'https://a.example/other', 1);
    INSERT INTO consents VALUES (${session}, ${session}, 'a', 'mva_tcpa', 'I agree.', 'x', '', '["Acme"]',
      '{"element":"submit","text":"Go","state":"pressed"}', NULL, '', '${agent}', NULL, '{}',
      ${forgotten ? 'NULL' : "'<p>I agree.</p>'"}, 'agreed');`
  const lead = (session: number, payload: string) => `
    INSERT INTO outbox (key, session, offer, buyer, payload, state, attempts, under_way, due_at, at)
      VALUES ('k${session}', ${session}, 'mva', 'acme', '${payload}', 'due', 0, 0, 1, 1);`
  db.exec(`
    PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${REPEATED_TEXTS};
    INSERT INTO versions VALUES (1, 'leadloom', '{}', '', '', 1, 1, NULL, '{}');
    INSERT INTO channels VALUES (1, 'leadloom', '', '', '', '');
    ${visitor(1, { agent: 'Phone 9' })} ${visitor(2, { agent: 'Phone 9' })} ${visitor(3, { agent: '', forgotten: 1 })}
    INSERT INTO leads VALUES (7, 1, '{"phone":"1"}', 1);
    ${lead(1, '{"phone":"1"}')} ${lead(2, '{"phone":"2"}')} ${lead(3, '{}')}`)
  db.close()

  const store = await openSqlite({ dataDir })
  onTestFinished(() => store.close())
  const sessions = await Promise.all([1, 2, 3].map((visitor) => store.session(uuidOf(visitor))))
  expect(sessions.map((session) => session?.user_agent)).toEqual(['Phone 9', 'Phone 9', ''])
  for (const session of sessions)
    expect(session?.steps.map(({ page_url }) => page_url)).toEqual([
      'https://a.example/?sub1=b',
      'https://a.example/other',
    ])
  const consents = await Promise.all([1, 2, 3].map((visitor) => store.consents(uuidOf(visitor))))
  const kept = { text: 'I agree.', text_sha256: hash('sha256', 'I agree.'), sellers: ['Acme'] }
  const seen = { ...kept, user_agent: 'Phone 9', html: '<p>I agree.</p>' }
  expect(consents.flat()).toMatchObject([seen, seen, { ...kept, user_agent: '', html: null }])
  const leads = await Promise.all([1, 2, 3].map((visitor) => store.sessionDeliveries(uuidOf(visitor))))
  expect(leads.flat().map(({ payload }) => payload)).toEqual([{ phone: '1' }, { phone: '2' }, {}])
  const after = new DatabaseSync(file, { readOnly: true })
  onTestFinished(() => after.close())
  const contents = (table: string) => after.prepare(`SELECT content FROM ${table} ORDER BY content`).all()
  expect(contents('texts')).toEqual([{ content: 'I agree.' }, { content: '["Acme"]' }])
  expect(contents('visitor_texts')).toEqual([{ content: '<p>I agree.</p>' }, { content: 'Phone 9' }])
  expect(after.prepare('SELECT entry, session FROM leads').all()).toEqual([
    { entry: 7, session: 1 },
    { entry: 8, session: 2 },
  ])
  expect(after.prepare('PRAGMA foreign_key_check').all()).toEqual([])
})

/** Last schema that kept the texts of consents, browsers and leads with each row. */
const REPEATED_TEXTS = 16

function twoChoices(): Flow {
  const parts = [consent('mva_tcpa', 'I agree.'), ...choices('call', 'Yes', 'No, thanks')]
  return flow({ mva: [flowStep('agree', parts)] })
}

/** Last schema that recorded every press on a step with a consent as agreement. */
const EVERY_PRESS_AGREED = 12

/** Last schema whose forgotten sessions had leads that could be sent again. */
const LEFT_REPLAYABLE = 7

test('accounts of an earlier release whose names differ only by case both stay, and none is made beside them', async () => {
  const file = join(root, 'names', 'leadloom.db')
  await fill(file)
  const since = { Ada: 5, ADA: 3, bob: 4, Zoé: 4, ZOÉ: 2 }
  for (const [name, at] of Object.entries(since))
    edit(
      file,
      `INSERT INTO operators (name, role, password_hash, since) VALUES ('${name}', 'admin', '', ${at})`,
    )
  edit(file, "UPDATE operators SET revoked_at = 9 WHERE name = 'ZOÉ'")
  const store = await openSqlite({ dataDir: join(file, '..') })
  onTestFinished(() => store.close())
  // The revoked account gives way and doesn't need a new name.
  expect(await store.foldNames()).toEqual(['Ada'])
  expect(await store.foldNames()).toEqual(['Ada'])
  const found = ['Ada', 'ADA', 'ada', 'Bob', 'zoÉ'].map(async (name) => (await store.operator(name))?.name)
  expect(await Promise.all(found)).toEqual(['Ada', 'ADA', 'ADA', 'bob', 'Zoé'])
  await store.saveOperator({ name: 'Ada', role: 'viewer', sites: null, password_hash: 'x', since: 6 })
  expect((await store.operators()).map(({ name, role }) => [name, role])).toEqual([
    ['ADA', 'admin'],
    ['Ada', 'viewer'],
    ['ZOÉ', 'admin'],
    ['Zoé', 'admin'],
    ['bob', 'admin'],
  ])
})

async function fill(file: string): Promise<void> {
  const store = await openSqlite({ dataDir: join(file, '..') })
  await publish(store, 'leadloom', 1000)
  await store.openSession(session({}))
  await store.close()
}

function edit(file: string, sql: string): void {
  const db = new DatabaseSync(file)
  db.exec(sql)
  db.close()
}
