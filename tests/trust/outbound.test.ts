import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readBuyers } from '../../src/server/delivery/buyersFile.ts'
import { post } from '../../src/server/kernel/outbound.ts'

/** Tests that a post to a buyer can't reach this machine or its network, however the address is written. */

let reached: string[] = []
let server: Server
let port = 0
beforeAll(async () => {
  server = createServer((request, response) => {
    reached.push(request.url ?? '')
    if (request.url === '/away')
      return void response.writeHead(307, { location: `http://127.0.0.1:${port}/inside` }).end()
    if (request.url === '/bomb') return void response.writeHead(200, { 'content-encoding': 'gzip' }).end(BOMB)
    response.end('{"result":"accepted"}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  port = (server.address() as AddressInfo).port
})
afterAll(() => void server.close())

/** 64 MB of zeros in 64 kB. */
const BOMB = gzipSync(Buffer.alloc(64 * 1024 * 1024))

const send = (url: string, local = false) =>
  post({ url, headers: {}, body: '{}', timeoutMs: 5000, local }, new AbortController().signal)

test.each([
  '127.0.0.1',
  '127.1',
  '127.0.1',
  '2130706433',
  '0x7f000001',
  '0x7f.1',
  '017700000001',
  '0177.0.0.1',
  '0',
  '0.0.0.0',
  '[::1]',
  '[::]',
  '[0:0:0:0:0:0:0:1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::127.0.0.1]',
  '[64:ff9b::127.0.0.1]',
  '[2002:7f00:1::]',
  '[fe80::1]',
  '[fd00::1]',
  'localhost',
  'localhost.',
  'LOCALHOST',
  'ip6-localhost',
  hostname(),
  '①②⑦.⓪.⓪.①',
  '127。0。0。1',
  'buyer.example@127.0.0.1',
  'buyer.example:x@127.0.0.1',
  'buyer.example%2f@127.0.0.1',
])('nothing is posted to http://%s', async (host) => {
  reached = []
  expect(await send(`http://${host}:${port}/`)).toHaveProperty('failed')
  expect(reached).toEqual([])
})

test.each([
  '10.0.0.1',
  '172.16.0.1',
  '192.168.0.1',
  '169.254.169.254',
  '100.64.0.1',
  '[fd00:ec2::254]',
  '224.0.0.1',
])('http://%s is refused before a connection attempt', async (host) => {
  const answered = await send(`http://${host}/latest/meta-data/`)
  expect(answered).toEqual({
    failed: expect.not.stringMatching(/TIMEDOUT|No answer/) as string,
    isUnsure: false,
  })
})

test('a redirect counts as a response and isn’t followed', async () => {
  reached = []
  expect(await send(`http://127.0.0.1:${port}/away`, true)).toMatchObject({ status: 307 })
  expect(reached).toEqual(['/away'])
})

test('a buyer marked as local is reached on this machine, and nothing else on its network', async () => {
  expect(await send(`http://127.0.0.1:${port}/`, true)).toMatchObject({ status: 200 })
  expect(await send('http://10.0.0.1/', true)).toHaveProperty('failed')
})

test('a response that inflates is cut off', async () => {
  expect(await send(`http://127.0.0.1:${port}/bomb`, true)).toEqual({
    failed: 'The response is longer than 262144 bytes.',
    isUnsure: true,
  })
})

test.each([
  ['file:///etc/passwd', /url must match/],
  ['gopher://127.0.0.1/', /url must match/],
  ['data:application/json,{}', /url must match/],
  ['http://buyer.example/', /unencrypted\. Use an https/],
  ['https://', /isn't a web address/],
])('a buyer at %s is refused', (url, wrong) => {
  const folder = mkdtempSync(join(tmpdir(), 'leadloom-buyers-'))
  const file = join(folder, 'buyers.json')
  writeFileSync(file, JSON.stringify({ buyers: { one: { format: 'json', url } } }))
  expect(() => readBuyers(file, { localTargets: false })).toThrow(wrong)
  rmSync(folder, { recursive: true })
})
