import fastify from 'fastify'
import { expect, test } from 'vitest'
import { noticeProxy } from '../../src/server/http/unknownProxy.ts'

/** Log lines after one request without the header and three with it. */
async function logged(header: string, trustProxy: string[], remoteAddress = '127.0.0.1') {
  const lines: string[] = []
  const stream = { write: (line: string) => void lines.push(line) }
  const app = fastify({ logger: { level: 'warn', stream }, trustProxy: trustProxy.length > 0 && trustProxy })
  app.addHook('onRequest', noticeProxy({ trustProxy }))
  app.get('/', async () => 'here')
  await app.inject({ url: '/' })
  for (let n = 0; n < 3; n++)
    await app.inject({ url: '/', remoteAddress, headers: { [header]: `198.51.100.${n}` } })
  return lines
}

test.each(['x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host', 'forwarded'])(
  'the header %s is reported once, with the setting to change and without its value',
  async (header) => {
    const lines = await logged(header, [])
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain(`The ${header} header of requests is ignored`)
    expect(lines[0]).toContain('set TRUST_PROXY to')
    expect(lines[0]).not.toContain('198.51.100')
  },
)

test('headers of trusted proxies aren’t reported', async () => {
  expect(await logged('x-forwarded-for', ['loopback'])).toEqual([])
})

test('an untrusted proxy is reported once', async () => {
  const lines = await logged('x-forwarded-for', ['10.0.0.0/8'], '192.0.2.1')
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain('add its address to TRUST_PROXY')
  expect(lines[0]).not.toMatch(/198.51.100|192.0.2/)
  expect(await logged('x-forwarded-for', ['10.0.0.0/8'], '10.1.2.3')).toEqual([])
})

test('a header that no proxy sends isn’t reported', async () => {
  expect(await logged('x-mine', [])).toEqual([])
})
