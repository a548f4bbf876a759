import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readPixels } from '../../../src/server/pixels/pixelsFile.ts'

const FOLDER = mkdtempSync(join(tmpdir(), 'leadloom-pixels-file-'))
const FILE = join(FOLDER, 'pixels.json')
afterAll(() => rmSync(FOLDER, { recursive: true }))

function wrongIn(text: string, localTargets = true): string[] {
  writeFileSync(FILE, text)
  try {
    readPixels(FILE, { localTargets })
    return []
  } catch (error) {
    return (error as Error).message.replaceAll(FILE, 'pixels.json').split('\n')
  }
}

const meta = (access: object) =>
  JSON.stringify({ meta: { '123456789012345': { access_token: 'a-secret-of-the-pixel', ...access } } })

const googleAds = (access: object) => {
  const secret = 'a-secret-of-the-client'
  const known = { account_id: '1234567890', client_id: secret, client_secret: secret, refresh_token: secret }
  return JSON.stringify({ google_ads: { 'AW-123456789': { ...known, ...access } } })
}

test('reads the access to each account', () => {
  expect(wrongIn(meta({ test_event_code: 'TEST1' }))).toEqual([])
  expect(readPixels(FILE, { localTargets: false }).meta?.['123456789012345']).toMatchObject({
    access_token: 'a-secret-of-the-pixel',
    test_event_code: 'TEST1',
  })
})

test.each([
  ['is no JSON', '{', /^PIXELS_FILE: pixels\.json:1:\d+ {2}/],
  ['names an unknown vendor', '{"bing": {}}', /^PIXELS_FILE: pixels\.json:1:2 {2}bing isn't a known key\. /],
  ['lacks the token', '{"meta": {"12345": {}}}', / {2}meta\.12345 needs access_token\. Add it\.$/],
  ['has an id that is none', '{"meta": {"G-1": {}}}', /1:11 {2}meta\.G-1 isn't a known key\./],
  [
    'tells in the open',
    meta({ url: 'http://graph.example' }),
    /meta\.123456789012345: its url would send visitor data unencrypted\. Use an https:\/\/ address\.$/,
  ],
  [
    'calls elsewhere local',
    meta({ local: true }),
    /a local url must be on this machine\. Use an address like/,
  ],
  [
    'has a login in its address',
    meta({ url: 'https://ada:hunter2@graph.example' }),
    /its address contains a username or password\. Remove them/,
  ],
  [
    'asks for tokens in the open',
    googleAds({ token_url: 'http://tokens.example' }),
    /^PIXELS_FILE: pixels\.json:1:\d+ {2}google_ads\.AW-123456789: its url would send visitor data unencrypted/,
  ],
  ['has an address that is none', meta({ url: 'https://' }), /its url isn't a web address\. Remove it/],
])('refuses a file that %s, and says where', (_, text, said) => {
  const [line, ...more] = wrongIn(text)
  expect(line).toMatch(said)
  expect(more).toEqual([])
  expect(line).not.toContain('a-secret-of-the-pixel')
})

test('reports a missing file', () => {
  expect(() => readPixels(join(FOLDER, 'none.json'), { localTargets: false })).toThrow(
    /^PIXELS_FILE: the file .* doesn't exist/,
  )
})

test('accepts an address on this machine only if the server allows local targets', () => {
  const local = meta({ url: 'http://127.0.0.1:9', local: true })
  expect(wrongIn(local, true)).toEqual([])
  expect(wrongIn(local, false)).toEqual([
    expect.stringMatching(
      /meta\.123456789012345: local addresses are turned off\. For development, set LOCAL_TARGETS=allow/,
    ),
  ])
})
