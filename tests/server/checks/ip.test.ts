import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { ipCheckOf } from '../../../src/server/outside/ip.ts'
import { running } from '../running.ts'

const NOON = Date.UTC(2026, 10, 20, 17)
const HOUR_MS = 3_600_000

/** A stand-in for a public service that gives this answer, or never answers if it is null. Counts its requests. */
async function service(status: number, answer: string | null) {
  const lookup = { asked: 0, url: '' }
  const server = createServer((_request, response) => {
    lookup.asked++
    if (answer !== null) response.writeHead(status).end(answer)
  }).listen(0, '127.0.0.1')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  await once(server, 'listening')
  lookup.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  return lookup
}

const JSON_ANSWER = '{"ip":"198.51.100.7"}'
const TRACE_ANSWER = 'fl=1\nip=198.51.100.8\nts=1\n'

test.each([
  ['203.0.113.9', true, '203.0.113.9'],
  ['2001:db8::1', true, '2001:db8::1'],
  ['127.0.0.1', false, '198.51.100.7'],
  ['192.168.1.4', false, '198.51.100.7'],
  ['100.100.1.1', false, '198.51.100.7'],
  ['::1', false, '198.51.100.7'],
  ['::ffff:10.0.0.3', false, '198.51.100.7'],
  ['fd00::5', false, '198.51.100.7'],
  ['ann', false, 'ann'],
])('%s is public: %s, and becomes %s', async (seen, valid, ip) => {
  const { url } = await service(200, JSON_ANSWER)
  expect(await ipCheckOf({ ipLookup: [url] }, () => NOON)(seen)).toEqual({ valid, data: { ip } })
})

test.each([
  ['fails', 500, JSON_ANSWER],
  ['talks of something else', 200, '<html>'],
  ['names a private address', 200, '{"ip":"10.0.0.1"}'],
  ['sends elsewhere', 302, ''],
  ['says nothing for two seconds', 200, null],
])('asks the second service if the first %s', async (_, status, answer) => {
  const [first, second] = [await service(status, answer), await service(200, TRACE_ANSWER)]
  const check = ipCheckOf({ ipLookup: [first.url, second.url] }, () => NOON)
  expect(await check('127.0.0.1')).toEqual({ valid: false, data: { ip: '198.51.100.8' } })
  expect([first.asked, second.asked]).toEqual([1, 1])
})

test('keeps an answer for an hour, and asks unreachable services only once a minute, with the address itself until then', async () => {
  let now = NOON
  const [well, away] = [await service(200, JSON_ANSWER), await service(503, '')]
  const [check, checkAway] = [well, away].map(({ url }) => ipCheckOf({ ipLookup: [url] }, () => now))
  const all = () => Promise.all(['127.0.0.1', '10.0.0.2'].flatMap((seen) => [check!(seen), checkAway!(seen)]))
  const ips = (answers: Awaited<ReturnType<typeof all>>) => answers.map(({ data }) => data?.['ip'])
  expect(ips(await all())).toEqual(['198.51.100.7', '127.0.0.1', '198.51.100.7', '10.0.0.2'])
  await all()
  expect([well.asked, away.asked]).toEqual([1, 1])
  now += 61_000
  await all()
  expect([well.asked, away.asked]).toEqual([1, 2])
  now += HOUR_MS
  await all()
  expect([well.asked, away.asked]).toEqual([2, 3])
})

test('/api/ip and /api/trace return the service’s answer to callers from our own network, and ask no service by default', async () => {
  const lookup = await service(200, JSON_ANSWER)
  const { send } = await running({ env: { IP_LOOKUP: `${lookup.url}, ${lookup.url}` } })
  expect((await send({ url: '/api/ip' })).json()).toEqual({ ip: '198.51.100.7' })
  expect((await send({ url: '/api/trace' })).body).toBe('ip=198.51.100.7\n')
  expect(lookup.asked).toBe(1)
  expect((await (await running()).send({ url: '/api/ip' })).json()).toEqual({ ip: '127.0.0.1' })
})
