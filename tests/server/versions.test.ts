import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, describe, expect, test } from 'vitest'
import { versionFor } from '../../src/store/nouns/versions/split.ts'
import { siteStyle } from '../../src/server/pages/fontFaces.ts'
import { sentFlow } from '../../src/server/publish/sentFlow.ts'
import { compileValidators } from '../../src/server/publish/compileValidators.ts'
import { keys, refused, running, submission, wrapped } from './running.ts'
import { SMALL_FLOW } from './smallFlow.ts'

/** The small flow with another title. */
const flow = { ...SMALL_FLOW, ui_config: { ...SMALL_FLOW.ui_config, title: 'Another' } }
const OTHER = { path: 'small', flow, style: '', validators: compileValidators(flow), icons: {} }
const LIVE_MS = 1000

/** The server with two live versions on the path `small`, and a clock that the test sets. */
async function shared() {
  let clock = 1_800_000_000_000
  const server = await running({ now: () => clock, env: { RATE_LIMIT: '0' } })
  const [first] = await server.store.live()
  const second = await server.store.publish({ ...OTHER, at: clock }, 30)
  const pass = () => void (clock += LIVE_MS)
  pass()
  return { ...server, first: first!.version, second, pass, now: () => clock }
}

test('a published version is visible even if the clock was set back', async () => {
  let clock = 1_800_000_000_000
  const { store, open } = await running({ now: () => clock })
  expect(await open()).toMatchObject({ version: 1 })
  clock -= 3_600_000
  const version = await store.publish({ ...OTHER, at: clock })
  expect(await open()).toMatchObject({ version })
})

describe('two live versions of a path', () => {
  test('share new sessions by their weights, based on each session’s UUID', async () => {
    const { open, first, second } = await shared()
    const sessions = await Promise.all(Array.from({ length: 400 }, () => open()))
    const shares = [
      { version: first, weight: 70 },
      { version: second, weight: 30 },
    ]
    for (const { uuid, version } of sessions) expect(version).toBe(versionFor(uuid, shares))
    const onSecond = sessions.filter(({ version }) => version === second).length
    // 120 expected; six standard deviations of 9.2.
    expect(onSecond).toBeGreaterThan(65)
    expect(onSecond).toBeLessThan(175)
  })

  test('a session keeps the version it began with, whatever is live later', async () => {
    const { open, send, store, first, second, pass, now } = await shared()
    const sessions = await Promise.all(Array.from({ length: 20 }, () => open()))
    expect(new Set(sessions.map(({ version }) => version))).toEqual(new Set([first, second]))
    await store.activate(first, { weight: 100, at: now() })
    pass()

    expect((await open()).version).toBe(first)
    for (const session of sessions) {
      const step = {
        offer_key: 'claim',
        step_key: 'hurt',
        answers: [{ question_key: 'hurt', answer_key: 'no', raw_data: 'no' }],
      }
      const answered = await send(
        wrapped('POST /api/sessions/step', submission(session, step), session.token),
      )
      expect(answered.statusCode).toBe(204)
      expect(await store.session(session.uuid)).toMatchObject({ version: session.version, steps: [step] })
      const marked = await send(wrapped('POST /api/sessions/track/visit', keys(session), session.token))
      expect(marked.statusCode).toBe(204)
    }
  })

  test('path-config lists live versions, the most common first', async () => {
    const { send, store, first, second, pass } = await shared()
    const config = async () => (await send({ url: '/api/path-config?path=small' })).json<unknown>()
    expect(await config()).toEqual({
      path: 'small',
      version: first,
      title: 'A small flow',
      live: [
        { version: first, weight: 70 },
        { version: second, weight: 30 },
      ],
    })
    await store.activate(second, { weight: 100, at: 0 })
    pass()
    expect(await config()).toMatchObject({ version: second, title: 'Another', live: [{ weight: 100 }] })
  })
})

test.each([
  ['br', 'gzip, deflate, br', brotliDecompressSync],
  ['gzip', 'gzip, deflate', gunzipSync],
  [undefined, 'identity', (body: Buffer) => body],
])(
  'files of a version are cached forever, as %s for clients that accept %s',
  async (encoding, taken, unpack) => {
    const { app, store } = await running()
    const [live] = await store.live()
    const version = (await store.version(live!.version))!
    const { flow, validators } = version
    for (const [ending, text] of Object.entries({
      json: JSON.stringify(sentFlow(flow)),
      js: validators,
      css: siteStyle(version),
    })) {
      const { rawPayload, headers } = await app.inject({
        url: `/main/flows/${live!.version}.${ending}`,
        headers: { 'accept-encoding': taken },
      })
      expect(unpack(rawPayload).toString()).toBe(text)
      expect(headers).toMatchObject({
        'cache-control': 'public, max-age=31536000, immutable',
        vary: 'accept-encoding',
      })
      expect(headers['content-encoding']).toBe(encoding)
    }
  },
)

test.each(['/main/flows/99.json', '/main/flows/1.txt', '/main/flows/x.js'])('%s isn’t found', async (url) => {
  const { send } = await running()
  expect(refused(await send({ url }))).toMatchObject({ code: 404 })
})

describe('icons', () => {
  const sites = mkdtempSync(join(tmpdir(), 'leadloom-sites-'))
  afterAll(() => rmSync(sites, { recursive: true }))
  mkdirSync(join(sites, 'small'))
  writeFileSync(join(sites, 'small', 'favicon.ico'), 'of the demo site')
  const icons = { 'icon.svg': Buffer.from('<svg/>').toString('base64') }

  test('are served as published with the version, cached forever, and can’t run anything', async () => {
    const { send, store } = await running({ icons })
    const [live] = await store.live()
    const { body, headers } = await send({ url: `/main/flows/${live!.version}/icon.svg` })
    expect([body, headers['content-type']]).toEqual(['<svg/>', 'image/svg+xml'])
    expect(headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    })
  })

  test('of a version from before they were stored are those of the demo site it names', async () => {
    const { send, store } = await running({ folders: { sites } })
    const [live] = await store.live()
    expect((await send({ url: `/main/flows/${live!.version}/favicon.ico` })).body).toBe('of the demo site')
  })

  test.each([
    '/main/flows/1/favicon.ico',
    '/main/flows/99/icon.svg',
    '/main/flows/x/icon.svg',
    '/main/flows/1/flow.json',
  ])('%s isn’t found', async (url) => {
    const { send } = await running({ icons })
    expect(refused(await send({ url }))).toMatchObject({ code: 404 })
  })
})
