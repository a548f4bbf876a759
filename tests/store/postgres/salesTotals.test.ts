import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { nextNewYorkDay } from '../../../src/time/newYorkDay.ts'
import { uuidOf } from '../history.ts'
import { databaseOf, openOnPostgres } from './database.ts'

/** The night in which New York's clocks are set back. */
const BEGINS = Date.parse('2026-11-01T00:00:00-04:00')
const ENDS = nextNewYorkDay(BEGINS)

const LEDGER: [external_id: string, sold: 1 | -1, cents: number, at: number][] = [
  ['a', 1, 500, BEGINS],
  ['b', 1, 700, ENDS - 1],
  ['c', 1, 800, ENDS],
  ['b', -1, -700, ENDS + 5],
]

test('counts each sale once, by New York day, while servers of earlier and newer releases sell', async () => {
  const store = await openOnPostgres('selling beside')
  const server = new Client({ connectionString: await databaseOf('selling beside') })
  await server.connect()
  onTestFinished(() => server.end())
  await server.query(`
    SET leadloom.slot = '7';
    INSERT INTO versions VALUES (1, 'leadloom', '{}', '', '', 1, 1, NULL, '{}');
    INSERT INTO channels VALUES (1, 'leadloom', '', '', '', '');
    INSERT INTO sessions (session, uuid, token_hash, version, channel, origin, page_url, referrer, ip, at)
      VALUES (1, '${uuidOf(1)}', '', 1, 1, '{}', '', '', '', 1)`)
  for (const entry of LEDGER)
    await server.query(
      `INSERT INTO sales (session, offer, source, external_id, sold, cents, version, path, aff_id, sub1, at)
       VALUES (1, 'mva', 'acme', $1, $2, $3, 1, 'leadloom', '86', 'a', $4)`,
      entry,
    )
  const firstDay = { path: 'leadloom', from: BEGINS, to: ENDS - 1 }
  const nextDay = { path: 'leadloom', from: ENDS, to: nextNewYorkDay(ENDS) - 1 }
  const sums = (total: number, gross: number, returned: number) => [
    expect.objectContaining({ total, gross, returned, revenue: gross - returned }),
  ]
  expect(await store.report('sale-by-aff-sub-offer', firstDay)).toEqual(sums(2, 1200, 0))
  expect(await store.report('sale-by-aff-sub-offer', nextDay)).toEqual(sums(0, 800, 700))

  const ours = { session_uuid: uuidOf(1), offer: 'mva', source: 'acme', external_id: 'd', cents: 1 }
  await store.sell({ ...ours, returned: false, at: firstDay.to })
  expect(await store.report('sale-by-offer', firstDay)).toEqual([
    { offer_name: 'mva', total: 3, gross: 1201, returned: 0, revenue: 1201 },
  ])
})
