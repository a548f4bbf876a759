import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LedgerAnswer } from '../../schemas/commands/selling.ts'
import { openStore } from '../../src/store/openStore.ts'
import { publish, session, uuidOf } from '../store/history.ts'
import { leadloom, NOW } from './commandLine.ts'

const DATA_DIR = mkdtempSync(join(tmpdir(), 'leadloom-ledger-'))
afterAll(() => rmSync(DATA_DIR, { recursive: true }))
const ledger = (line: string) => leadloom(`ledger ${line}`, { env: { DATA_DIR } })

/** Midnight in New York: the first ms of November 20; the one before is the last of November 19. */
const MIDNIGHT = Date.parse('2026-11-20T00:00:00-05:00')

beforeAll(async () => {
  const store = await openStore({ dataDir: DATA_DIR, hasThreads: false })
  await publish(store, 'leadloom', 1000)
  await store.openSession(session({}))
  const sale = { session_uuid: uuidOf(0), offer: 'mva', source: 'acme', external_id: '1', cents: 123_456 }
  await store.sell({ ...sale, returned: false, at: MIDNIGHT - 1 })
  await store.sell({ ...sale, external_id: '2', cents: 50, returned: false, at: MIDNIGHT })
  await store.sell({ ...sale, external_id: '2', cents: 50, returned: true, at: NOW - 1 })
  await store.close()
})

test('prints sums in dollars for people', async () => {
  expect((await ledger('')).out.split('\n')).toEqual([
    'leadloom  acme  mva  2 sold for $1,235.06  1 returned for $0.50  net $1,234.56',
    'All  2 sold for $1,235.06  1 returned for $0.50  net $1,234.56',
  ])
})

test.each([
  ['--to 2026-11-19', { sales: 1, gross_cents: 123_456, returns: 0, returned_cents: 0, net_cents: 123_456 }],
  ['--from 2026-11-20', { sales: 1, gross_cents: 50, returns: 1, returned_cents: 50, net_cents: 0 }],
])('uses New York days: %s', async (line, total) => {
  const { code, out } = await ledger(`${line} --json`)
  const answer = JSON.parse(out) as LedgerAnswer
  expect([code, Value.Check(LedgerAnswer, answer), answer.total]).toEqual([0, true, total])
})

test.each(['--from yesterday', '--from 2026-02-30', '--from 2026-11-20 --to 2026-11-19', 'mva'])(
  'rejects %s',
  async (line) => {
    expect((await ledger(line)).code).toBe(2)
  },
)

test('has no ledger for a path that was never published', async () => {
  expect(await ledger('--path leadlom')).toMatchObject({
    code: 1,
    err: 'leadloom: Nothing has been published on /leadlom. Did you mean "leadloom"?',
  })
})
