import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { unwrap } from '../../src/server/http/openEnvelope.ts'
import { heldText } from '../../src/store/kernel/heldText.ts'
import { wrap } from '../../src/visitor/queue/sealEnvelope.ts'

const KEY = 'k'.repeat(64)
const opened = ({ body, headers }: ReturnType<typeof wrap>, key = KEY) =>
  unwrap(JSON.parse(body), headers['x-signature'], key).value

describe('the server opens what the browser wraps', () => {
  test.each([
    ['ASCII', 'I slipped on the stairs.'],
    ['nothing', ''],
    ['letters with accents, and another script', 'Zoë – 名前'],
    ['emoji', '👋🏽 👩‍👩‍👧'],
    ['lone surrogates', 'a\ud800b\udfff'],
    ['controls and quotes', '\u0000\u2028"\\\n'],
    ['200 KB that compress', 'stairs '.repeat(28_572)],
    [
      '200 KB of many letters',
      Array.from({ length: 100_000 }, (_, at) => String.fromCodePoint(at + 32)).join(''),
    ],
  ])('%s', (_name, raw_data) => {
    expect(opened(wrap({ raw_data }, KEY))).toEqual({ raw_data: heldText(raw_data) })
  })

  test('any text, under any key', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ minLength: 1, unit: 'binary' }), (text, key) => {
        expect(opened(wrap([text], key), key)).toEqual([heldText(text)])
      }),
    )
  })
})

test('a wrapped body is ASCII: its characters are its bytes', () => {
  expect(wrap({ raw_data: '名前 👋' }, KEY).body).toMatch(/^[\x20-\x7e]+$/)
})

test('with any one character of it changed, it is refused', () => {
  const { body, headers } = wrap({ raw_data: 'Ann' }, KEY)
  const { data } = JSON.parse(body) as { data: string }
  for (let at = 0; at < data.length; at += 1) {
    const changed = data.slice(0, at) + (data[at] === 'A' ? 'B' : 'A') + data.slice(at + 1)
    expect(() => opened({ body: JSON.stringify({ data: changed, _x: true }), headers })).toThrow('signature')
  }
})

test('under another key it is refused', () => {
  expect(() => opened(wrap({}, KEY), 'another')).toThrow('signature')
})
