import fc from 'fast-check'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { IN_FULL } from '../../inFull.ts'
import { openPostgres } from '../../../src/store/engines/postgres/open.ts'
import type { Store } from '../../../src/store/store.ts'
import { uuidOf } from '../history.ts'
import {
  expectRawRows,
  instantOf,
  manyActs,
  openVisitors,
  playActs,
  VISITORS,
  type Act,
} from '../hourActs.ts'
import { databaseOf } from './database.ts'

/** Tests of hourly totals for sessions older than the totals, and for what servers of the release before write beside newer ones while they
 *  are replaced one by one. */

async function connectTo(url: string): Promise<Client> {
  const client = new Client({ connectionString: url })
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

/** Statements with which a server of the release before writes an act. */
const EARLIER: { [A in Act['act']]?: (act: Extract<Act, { act: A }>, id: number) => string } = {
  event: ({ n, kind, hour }) =>
    `INSERT INTO events (session, kind, offer, version, channel, at)
     VALUES (${n + 1}, '${kind}', '', 1, 1, ${instantOf(hour)}) ON CONFLICT DO NOTHING`,
  forget: ({ n }) =>
    `UPDATE sessions SET forgotten = 1, trustedform_cert_url = NULL, jornaya_lead_id = NULL WHERE session = ${n + 1}`,
  sell: ({ n, cents, hour }, id) =>
    `INSERT INTO sales (session, offer, source, external_id, sold, cents, version, path, aff_id, sub1, at)
     VALUES (${n + 1}, 'mva', 'earlier', '${id}', ${id % 3 === 0 ? -1 : 1}, ${cents}, 1, 'leadloom', '', '', ${instantOf(hour)})`,
  language: ({ n, language }) =>
    `UPDATE sessions SET language = '${language}' WHERE session = ${n + 1} AND forgotten = 0`,
  certificate: ({ n, id }) => `UPDATE sessions SET ${id} = 'C' WHERE session = ${n + 1} AND forgotten = 0`,
  step: ({ n, decisions, hour }, id) =>
    [
      `INSERT INTO steps (session, id, offer_key, step_key, answers, time_on_step, execute_actions, at)
       VALUES (${n + 1}, 'earlier ${id}', '', '', '[]', 1, '[]', ${instantOf(hour)})`,
      ...decisions.map(
        (decision, i) =>
          `INSERT INTO consents (session, submission, field, text, flow_sha256, sellers, control, ip, certificates, decision)
           VALUES (${n + 1}, 'earlier ${id}', 'f${i}', 1, '', 1, '{}', '', '{}', '${decision}')`,
      ),
    ].join(';'),
}

async function writeEarlier(server: Client, acts: readonly Act[], begun: number): Promise<void> {
  for (const [i, act] of acts.entries()) {
    const sql = (EARLIER[act.act] as ((act: Act, id: number) => string) | undefined)?.(act, begun + i)
    if (sql) await server.query(sql)
  }
}

/** A database with visitors that an earlier release left uncounted, and a connection like those of its servers. */
async function earlierRelease(place: string): Promise<{ url: string; server: Client }> {
  const url = await databaseOf(place)
  const server = await connectTo(url)
  await server.query(`
    SET leadloom.slot = '7'; SET leadloom.counts_sales = 'yes';
    INSERT INTO versions (version, path, flow, style, validators, at, activated_at) VALUES (1, 'leadloom', '{}', '', '', 1, 1);
    INSERT INTO channels VALUES (1, 'leadloom', '86', '', '', '');
    INSERT INTO texts (text, sha256, content) VALUES (1, '', '')`)
  for (let n = 0; n < VISITORS; n++)
    await server.query(`INSERT INTO sessions (uuid, token_hash, version, channel, origin, page_url, referrer, ip, at)
      VALUES ('${uuidOf(n)}', '', 1, 1, '{"query":{}}', '', '', '', ${instantOf(0)})`)
  await server.query('INSERT INTO uncounted_sessions SELECT MAX(session), MIN(session) FROM sessions')
  return { url, server }
}

/** Checks that nothing is left to be counted and that the totals match the raw rows. */
async function expectAllCounted(store: Store): Promise<void> {
  expect(await store.countEarlierSessions(10)).toBe(0)
  expect(await expectRawRows(store)).not.toEqual([])
}

test('sessions of an earlier release are read from raw rows until they’re counted in batches, whatever both releases write in the meantime', async () => {
  let place = 0
  await fc.assert(
    fc.asyncProperty(manyActs, async (acts) => {
      const { url, server } = await earlierRelease(`hours uncounted ${++place}`)
      await writeEarlier(server, acts.slice(0, 15), 0)
      const store = await openPostgres({ url })
      await playActs(store, acts.slice(15, 20), 100)
      await expectRawRows(store)
      expect(await store.countEarlierSessions(2)).toBe(2)
      await writeEarlier(server, acts.slice(20, 30), 200)
      await playActs(store, acts.slice(25, 35), 300)
      await expectRawRows(store)
      expect(await store.countEarlierSessions(2)).toBe(2)
      expect(await store.countEarlierSessions(2)).toBe(0)
      await writeEarlier(server, acts.slice(35), 400)
      await playActs(store, acts.slice(30), 500)
      await expectAllCounted(store)
      await store.close()
    }),
    { numRuns: IN_FULL ? 12 : 3, endOnFailure: true },
  )
})

test('two processes that count earlier sessions simultaneously count each once', async () => {
  const { url, server } = await earlierRelease('hours counted twice')
  for (let n = 0; n < VISITORS; n++)
    await server.query(EARLIER.event!({ act: 'event', kind: 'visit', n, hour: 0 }, n))
  const stores = await Promise.all([openPostgres({ url }), openPostgres({ url })])
  onTestFinished(async () => void (await Promise.all(stores.map((store) => store.close()))))
  const counted = await Promise.all([...stores, ...stores].map((store) => store.countEarlierSessions(3)))
  expect(counted.toSorted((a, b) => a - b)).toEqual([0, 0, 1, 3])
  await expectAllCounted(stores[0]!)
})

test('one process’s additions and subtractions in an hour are part of the total', async () => {
  const url = await databaseOf('hours taken and added', 'template0')
  const [first, second] = await Promise.all([openPostgres({ url }), openPostgres({ url })])
  onTestFinished(async () => void (await Promise.all([first, second].map((store) => store.close()))))
  await openVisitors(first)
  const sale = { offer: 'mva', source: 'partner', external_id: 'a', cents: 100, returned: false }
  await second.setLanguage(uuidOf(0), 'es')
  await second.sell({ ...sale, session_uuid: uuidOf(3), at: instantOf(0) })
  expect((await expectRawRows(second))[0]).toMatchObject({ page_visits: 3, sales: 1, revenue: 100 })
})

test('a sale and a change of language by two processes at once count under the final language', async () => {
  const url = await databaseOf('hours sale and language')
  const stores = await Promise.all([openPostgres({ url }), openPostgres({ url })])
  onTestFinished(async () => void (await Promise.all(stores.map((store) => store.close()))))
  await openVisitors(stores[0]!)
  for (let i = 0; i < 40; i++) {
    const uuid = uuidOf(i % VISITORS)
    const sale = { session_uuid: uuid, offer: 'mva', source: 'partner', cents: 100, at: instantOf(0) }
    await Promise.all([
      stores[i % 2]!.sell({ ...sale, external_id: String(i), returned: false }),
      stores[(i + 1) % 2]!.setLanguage(uuid, i % 8 < 4 ? 'es' : 'en'),
    ])
  }
  await expectAllCounted(stores[0]!)
})
