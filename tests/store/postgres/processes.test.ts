import type { InjectOptions } from 'fastify'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { IN_FULL } from '../../inFull.ts'
import type { Session } from '../../../schemas/kernel/session.ts'
import { compileValidators } from '../../../src/server/publish/compileValidators.ts'
import { openPostgres } from '../../../src/store/engines/postgres/open.ts'
import { UNSAVED } from '../../../src/texts/visitorPage.ts'
import { startServer, type Serving } from '../../journeys/serving.ts'
import { BROWSER, submission, wrapped } from '../../server/running.ts'
import { publishPlaceholders } from '../../server/placeholders.ts'
import { HURT, MAIL, SMALL_FLOW, WHERE } from '../../server/smallFlow.ts'
import { startLoad } from '../../soak/load.ts'
import { sendToAll } from '../../soak/sameStep.ts'
import { sharedAccountOf } from '../../soak/sharedAccount.ts'
import { openTraffic } from '../../soak/traffic.ts'
import { makeDatabase, startPostgres, urlOf } from './server.ts'

/** Tests three servers as their user starts them, each in its own process, on one real PostgreSQL. */

const SERVERS = 3
const VISITORS = IN_FULL ? 40 : 15
/** Number of kills; `npm run soak servers` and `npm run soak failover` make more. */
const KILLED = IN_FULL ? 3 : 1
let postgres: Awaited<ReturnType<typeof startPostgres>>
let url: string
let servers: Serving[] = []

beforeAll(async () => {
  postgres = await startPostgres()
  url = urlOf(postgres.url, 'shared')
  await makeDatabase(postgres.url, 'shared', 'template0')
  const store = await openPostgres({ url })
  await publishPlaceholders(store, { but: 'yardstick' })
  await store.close()
  const env = { DATABASE_URL: url, OPERATOR_PASSWORD: '', RATE_LIMIT: '0', LOG_LEVEL: 'warn' }
  // All start at once, and each would publish the site and create the first operator.
  servers = await Promise.all(Array.from({ length: SERVERS }, () => startServer(env)))
})
afterAll(async () => {
  await Promise.all(servers.map((server) => server.end()))
  await postgres.stop()
})

const anyServer = () => servers[Math.floor(Math.random() * SERVERS)]!

test('simultaneous first starts create one operator, whose printed password works on every server', async () => {
  const printed = servers.map((server) => server.printed())
  const logins = printed.flatMap((text) => {
    const found = /Log in as (\S+) with the password (\S+)/.exec(text)
    return found ? [{ name: found[1], password: found[2] }] : []
  })
  expect(logins).toHaveLength(1)
  for (const { url } of servers) {
    const answer = await fetch(`${url}/api/reports/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-requested-with': 'leadloom' },
      body: JSON.stringify(logins[0]),
    })
    expect(answer.status).toBe(200)
    // A login is valid at every server.
    const cookie = answer.headers
      .getSetCookie()
      .map((each) => each.split(';')[0]!)
      .join('; ')
    // Its name carries the port of the server, as each has an address of its own here.
    const other = anyServer().url
    const theirs = cookie.replace(/^leadloom_login_\d+/, `leadloom_login_${new URL(other).port}`)
    expect((await fetch(`${other}/api/reports/me`, { headers: { cookie: theirs } })).status).toBe(200)
  }
})

test('all servers show what one process publishes, and three first starts make one version per path', async () => {
  let version: number
  const store = await openPostgres({ url })
  try {
    const versions = await store.versions()
    expect(new Set(versions.map(({ path }) => path)).size).toBe(versions.length)
    const validators = compileValidators(SMALL_FLOW)
    version = await store.publish({
      path: 'small',
      flow: SMALL_FLOW,
      style: '',
      validators,
      icons: {},
      at: Date.now(),
    })
  } finally {
    await store.close()
  }
  for (const server of servers)
    await expect.poll(() => open(server).then((session) => session.version)).toBe(version)
})

test.each(IN_FULL ? [2, 3] : [3])(
  'no valid answer is refused and no invalid one accepted, whichever of %i processes each call reaches',
  async (processes) => {
    const NOT_HURT = { ...HURT, answers: [{ question_key: 'hurt', answer_key: 'no', raw_data: 'no' }] }
    const NOBODY = { ...MAIL, answers: [{ ...MAIL.answers[0], raw_data: 'nobody' }] }
    const anyServer = () => servers[Math.floor(Math.random() * processes)]!
    const visits = await Promise.all(
      Array.from({ length: VISITORS }, async () => {
        const session = await open(anyServer())
        const statuses: [right: number[], wrong: number[]] = [[], []]
        for (const [content, isWrong] of [
          [HURT, 0],
          [MAIL, 1],
          [WHERE, 0],
          [NOBODY, 1],
          [MAIL, 0],
          [NOT_HURT, 0],
          [WHERE, 1],
        ] as const)
          statuses[isWrong].push((await call(anyServer(), stepCall(session, content))).status)
        return { session, statuses }
      }),
    )
    expect(visits.flatMap(({ statuses: [right] }) => right)).toEqual(Array(4 * VISITORS).fill(204))
    expect(visits.flatMap(({ statuses: [, wrong] }) => wrong)).toEqual(Array(3 * VISITORS).fill(422))
    const kept = await stepsOf(visits.map(({ session }) => session))
    expect(kept).toEqual(visits.map(() => ['hurt', 'where', 'mail', 'hurt']))
  },
)

test('a step sent to all servers at once is acknowledged by all and stored once', async () => {
  // `npm run soak sameStep` has 1,000 sessions.
  const sessions = IN_FULL ? 100 : 20
  const urls = servers.map((server) => server.url)
  expect(await sendToAll(urls, url, sessions)).toEqual({ acknowledged: 3 * sessions, keptOnce: sessions })
})

test('killing a server and PostgreSQL under load loses and duplicates nothing, and no server exits', async () => {
  const { dataDir } = servers[0]!
  const traffic = openTraffic({ url: servers.map((server) => server.url), dataDir }, 32)
  const load = startLoad(traffic, 32)
  const somethingKept = () => load.acknowledges(100, 30_000)
  for (const server of servers.slice(0, KILLED)) {
    await somethingKept()
    await server.kill()
    await somethingKept()
    await server.restart()
  }
  const pids = servers.map((server) => server.pid())
  for (let round = 0; round < KILLED; round++) {
    await somethingKept()
    await postgres.kill()
    await postgres.restart()
  }
  await somethingKept()
  await load.stop()
  for (const server of servers)
    await expect.poll(() => fetch(`${server.url}/readyz`).then(({ status }) => status)).toBe(200)
  expect(servers.map((server) => server.pid())).toEqual(pids)
  const account = await sharedAccountOf(url, await traffic.close())
  expect(account).toMatchObject({ lost: 0, doubled: 0 })
  expect(account.acknowledged).toBeGreaterThan(300)
})

test('a server says why it can’t save while PostgreSQL is down, and recovers by itself', async () => {
  const [server] = servers as [Serving, ...Serving[]]
  const health = async () => {
    const [healthz, readyz] = await Promise.all([
      fetch(`${server.url}/healthz`),
      fetch(`${server.url}/readyz`),
    ])
    return { healthz: [healthz.status, await healthz.json()], readyz: readyz.status }
  }
  const session = await open(server)
  const step = stepCall(session, HURT)
  await postgres.kill()
  expect((await call(server, step)).status).toBe(503)
  const page = await fetch(`${server.url}/small`, { headers: { 'user-agent': BROWSER } })
  expect([page.status, await page.text()]).toEqual([503, expect.stringContaining(UNSAVED.lead)])
  // The first check may have come before a write was refused.
  await expect.poll(health).toEqual({ healthz: [200, { status: 'ok', store: 'out of reach' }], readyz: 503 })
  await postgres.restart()
  await expect.poll(health).toEqual({ healthz: [200, { status: 'ok' }], readyz: 200 })
  expect((await call(server, step)).status).toBe(204)
})

function stepCall(session: Session, step: object): InjectOptions {
  return wrapped('POST /api/sessions/step', submission(session, step), session.token)
}

/** Steps stored for each session, in order. */
async function stepsOf(sessions: readonly Session[]): Promise<string[][]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ uuid: string; steps: string[] }>(
      `SELECT uuid, array_agg(step_key ORDER BY entry) AS steps FROM steps JOIN sessions USING (session)
       WHERE uuid = ANY($1) GROUP BY uuid`,
      [sessions.map(({ uuid }) => uuid)],
    )
    const kept = new Map(rows.map(({ uuid, steps }) => [uuid, steps]))
    return sessions.map(({ uuid }) => kept.get(uuid) ?? [])
  } finally {
    await client.end()
  }
}

async function open(server: Serving): Promise<Session> {
  const arrival = { path: 'small', page_url: 'https://claims.example/small', referrer: '', query: {} }
  const answer = await call(server, wrapped('POST /api/sessions', arrival, 'leadloom'))
  expect(answer.status).toBe(201)
  return (await answer.json()) as Session
}

function call(server: Serving, { url, headers, payload }: InjectOptions): Promise<Response> {
  return fetch(`${server.url}${url as string}`, {
    method: 'POST',
    headers: {
      ...(headers as Record<string, string>),
      'content-type': 'application/json',
      'user-agent': BROWSER,
    },
    body: JSON.stringify(payload),
  })
}
