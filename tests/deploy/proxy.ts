import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import type { IncomingHttpHeaders } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from 'node:tls'
import { onTestFinished } from 'vitest'
import { freePort } from '../server/freePort.ts'

/** True if this machine has Caddy, which isn't an npm package. */
export const hasCaddy = spawnSync('caddy', ['version']).status === 0

interface Config {
  apps: { http: { servers: { srv0: { listen: string[]; automatic_https?: object } } } }
}

/** Runs deploy/Caddyfile in front of servers at these ports, only on loopback, with a certificate that it makes itself. It ends with the
 *  test. */
export async function startProxy(ports: readonly number[]) {
  const folder = mkdtempSync(join(tmpdir(), 'leadloom-proxy-'))
  const port = await freePort()
  const env = {
    PATH: process.env['PATH'],
    HOME: folder,
    XDG_DATA_HOME: folder,
    XDG_CONFIG_HOME: folder,
    SITE: 'localhost',
    SERVERS: ports.map((port) => `127.0.0.1:${port}`).join(' '),
  }
  const adapted = execFileSync('caddy', ['adapt', '--config', 'deploy/Caddyfile', '--adapter', 'caddyfile'], {
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
    encoding: 'utf8',
  })
  const config = JSON.parse(adapted) as Config
  Object.assign(config.apps.http.servers.srv0, {
    listen: [`127.0.0.1:${port}`],
    automatic_https: { disable_redirects: true },
  })
  const file = join(folder, 'caddy.json')
  writeFileSync(file, JSON.stringify({ ...config, admin: { disabled: true } }))
  const caddy = spawn('caddy', ['run', '--config', file], { env, stdio: ['ignore', 'ignore', 'pipe'] })
  const ended = once(caddy, 'exit')
  const log = text(caddy.stderr)
  onTestFinished(async () => {
    caddy.kill()
    await ended
    rmSync(folder, { recursive: true })
  })
  for (const until = Date.now() + START_MS; !(await hasCertificate(port)); await sleep(50))
    if (Date.now() > until || caddy.exitCode !== null) {
      caddy.kill()
      throw new Error(`Caddy did not start: ${await log}`)
    }
  const ca = () => readFileSync(join(folder, 'caddy', 'pki', 'authorities', 'local', 'root.crt'))

  /** One call by a visitor, on its own connection. */
  async function ask(path: string, { method = 'GET', headers = {}, body = '' }: Call = {}): Promise<Answer> {
    const call = request({
      host: 'localhost',
      port,
      path,
      method,
      headers,
      ca: ca(),
      agent: false,
      family: 4,
    })
    call.end(body)
    const [answer] = await once(call, 'response')
    return { status: answer.statusCode, headers: answer.headers, body: await text(answer) }
  }
  return { port, ask }
}

interface Call {
  method?: string
  headers?: Record<string, string>
  body?: string
}

interface Answer {
  status: number
  headers: IncomingHttpHeaders
  body: string
}

const START_MS = 20_000

/** True once the certificate is made, which is after the port opens. */
async function hasCertificate(port: number): Promise<boolean> {
  const socket = connect({ port, host: '127.0.0.1', servername: 'localhost', rejectUnauthorized: false })
  try {
    await once(socket, 'secureConnect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
