import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../server/freePort.ts'

/** HAProxy, if it is installed, configured as an operator would. */

export function hasHaproxy(): boolean {
  return spawnSync('haproxy', ['-v']).status === 0
}

/** Leads each request to the next server that is ready. */
export function openServersProxy(ports: readonly number[]) {
  return openHaproxy([
    'mode http',
    'balance roundrobin',
    'option redispatch',
    'option httpchk GET /readyz',
    'http-check expect status 200',
    'default-server check inter 500ms fall 2 rise 1',
    ...ports.map((port) => `server leadloom${port} 127.0.0.1:${port}`),
  ])
}

/** Leads each connection to the PostgreSQL primary. HAProxy asks a port of each server if it is the primary, as it asks Patroni, and cuts
 *  connections to one that no longer is. */
export async function openPrimaryProxy(ports: readonly number[]) {
  let primaries: readonly number[] = []
  const checks: string[] = []
  const states = ports.map((port) =>
    createServer((_, response) => {
      const isPrimary = primaries.includes(port)
      checks.push(`${port} ${isPrimary}`)
      response.writeHead(isPrimary ? 200 : 503).end()
    }).listen(0, '127.0.0.1'),
  )
  await Promise.all(states.map((server) => once(server, 'listening')))
  const proxy = await openHaproxy([
    'mode tcp',
    'option httpchk GET /primary',
    'http-check expect status 200',
    'default-server check inter 200ms fall 1 rise 1 on-marked-down shutdown-sessions',
    ...ports.map((port, i) => {
      const { port: statePort } = states[i]!.address() as AddressInfo
      return `server postgres${port} 127.0.0.1:${port} port ${statePort}`
    }),
  ])
  return {
    port: proxy.port,
    /** Resolves once HAProxy has asked twice, as it acts on an answer only when it asks again. */
    async pointTo(targets: readonly number[]): Promise<void> {
      primaries = targets
      checks.length = 0
      const isKnown = (port: number) =>
        checks.filter((check) => check === `${port} ${targets.includes(port)}`).length >= 2
      while (!ports.every(isKnown)) await sleep(20)
    },
    async close(): Promise<void> {
      await proxy.close()
      for (const server of states) server.close()
    },
  }
}

async function openHaproxy(lines: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'leadloom-haproxy-'))
  const file = join(folder, 'haproxy.cfg')
  const port = await freePort()
  const config = [
    'defaults',
    'timeout connect 2s',
    'timeout client 60s',
    'timeout server 60s',
    'timeout check 2s',
    'listen leadloom',
    `bind 127.0.0.1:${port}`,
    ...lines,
  ]
  writeFileSync(file, `${config.join('\n')}\n`)
  const child = spawn('haproxy', ['-db', '-f', file], { stdio: ['ignore', 'ignore', 'pipe'] })
  let printed = ''
  child.stderr.on('data', (chunk: Buffer) => (printed += chunk.toString()))
  while (!(await listens(port))) {
    if (child.exitCode !== null) throw new Error(`haproxy did not start: ${printed}`)
    await sleep(20)
  }
  return {
    port,
    async close(): Promise<void> {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true })
    },
  }
}

async function listens(port: number): Promise<boolean> {
  const socket = connect({ port, host: '127.0.0.1' })
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
