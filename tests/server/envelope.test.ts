import { createHmac } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import type { Refusal } from '../../src/server/kernel/problem.ts'
import { unwrap } from '../../src/server/http/openEnvelope.ts'

const KEY = 'k'.repeat(64)
const sign = (data: string, key = KEY) => createHmac('sha256', key).update(data).digest('hex')
const pack = (text: string) => deflateSync(text).toString('base64')

function refusalOf(
  body: unknown,
  signature: string | undefined,
): Pick<Refusal, 'statusCode' | 'field' | 'message'> {
  try {
    unwrap(body, signature, KEY)
  } catch (error) {
    const { statusCode, field, message } = error as Refusal
    return { statusCode, message, ...(field && { field }) }
  }
  throw new Error('It was not refused.')
}

test('data survives deflating and signing unchanged', () => {
  const value = { answers: [{ raw_data: 'Zoë – 名前 👋' }] }
  const data = pack(JSON.stringify(value))
  expect(unwrap({ data, _x: true }, sign(data), KEY).value).toEqual(value)
})

const good = pack('{"a":1}')

test.each([
  ['nothing', null, sign(good), 400, '_x'],
  ['a plain body', { a: 1 }, sign(good), 400, '_x'],
  ['a mark that is not true', { data: good, _x: 'true' }, sign(good), 400, '_x'],
  ['no data', { _x: true }, sign(good), 400, 'data'],
  ['data that is no text', { data: [good], _x: true }, sign(good), 400, 'data'],
  ['no signature', { data: good, _x: true }, undefined, 400, 'x-signature'],
  ['a signature in capitals', { data: good, _x: true }, sign(good).toUpperCase(), 400, 'x-signature'],
  ['half a signature', { data: good, _x: true }, sign(good).slice(0, 32), 400, 'x-signature'],
  ['a signature by another key', { data: good, _x: true }, sign(good, 'other'), 400, 'x-signature'],
  ['data that is no base64', { data: '%%%', _x: true }, sign('%%%'), 400, 'data'],
  ['data that is no zlib stream', { data: 'AAAA', _x: true }, sign('AAAA'), 400, 'data'],
  ['half a zlib stream', { data: good.slice(0, 8), _x: true }, sign(good.slice(0, 8)), 400, 'data'],
])('%s is refused, and the faulty part is named', (_name, body, signature, statusCode, field) => {
  expect(refusalOf(body, signature)).toMatchObject({ statusCode, field })
})

test.each([
  'not json',
  '',
  '{"a":1',
  '{"__proto__":{"admin":true}}',
  '{"a":{"\\u005f_proto__":1}}',
  '{"constructor":{"prototype":{}}}',
])('%j is refused inside', (text) => {
  const data = pack(text)
  expect(refusalOf({ data, _x: true }, sign(data))).toMatchObject({ statusCode: 400, field: 'data' })
})

test('a stream cut at any byte, or with any byte changed, is refused', () => {
  const whole = deflateSync(JSON.stringify({ answers: Array<string>(20).fill('I slipped on the stairs.') }))
  for (let at = 0; at < whole.length; at++) {
    const changed = Buffer.from(whole)
    changed[at]! ^= 0xff
    for (const stream of [whole.subarray(0, at), changed]) {
      const data = stream.toString('base64')
      expect(refusalOf({ data, _x: true }, sign(data))).toMatchObject({ statusCode: 400, field: 'data' })
    }
  }
})

test('a signature with any bit changed is refused', () => {
  const bytes = Buffer.from(sign(good), 'hex')
  for (let bit = 0; bit < bytes.length * 8; bit++) {
    const flipped = Buffer.from(bytes)
    flipped[bit >> 3]! ^= 1 << (bit & 7)
    expect(refusalOf({ data: good, _x: true }, flipped.toString('hex'))).toMatchObject({
      field: 'x-signature',
    })
  }
})

test('one mebibyte inflates, one byte more doesn’t, and a decompression bomb is stopped early', () => {
  const filled = (bytes: number) => pack(`"${'x'.repeat(bytes - 2)}"`)
  const limit = filled(1024 * 1024)
  expect(unwrap({ data: limit, _x: true }, sign(limit), KEY).bytes).toBe(1024 * 1024)
  for (const bytes of [1024 * 1024 + 1, 64 * 1024 * 1024]) {
    const data = filled(bytes)
    const before = process.memoryUsage().arrayBuffers
    expect(refusalOf({ data, _x: true }, sign(data))).toMatchObject({ statusCode: 413, field: 'data' })
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(8 * 1024 * 1024)
  }
})
