import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { sqlOf } from '../../../src/store/engines/postgres/driver.ts'
import { STATEMENTS } from '../../../src/store/nouns/nouns.ts'
import { databaseOf } from './database.ts'

/** Deliveries after a year: few are due, and few belong to one person. */
const DELIVERED = `
  SET session_replication_role = replica;
  INSERT INTO leads (session, lead, at) SELECT n, '{}', n FROM generate_series(1, 5000) AS n;
  INSERT INTO outbox (key, session, offer, buyer, lead, state, attempts, under_way, due_at, at, duplicate_of)
    SELECT 'key' || n, n / 3, 'offer' || n % 3, 'buyer' || n % 10, n / 3, CASE n % 100 WHEN 0 THEN 'due' ELSE 'accepted' END,
      1, 0, CASE n % 100 WHEN 0 THEN n END, n, CASE n % 20 WHEN 1 THEN n - 1 END
    FROM generate_series(1, 15000) AS n;
  INSERT INTO attempts (delivery, attempt, message, at) SELECT delivery, 1, '', at FROM outbox;
  INSERT INTO people (delivery, who, buyer, sold_at) SELECT delivery, 'who' || session % 2000, buyer, at FROM outbox;
  ANALYZE`

test('each index of deliveries serves a statement', async () => {
  const client = new Client({ connectionString: await databaseOf('delivered') })
  await client.connect()
  onTestFinished(() => client.end())
  await client.query(DELIVERED)
  const plans = new Array<string>()
  for (const read of ['on', 'off']) {
    await client.query(`SET enable_seqscan = ${read}`)
    for (const [, statement] of STATEMENTS) {
      const { rows } = await client.query<{ plan: string }>(`EXPLAIN (GENERIC_PLAN) ${sqlOf(statement)}`)
      plans.push(...rows.map((row) => Object.values(row)[0]!))
    }
  }
  const used = [...plans.join('\n').matchAll(/(?:using|Index Scan on) (\w+)/g)].map(([, name]) => name)
  const { rows: indexes } = await client.query<{ name: string }>(
    `SELECT indexname AS name FROM pg_indexes WHERE tablename IN ('leads', 'outbox', 'attempts', 'people')`,
  )
  expect(indexes.map(({ name }) => name).filter((name) => !used.includes(name))).toEqual([])
})
