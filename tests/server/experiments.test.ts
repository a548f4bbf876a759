import { expect, test } from 'vitest'
import type { Experiment } from '../../schemas/reports/experiments.ts'
import { promoter } from '../../src/server/jobs/promoteWinners.ts'
import { newVersion, session, uuidOf } from '../store/history.ts'
import { loggedIn } from './loggedIn.ts'
import { running } from './running.ts'

/** Tests who may see, start and promote experiments, and that a winner is promoted by itself only where that was asked for. */

const DAY = 24 * 3_600_000
const PLAN = { name: 'Short form', days: 7, cap: 50_000, ages: [], promotes: true }

/** The server with two versions on one path, and its clock. */
async function withVersions() {
  let at = Date.parse('2026-11-02T12:00:00-05:00')
  const server = await running({ env: { RATE_LIMIT: '0', OPERATOR_HOST: 'localhost' }, now: () => at })
  const path = 'test-path'
  const first = await server.store.publish(newVersion(path, at))
  const second = await server.store.publish(newVersion(path, at + 1), 50)
  const as = async (role: 'viewer' | 'author', sites: string[] | null = null) => {
    const headers = await loggedIn(server, {
      name: `${role}-${String(sites)}`,
      role,
      host: 'localhost',
      sites,
    })
    return (method: 'GET' | 'POST', url: string, payload?: object) =>
      server.send({ method, url: `/api/reports/experiments${url}`, headers, ...(payload && { payload }) })
  }
  return { ...server, path, first, second, as, later: (ms: number) => void (at += ms), now: () => at }
}

/** Visitors of both versions, of whom those of the second earn twice as much. */
async function visit({ store, path, first, second, now }: Awaited<ReturnType<typeof withVersions>>) {
  const at = now()
  await Promise.all(
    Array.from({ length: 400 }, async (_, n) => {
      const version = n % 2 === 0 ? first : second
      const uuid = uuidOf(n)
      await store.openSession(session({ uuid, path, version, at: at + n * 60_000 }))
      const cents = version === first ? 1000 + n : 2000 + n
      const sale = { session_uuid: uuid, offer: 'claim', source: 'acme', external_id: `${n}` }
      if (n % 3 < 2) await store.sell({ ...sale, cents, returned: false, at: at + n * 60_000 + 5 })
    }),
  )
}

test('authors start and change experiments, viewers see those of their sites, and others are refused', async () => {
  const server = await withVersions()
  const { path, first, store } = server
  const author = await server.as('author')
  const viewer = await server.as('viewer')
  const start = { path, control: first, ...PLAN }
  expect((await viewer('POST', '', start)).statusCode).toBe(403)
  expect((await viewer('GET', '/terms')).statusCode).toBe(403)
  const { data: terms } = (await author('GET', '/terms')).json<{ data: { path: string; ages: [] }[] }>()
  expect(terms.map((one) => one.path)).toEqual([path])
  expect((await author('POST', '', { ...start, control: 99 })).json()).toMatchObject({ field: 'control' })
  expect((await author('POST', '', start)).json()).toEqual({ experiment: 1 })
  expect((await author('POST', '', start)).statusCode).toBe(409)
  expect((await author('GET', '/terms')).json()).toEqual({ data: [] })
  const stop = { path, experiment: 1, change: 'stop' }
  expect((await viewer('POST', '/change', stop)).statusCode).toBe(403)
  expect((await author('POST', '/change', { ...stop, experiment: 2 })).statusCode).toBe(404)
  expect((await author('POST', '/change', { ...stop, change: 'promote' })).json()).toMatchObject({
    field: 'version',
  })
  expect((await author('POST', '/change', stop)).statusCode).toBe(204)
  expect((await author('POST', '/change', stop)).statusCode).toBe(409)
  const { data } = (await viewer('GET', '')).json<{ data: Experiment[] }>()
  expect(data).toMatchObject([{ path, window_days: 7, tightest_at: 1000, ended_by: expect.any(String) }])
  expect((await store.auditLog(3)).map(({ act }) => act)).toContain('stop_experiment')

  const elsewhere = await server.as('author', ['other-site'])
  expect((await elsewhere('GET', '')).json()).toEqual({ data: [] })
  expect((await elsewhere('GET', '/terms')).json()).toEqual({ data: [] })
  expect((await elsewhere('POST', '/change', stop)).statusCode).toBe(404)
  expect((await elsewhere('POST', '', start)).statusCode).toBe(404)
})

test('a path with one live version has nothing to compare', async () => {
  const server = await withVersions()
  const author = await server.as('author')
  await server.store.activate(server.first, { weight: 100, at: server.now() })
  const start = { path: server.path, control: server.first, ...PLAN }
  expect((await author('POST', '', start)).json()).toMatchObject({ status: 409, field: 'path' })
})

test.each([true, false])(
  'where promotes is %j, the winner goes to all visitors by itself',
  async (promotes) => {
    const server = await withVersions()
    const { path, first, second, store } = server
    const author = await server.as('author')
    await author('POST', '', { path, control: first, ...PLAN, promotes })
    await visit(server)
    const promote = promoter({ ...server, versions: server.ctx.versions }, { info: () => {} })
    const run = () => promote(() => false)
    await run()
    expect(await store.live()).toHaveLength(3)
    server.later(14 * DAY)
    const { data } = (await (await server.as('author'))('GET', '')).json<{ data: Experiment[] }>()
    expect(data[0]!.figures.verdict).toEqual({ kind: 'winner', winner: second, days_left: null })
    await run()
    const live = (await store.live()).filter((share) => share.path === path)
    const shares = [{ path, version: second, weight: 100 }]
    expect(live).toEqual(
      promotes ? shares : [first, second].map((version) => ({ path, version, weight: 50 })),
    )
    const [last] = await store.auditLog(1)
    expect(`${last!.operator} ${last!.act}`.startsWith('automatic promote_version')).toBe(promotes)
  },
)

test('terms cap what 1 visitor in 1,000 exceeds, and wait until 95% of an offer’s money is in', async () => {
  const { store, path, first, as, now, later } = await withVersions()
  const at = now()
  await Promise.all(
    Array.from({ length: 1100 }, (_, n) =>
      store.openSession(session({ uuid: uuidOf(n), path, version: first, at: at + n })),
    ),
  )
  const sell = (n: number, cents: number, age: number, more: object = {}) => {
    const sale = { session_uuid: uuidOf(n), offer: 'claim', source: 'acme', external_id: `${n}` }
    return store.sell({ ...sale, cents, returned: false, at: at + n + age, ...more })
  }
  await sell(1, 90_000, 5)
  await sell(2, 40_050, 5)
  await sell(3, 30_000, 5)
  await sell(4, 20_000, 5)
  await sell(4, 20_000, 4 * DAY + 7, { returned: true })
  await sell(5, 100, 20 * DAY)
  later(21 * DAY)
  const { data } = (await (await as('author'))('GET', '/terms')).json<{ data: object[] }>()
  expect(data).toMatchObject([
    { path, cap: 40_100, ages: [{ offer: 'claim', days: 5 }], daily_visitors: Math.round(1100 / 28) },
  ])
})

test.each(['stop', 'publish'])('visitors after a %s no longer count', async (end) => {
  const server = await withVersions()
  const { store, path, first, second, later, now, as } = server
  const shares = [first, second].map((version) => ({ version, weight: 50 }))
  const plan = {
    ...PLAN,
    shares,
    window_days: 1,
    tightest_at: 1000,
    control: first,
    path,
    by: 'abe',
    at: now(),
  }
  await store.startExperiment(plan)
  const come = (n: number) => store.openSession(session({ uuid: uuidOf(n), path, version: first, at: now() }))
  await come(1)
  later(DAY)
  await come(2)
  later(DAY)
  if (end === 'publish') await store.activate(second, { weight: 60, at: now() })
  else await store.stopExperiment({ path, experiment: 1, by: 'abe', at: now() })
  await come(3)
  later(2 * DAY)
  const { data } = (await (await as('author'))('GET', '')).json<{ data: Experiment[] }>()
  expect(data[0]!.figures).toMatchObject({ is_over: true, split: { visitors: [2, 0] } })
})
