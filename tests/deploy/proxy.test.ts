import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { PATIENCE } from '../../src/server/http/connections.ts'
import { DEFAULT_SITE_KEY } from '../../src/flow/page.ts'
import { delayMs, TIMEOUT_MS } from '../../src/visitor/queue/backoff.ts'
import { BUILT } from '../server/built.ts'
import { freePort } from '../server/freePort.ts'
import { BROWSER, running, wrapped } from '../server/running.ts'
import { hasCaddy, startProxy } from './proxy.ts'

const caddyfile = readFileSync('deploy/Caddyfile', 'utf8')
const lines = caddyfile.split('\n').map((line) => line.replace(/#.*/, '').trim())
const msOf = (option: string) => {
  const [, seconds] = new RegExp(`^${option} (\\d+)s$`, 'm').exec(lines.join('\n'))!
  return Number(seconds) * 1000
}

describe('deploy/Caddyfile', () => {
  test('is a valid Caddyfile: a block of options, then the sites and operators', () => {
    const depths = lines.reduce<number[]>(
      (all, line) => [...all, (all.at(-1) ?? 0) + Number(line.endsWith('{')) - Number(line === '}')],
      [],
    )
    expect(depths.at(-1)).toBe(0)
    expect(Math.min(...depths)).toBe(0)
    expect(lines.filter((line, at) => line.endsWith('{') && depths[at] === 1)).toEqual([
      '{',
      '{$SITE} {$OPERATOR_HOST} {',
    ])
  })

  test('uses the port of deploy/systemd by default', () => {
    const [, otherwise] = /reverse_proxy \{\$SERVERS:(\S+)\} \{/.exec(caddyfile)!
    const unit = readFileSync('deploy/systemd/leadloom.socket', 'utf8')
    expect(unit).toContain(`ListenStream=${otherwise}\n`)
  })

  test('leaves X-Forwarded-For, -Proto, and -Host to Caddy, which trusts no visitor’s', () => {
    expect(lines.filter((line) => /^(trusted_proxies|header_up)\b/.test(line))).toEqual([])
  })

  test('has the same timeouts for visitors as the server', () => {
    expect([msOf('read_header'), msOf('read_body')]).toEqual([PATIENCE.headersMs, PATIENCE.requestMs])
  })

  test('closes idle connections before the server does', () => {
    expect(msOf('keepalive')).toBeLessThan(PATIENCE.idleMs)
  })

  test('responds before a browser sends again', () => {
    expect(msOf('lb_try_duration')).toBeLessThan(TIMEOUT_MS)
  })

  test('retries a failed server only after a health check', () => {
    expect(msOf('fail_duration')).toBeGreaterThan(msOf('health_interval'))
  })

  test('requests a health check that the server answers', async () => {
    const { app } = await running()
    const [, usual] = /health_uri \{\$HEALTH:(\S+)\}/.exec(caddyfile)!
    const [, cluster] = /HEALTH: (\S+)/.exec(readFileSync('deploy/compose.cluster.yml', 'utf8'))!
    for (const url of [usual!, cluster!]) expect((await app.inject({ url })).statusCode).toBe(200)
  })
})

/** The whole server, which can be closed and started again on its port and its store. */
async function startServer() {
  const ends: (() => Promise<void>)[] = []
  onTestFinished(async () => {
    for (const end of ends) await end()
  })
  const { store } = await running({ until: (end) => ends.push(end) })
  const port = await freePort()
  const start = async () => {
    let end = async () => {}
    const env = { TRUST_PROXY: 'loopback' }
    const { app } = await running({ store, env, folders: BUILT, until: (closes) => (end = closes) })
    await app.listen({ port, host: '127.0.0.1' })
    return end
  }
  let end = await start()
  ends.unshift(() => end())
  return {
    port,
    store,
    restart: async (downMs: number) => {
      await end()
      end = async () => {}
      await sleep(downMs)
      end = await start()
    },
  }
}

const VISITOR = { 'user-agent': BROWSER, 'content-type': 'application/json' }
const ARRIVAL = { path: 'small', page_url: 'https://claims.example/small', referrer: '', query: {} }

if (hasCaddy)
  describe('Caddy, run with it', () => {
    test('sends the visitor’s real address, whatever the visitor claims', async () => {
      const server = createServer(({ headers }, response) => response.end(JSON.stringify(headers)))
      server.listen(0, '127.0.0.1')
      await once(server, 'listening')
      onTestFinished(() => void server.close())
      const { port, ask } = await startProxy([(server.address() as AddressInfo).port])
      const { body } = await ask('/', {
        headers: {
          'X-Forwarded-For': '203.0.113.9',
          'X-Forwarded-Proto': 'http',
          'X-Forwarded-Host': 'elsewhere.example',
        },
      })
      expect(JSON.parse(body)).toMatchObject({
        host: `localhost:${port}`,
        'x-forwarded-for': '127.0.0.1',
        'x-forwarded-proto': 'https',
        'x-forwarded-host': `localhost:${port}`,
      })
    })

    test('connects a visitor to the server over TLS, and the server knows', async () => {
      const { port } = await startServer()
      const { ask } = await startProxy([port])
      const { status, headers, body } = await ask('/small', { headers: VISITOR })
      expect(status).toBe(200)
      expect(headers['strict-transport-security']).toContain('max-age=')
      expect(headers['set-cookie']!.join()).toContain('Secure')
      expect(body).toContain('<form')
    })

    test('serves every visitor while one of two servers restarts, then the other', async () => {
      const servers = [await startServer(), await startServer()]
      const { ask } = await startProxy(servers.map(({ port }) => port))
      const statuses: number[] = []
      let isAsking = true
      const visit = async () => {
        while (isAsking) {
          statuses.push((await ask('/small', { headers: VISITOR })).status)
          await sleep(10)
        }
      }
      const visiting = [visit(), visit(), visit()]
      for (const { restart } of servers) {
        const before = statuses.length
        await restart(500)
        expect(statuses.length).toBeGreaterThan(before)
        // The health check runs again.
        await sleep(2500)
      }
      isAsking = false
      await Promise.all(visiting)
      expect(new Set(statuses)).toEqual(new Set([200]))
    })

    test('lets a page wait while the only server restarts, and keeps each post in the meantime once', async () => {
      const { port, store, restart } = await startServer()
      const { ask } = await startProxy([port])
      const { headers, payload } = wrapped('POST /api/sessions', ARRIVAL, DEFAULT_SITE_KEY)
      const call = {
        method: 'POST',
        headers: { ...(headers as Record<string, string>), ...VISITOR },
        body: JSON.stringify(payload),
      }
      const restarted = restart(1000)
      await sleep(300)
      const page = ask('/stats', { headers: VISITOR })
      let posted = await ask('/api/sessions', call)
      for (let failures = 1; posted.status >= 500 && failures < 20; failures++) {
        await sleep(delayMs(failures, Math.random()))
        posted = await ask('/api/sessions', call)
      }
      await restarted
      expect((await page).status).toBe(200)
      expect(posted.status).toBe(201)
      const rows = await store.report('visits-by-affiliate', { path: 'small', from: 0, to: Date.now() + 1 })
      expect(rows.reduce((sum, { page_visits }) => sum + page_visits, 0)).toBe(1)
    })
  })
