import { spawnSync, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer as createBuyer, type ServerResponse } from 'node:http'
import { connect, createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { openStore } from '../../src/store/openStore.ts'
import { NOTICES } from '../../src/server/kernel/operatorNotices.ts'
import { freePort } from '../server/freePort.ts'
import { wrapped } from '../server/running.ts'
import { startProcess } from './startProcess.ts'
import { publish, session, step } from '../store/history.ts'
import { openTables } from '../store/tables.ts'

const HALF_AN_HOUR_MS = 1_800_000

/** Shared by all tests, so that the sites are published only once. */
const DATA_DIR = mkdtempSync(join(tmpdir(), 'leadloom-serve-'))
afterAll(() => rmSync(DATA_DIR, { recursive: true }))
const started = (env: Record<string, string>) => startProcess({ DATA_DIR, ...env })

test('serves the sites, creates the first operator once, and stops on a signal', async () => {
  const env = { OPERATOR_NAME: 'ada' }
  const first = await started(env)
  expect(first.said?.paths).toContain('class-action-finder')
  expect(first.said?.login?.name).toBe('ada')
  const response = await fetch(`${first.said!.url}/api/reports/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-requested-with': 'leadloom' },
    body: JSON.stringify(first.said!.login),
  })
  expect(response.status).toBe(200)
  first.child.kill('SIGTERM')
  expect(await first.exit).toBe(0)
  const second = await started(env)
  expect(second.said?.login).toBeNull()
  second.child.kill('SIGINT')
  expect(await second.exit).toBe(0)
})

test('a setting with a path without a flow is reported at start, as the flow can be published later', async () => {
  const { said, lines } = await started({
    LOG_LEVEL: 'warn',
    SECRETS_KEY: 'a'.repeat(32),
    DEFAULT_SITE: 'yardstik',
    SITE_HOSTS: 'money.example=found-money,x.example=elsewhere',
  })
  expect(said).not.toBeNull()
  const warnings = () =>
    lines.filter((line) => line.startsWith('{"level"')).map((line) => JSON.parse(line).msg)
  await expect
    .poll(warnings)
    .toEqual([
      'DEFAULT_SITE: nothing is published on /yardstik yet. Did you mean "yardstick"?',
      'SITE_HOSTS: nothing is published on /elsewhere yet. ' +
        'The paths are class-action-finder, found-money, leadloom, unemployment-guru, yardstick.',
      NOTICES.sampleCompanies(
        '/class-action-finder, /found-money, /leadloom, /unemployment-guru, and /yardstick',
      ),
    ])
})

test('requests in progress finish before it stops', async () => {
  const { child, exit, said } = await started({})
  const arrival = { path: 'class-action-finder', page_url: '', referrer: '', query: {} }
  const { payload, headers } = wrapped('POST /api/sessions', arrival, 'leadloom')
  const body = JSON.stringify(payload)
  const { hostname, port } = new URL(said!.url)
  const socket = connect({ host: hostname, port: Number(port) })
  const answer = text(socket)
  socket.write(
    `POST /api/sessions HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n` +
      `x-signature: ${String(headers!['x-signature'])}\r\n\r\n${body.slice(0, 20)}`,
  )
  await expect.poll(() => fetch(`${said!.url}/healthz`).then(({ status }) => status)).toBe(200)
  child.kill('SIGTERM')
  await expect
    .poll(() =>
      fetch(`${said!.url}/healthz`).then(
        ({ status }) => status,
        () => 'closed',
      ),
    )
    .not.toBe(200)
  socket.write(body.slice(20))
  expect(await answer).toMatch(/^HTTP\/1\.1 201 .*"token":/s)
  expect(await exit).toBe(0)
})

test('a second signal ends the process immediately', async () => {
  const { child, exit, said, lines } = await started({ LOG_LEVEL: 'warn' })
  const { hostname, port } = new URL(said!.url)
  const socket = connect({ host: hostname, port: Number(port) })
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => {})
  // A client that hears it may continue is in the middle of a request that the server knows.
  socket.write(
    'POST /api/sessions HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n' +
      'content-length: 9\r\nexpect: 100-continue\r\n\r\n',
  )
  await once(socket, 'data')
  child.kill('SIGTERM')
  await expect.poll(() => lines.join()).toContain('A second signal stops the server at once.')
  child.kill('SIGINT')
  expect(await exit).toBe('SIGINT')
})

test('two servers never share a data folder at once, but can use it one after the other', async () => {
  const first = await started({})
  const second = await started({})
  expect(second.said).toBeNull()
  expect(await second.errors).toContain(
    `Another server is running on ${DATA_DIR}. Stop it first, or set DATA_DIR to a different folder.`,
  )
  first.child.kill('SIGKILL')
  await first.exit
  expect((await started({})).said).not.toBeNull()
})

test('a server keeps running when its log is no longer read', async () => {
  const { child, said } = await started({ LOG_LEVEL: 'debug' })
  child.stdout.destroy()
  child.stderr.destroy()
  for (let n = 0; n < 5; n++) expect((await fetch(`${said!.url}/nothing-${n}`)).status).toBeLessThan(600)
  expect((await fetch(`${said!.url}/readyz`)).status).toBe(200)
  expect(child.exitCode).toBeNull()
})

test('a failing disk logs one line, nothing is acknowledged, and everything continues once it accepts writes again', async () => {
  const { child, said, lines } = await started({ LOG_LEVEL: 'warn', DEFAULT_SITE: 'leadloom' })
  const limitFiles = filesOf(child)
  const arrival = { path: 'yardstick', page_url: '', referrer: '', query: {} }
  const { payload, headers } = wrapped('POST /api/sessions', arrival, 'leadloom')
  const open = () =>
    fetch(`${said!.url}/api/sessions`, {
      method: 'POST',
      headers: { ...(headers as Record<string, string>), 'content-type': 'application/json' },
      body: JSON.stringify(payload),
    })
  const statuses = async () => [(await open()).status, (await fetch(`${said!.url}/readyz`)).status]
  expect(await statuses()).toEqual([201, 200])
  const atStart = lines.length
  limitFiles('4096')
  for (let n = 0; n < 20; n++) expect(await statuses()).toEqual([503, 503])
  expect(lines.slice(atStart).filter((line) => line.startsWith('{"level"'))).toHaveLength(1)
  expect(lines.join()).toContain('Until then, writes get a 503.')
  expect(lines.join('\n')).toContain('The database’s disk has read or write errors')
  limitFiles('unlimited')
  expect(await statuses()).toEqual([201, 200])
})

test('a buyer’s response during a disk failure is saved once the disk recovers, without asking the buyer twice', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'leadloom-serve-full-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  const asked: ServerResponse[] = []
  const buyer = createBuyer((_request, response) => void asked.push(response)).listen(0, '127.0.0.1')
  onTestFinished(() => void buyer.close())
  await once(buyer, 'listening')
  const url = `http://127.0.0.1:${(buyer.address() as AddressInfo).port}/`
  const acme = { format: 'json', url, local: true, honors_key: true, price: '25.00' }
  writeFileSync(join(dataDir, 'buyers.json'), JSON.stringify({ buyers: { acme, late: acme } }))
  const at = Date.now()
  const lead = { offer: 'mva', buyers: ['acme', 'late'], payload: { phone: '5125552368' } }
  const before = await openStore({ dataDir })
  await publish(before, 'leadloom', at)
  await before.openSession(session({ at }))
  await before.appendStep(session({}).uuid, step({ id: randomUUID(), at }), { lead })
  const late = (await before.deliveries({ state: 'due', limit: 2 })).find((one) => one.buyer === 'late')!
  await before.beginAttempt(late.delivery, at)
  await before.endAttempt(late.delivery, 1, {
    state: 'due',
    message: 'Later.',
    at,
    due_at: at + HALF_AN_HOUR_MS,
  })
  await before.close()

  const { child, exit, said, lines } = await started({
    DATA_DIR: dataDir,
    BUYERS_FILE: join(dataDir, 'buyers.json'),
    LOCAL_TARGETS: 'allow',
    LOG_LEVEL: 'error',
  })
  expect(said).not.toBeNull()
  const limitFiles = filesOf(child)
  await expect.poll(() => asked.length).toBe(1)
  const other = openTables(dataDir, { write: true })
  other.prepare('UPDATE outbox SET due_at = ? WHERE delivery = ?').run(Date.now() + 2000, late.delivery)
  other.close()
  limitFiles('4096')
  asked[0]!.end('{"result":"accepted"}')
  await sleep(4500)
  expect([asked.length, lines.filter((line) => line.startsWith('{"level"'))]).toEqual([
    1,
    [expect.stringContaining('Until then, writes get a 503.')],
  ])
  limitFiles('unlimited')
  await expect.poll(() => asked.length).toBe(2)
  asked[1]!.end('{"result":"rejected"}')
  child.kill('SIGTERM')
  expect(await exit).toBe(0)
  const after = await openStore({ dataDir })
  onTestFinished(() => after.close())
  const ends = (await after.deliveries({ state: null, limit: 2 })).map(({ buyer, state }) => [buyer, state])
  expect(Object.fromEntries(ends)).toEqual({ acme: 'accepted', late: 'rejected' })
  expect(await after.report('sale-by-offer', { path: 'leadloom', from: at, to: Date.now() })).toMatchObject([
    { total: 1, revenue: 2500 },
  ])
})

/** Sets the largest size, in bytes, that a process's files may reach. */
function filesOf({ pid }: ChildProcess): (bytes: string) => void {
  return (bytes) =>
    expect(spawnSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:unlimited`]).status).toBe(0)
}

test('metrics are on their own port, which only this machine can reach', async () => {
  const metricsPort = await freePort()
  const { said } = await started({ HOST: '0.0.0.0', METRICS_PORT: String(metricsPort) })
  await fetch(`${said!.url}/api/path-config?path=leadloom`)
  const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  expect(metrics).toContain('route="GET /api/path-config",status="200"')
  for (const name of [
    'nodejs_eventloop_lag_p99_seconds',
    'process_resident_memory_bytes',
    'leadloom_store_commit_seconds_count',
    'leadloom_store_commit_writes_count',
    'leadloom_store_waiting_writes 0',
    'leadloom_store_bytes{file="database"}',
    'leadloom_outbox_deliveries{state="dead"} 0',
    'leadloom_outbox_oldest_seconds{outbox="deliveries"} 0',
  ])
    expect(metrics).toContain(name)
  expect((await fetch(`http://127.0.0.1:${metricsPort}/`)).status).toBe(404)
  // Another address of this machine than the usual one, which only a server on every address answers.
  expect((await fetch(`http://127.0.0.2:${new URL(said!.url).port}/healthz`)).status).toBe(200)
  await expect(fetch(`http://127.0.0.2:${metricsPort}/metrics`)).rejects.toThrow()
})

test('the log has routes and results, but nothing that a visitor sent', async () => {
  const { child, exit, said, lines } = await started({ LOG_LEVEL: 'debug' })
  const address = `${said!.url}/api/path-config?path=nowhere&email=ann@example.com`
  await fetch(address, { headers: { 'user-agent': 'ann-phone', referer: 'https://ann.example/' } })
  await fetch(`${said!.url}/ann@example.com`)
  await fetch(`${said!.url}/healthz`)
  child.kill('SIGTERM')
  await exit
  const answered = (route: string) => JSON.parse(lines.find((line) => line.includes(route))!)
  expect(answered('GET /api/path-config')).toMatchObject({
    status: 400,
    reqId: expect.stringMatching(/^[0-9a-f-]{36}$/),
  })
  expect(answered('GET /healthz')).toMatchObject({ status: 200 })
  expect(lines.join('\n')).not.toMatch(/ann|nowhere|remoteAddress/)
})

test('requests of an untrusted proxy are one line in the log', async () => {
  const { said, lines } = await started({ LOG_LEVEL: 'warn' })
  for (let n = 0; n < 3; n++)
    await fetch(`${said!.url}/healthz`, { headers: { 'x-forwarded-for': `198.51.100.${n}` } })
  await fetch(`${said!.url}/api/nothing`)
  await vi.waitFor(() => expect(lines.at(-1)).toContain('answered'))
  expect(lines.filter((line) => line.includes('set TRUST_PROXY'))).toHaveLength(1)
})

test('a taken port or an invalid setting is reported in one sentence, and nothing keeps running', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void other.close())
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  for (const [env, says] of [
    [{ PORT: String(port) }, 'PORT is already in use'],
    [{ METRICS_PORT: String(port) }, 'METRICS_PORT is already in use'],
    [{ METRICS_PORT: '0', METRICS_HOST: '192.0.2.1' }, "METRICS_HOST isn't an address of this machine"],
    [{ PORT: 'x' }, "PORT: 'x' isn't a port. Use a number from 0 to 65535."],
  ] as const) {
    const { said, exit, errors } = await started(env)
    expect(said).toBeNull()
    expect(await exit).toBe(1)
    expect(await errors).toContain(says)
  }
})
