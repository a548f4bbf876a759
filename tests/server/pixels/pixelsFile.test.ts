import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readPixels } from '../../../src/server/pixels/pixelsFile.ts'

const FOLDER = mkdtempSync(join(tmpdir(), 'leadloom-pixels-file-'))
const FILE = join(FOLDER, 'pixels.json')
afterAll(() => rmSync(FOLDER, { recursive: true }))

function wrongIn(text: string): string[] {
  writeFileSync(FILE, text)
  try {
    readPixels(FILE)
    return []
  } catch (error) {
    return (error as Error).message.replaceAll(FILE, 'pixels.json').split('\n')
  }
}

const meta = (access: object) =>
  JSON.stringify({ meta: { '123456789012345': { access_token: 'a-secret-of-the-pixel', ...access } } })

test('reads the access to each account', () => {
  expect(wrongIn(meta({ test_event_code: 'TEST1' }))).toEqual([])
  expect(readPixels(FILE).meta?.['123456789012345']).toMatchObject({
    access_token: 'a-secret-of-the-pixel',
    test_event_code: 'TEST1',
  })
})

test.each([
  ['is no JSON', '{', /^PIXELS_FILE: pixels\.json:1:\d+ {2}/],
  ['names an unknown vendor', '{"bing": {}}', /^PIXELS_FILE: pixels\.json:1:2 {2}bing is not known here\. /],
  ['lacks the token', '{"meta": {"12345": {}}}', / {2}meta\.12345 lacks access_token\. Add it\.$/],
  ['has an id that is none', '{"meta": {"G-1": {}}}', /1:11 {2}meta\.G-1 is not known here\./],
  [
    'tells in the open',
    meta({ url: 'http://graph.example' }),
    /meta\.123456789012345: its url would tell of visitors in the open\. Begin it with https:\/\/\.$/,
  ],
  [
    'calls elsewhere local',
    meta({ local: true }),
    /a local url is on this machine\. Give an address such as/,
  ],
  ['has an address that is none', meta({ url: 'https://' }), /its url is not an address\. Leave it out/],
])('refuses a file that %s, and says where', (_, text, said) => {
  const [line, ...more] = wrongIn(text)
  expect(line).toMatch(said)
  expect(more).toEqual([])
  expect(line).not.toContain('a-secret-of-the-pixel')
})

test('says that a file is not there', () => {
  expect(() => readPixels(join(FOLDER, 'none.json'))).toThrow(/^PIXELS_FILE: there is no file /)
})
