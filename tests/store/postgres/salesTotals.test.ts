import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { openPostgres } from '../../../src/store/engines/postgres/open.ts'
import { MIGRATIONS } from '../../../src/store/engines/postgres/prepareDatabase.ts'
import type { Store } from '../../../src/store/store.ts'
import { LEDGER, LEDGER_DAYS, LEDGER_SUMS } from '../earlierLedger.ts'
import { uuidOf } from '../history.ts'
import { databaseOf } from './database.ts'

/** Tests of ledger totals that servers of an earlier release wrote, or still write while they are replaced one by one. */

/** Last schema whose servers keep no totals of sales. */
const SUMMED_NO_SALES = 4

async function connectTo(url: string): Promise<Client> {
  const client = new Client({ connectionString: url })
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

/** A database as the release before left it, and a connection like those of its servers. */
async function earlierRelease(place: string): Promise<{ url: string; server: Client }> {
  const url = await databaseOf(place, 'template0')
  const server = await connectTo(url)
  for (const migration of MIGRATIONS.slice(0, SUMMED_NO_SALES)) await server.query(migration)
  await server.query(`
    CREATE TABLE leadloom (schema BIGINT NOT NULL, oldest BIGINT NOT NULL DEFAULT 1);
    INSERT INTO leadloom VALUES (${SUMMED_NO_SALES}, 1);
    SET leadloom.slot = '7';
    INSERT INTO versions VALUES (1, 'leadloom', '{}', '', '', 1, 1, NULL, '{}');
    INSERT INTO channels VALUES (1, 'leadloom', '', '', '', '');
    INSERT INTO sessions (session, uuid, token_hash, version, channel, origin, page_url, referrer, ip, at)
      VALUES (1, '${uuidOf(1)}', '', 1, 1, '{}', '', '', '', 1)`)
  return { url, server }
}

async function book(server: Client, entries: typeof LEDGER): Promise<void> {
  for (const entry of entries)
    await server.query(
      `INSERT INTO sales (session, offer, source, external_id, sold, cents, version, path, aff_id, sub1, at)
       VALUES (1, 'mva', 'acme', $1, $2, $3, 1, 'leadloom', '86', 'a', $4)`,
      entry,
    )
}

async function sumsIn(store: Store): Promise<(number[] | undefined)[]> {
  const days = await Promise.all(LEDGER_DAYS.map((day) => store.report('sale-by-aff-sub-offer', day)))
  return days.map(([row]) => row && [row.total, row.revenue])
}

test('sums up a ledger of an earlier release by New York day, as its entries say', async () => {
  const { url, server } = await earlierRelease('ledger without totals')
  await book(server, LEDGER)
  const store = await openPostgres({ url })
  onTestFinished(() => store.close())
  expect(await sumsIn(store)).toEqual(LEDGER_SUMS)
})

test('counts each sale once while servers of an earlier release sell beside newer ones', async () => {
  const { url, server } = await earlierRelease('selling beside')
  await book(server, LEDGER.slice(0, 1))
  const store = await openPostgres({ url })
  onTestFinished(() => store.close())
  await book(server, LEDGER.slice(1))
  expect(await sumsIn(store)).toEqual(LEDGER_SUMS)

  const firstDay = LEDGER_DAYS[0]!
  const ours = { session_uuid: uuidOf(1), offer: 'mva', source: 'acme', external_id: 'd', cents: 1 }
  await store.sell({ ...ours, returned: false, at: firstDay.to })
  expect(await store.report('sale-by-offer', firstDay)).toEqual([
    { offer_name: 'mva', total: 3, revenue: 1201 },
  ])
})

test('goes on with the sums where a start was cut off, and counts what was sold meanwhile once', async () => {
  const { url, server } = await earlierRelease('cut off between')
  await book(server, LEDGER.slice(0, 2))
  await server.query(`${MIGRATIONS[SUMMED_NO_SALES]}; UPDATE leadloom SET schema = ${SUMMED_NO_SALES + 1}`)
  await book(server, LEDGER.slice(2))
  const store = await openPostgres({ url })
  onTestFinished(() => store.close())
  expect(await sumsIn(store)).toEqual(LEDGER_SUMS)
})
