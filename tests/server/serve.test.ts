import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { freePort } from './freePort.ts'
import { wrapped } from './running.ts'

/** A process starts within a second; on a busy machine it may take many. */
vi.setConfig({ testTimeout: 60_000 })

const SCRIPT = join(import.meta.dirname, 'serveProcess.ts')

/** A server in a process of its own, and what it says when it listens. */
async function started(env: Record<string, string>) {
  const child = spawn(process.execPath, [SCRIPT], {
    env: { PATH: process.env['PATH'], LOG_LEVEL: 'silent', HOST: '127.0.0.1', PORT: '0', DATA_DIR, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const exit = once(child, 'exit').then(([code]) => code as number | null)
  const errors = text(child.stderr)
  const lines: string[] = []
  const first = new Promise<Said>((resolve) => {
    createInterface(child.stdout).on('line', (line) => {
      lines.push(line)
      if (line.startsWith('{"url"')) resolve(JSON.parse(line) as Said)
    })
  })
  const said = await Promise.race([first, exit.then(() => null)])
  return { child, exit, errors, said, lines }
}

interface Said {
  url: string
  paths: string[]
  login: { name: string; password: string } | null
}

/** One for all: the sites are published once. */
const DATA_DIR = mkdtempSync(join(tmpdir(), 'leadloom-serve-'))
afterAll(() => rmSync(DATA_DIR, { recursive: true }))

test('it serves the sites, makes the first operator once, and stops when told', async () => {
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

test('what is under way when it is told to stop is finished first', async () => {
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

test('metrics are on a port of their own', async () => {
  const metricsPort = await freePort()
  const { said } = await started({ METRICS_PORT: String(metricsPort) })
  await fetch(`${said!.url}/api/path-config?path=leadloom`)
  const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  expect(metrics).toContain('route="GET /api/path-config",status="200"')
  expect(metrics).toContain('nodejs_eventloop_lag_seconds')
  expect((await fetch(`http://127.0.0.1:${metricsPort}/`)).status).toBe(404)
})

test('the log tells routes and results, and nothing of what a visitor sent', async () => {
  const { child, exit, said, lines } = await started({ LOG_LEVEL: 'debug' })
  const address = `${said!.url}/api/path-config?path=nowhere&email=ann@example.com`
  await fetch(address, { headers: { 'user-agent': 'ann-phone', referer: 'https://ann.example/' } })
  await fetch(`${said!.url}/ann@example.com`)
  child.kill('SIGTERM')
  await exit
  const answered = lines.find((line) => line.includes('GET /api/path-config'))
  expect(JSON.parse(answered!)).toMatchObject({
    status: 400,
    reqId: expect.stringMatching(/^[0-9a-f-]{36}$/),
  })
  expect(lines.join('\n')).not.toMatch(/ann|nowhere|remoteAddress/)
})

test('a port that is taken, and a broken setting, are said in one sentence and leave nothing running', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void other.close())
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  for (const [env, says] of [
    [{ PORT: String(port) }, 'PORT: another program listens there'],
    [{ METRICS_PORT: String(port) }, 'METRICS_PORT: another program listens there'],
    [{ PORT: 'x' }, "PORT: 'x' is not a port: give a number from 0 to 65535."],
  ] as const) {
    const { said, exit, errors } = await started(env)
    expect(said).toBeNull()
    expect(await exit).toBe(1)
    expect(await errors).toContain(says)
  }
})
