import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { ask } from '../../src/visitor/step/ask.ts'

/** Asks a server that gives this answer to every call. */
async function asking(type: string, body: string) {
  const server = createServer((_, reply) => reply.writeHead(200, { 'content-type': type }).end(body))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return ask(`http://127.0.0.1:${port}/api`, { name: 'zip', value: '78701' }, 'a-token')
}

test.each([
  '{"valid":true,"data":{"city":"Austin","state":"TX"}}',
  '{"valid":false,"data":{}}',
  '{"valid":true}',
])('the response %s is accepted as it is', async (body) => {
  expect(await asking('application/json', body)).toEqual(JSON.parse(body))
})

test.each([
  ['application/json', '{}'],
  ['application/json', 'null'],
  ['application/json', '{"valid":"yes"}'],
  ['application/json', '{"valid":true,"data":{"city":7}}'],
  ['application/json', '{"valid":true,"data":"Austin"}'],
  ['text/html', '<p>Log in to this network.</p>'],
])('a response of type %s with %s doesn’t count', async (type, body) => {
  await expect(asking(type, body)).rejects.toThrow(
    'POST /api/validations/zip gave an answer that cannot be read.',
  )
})
