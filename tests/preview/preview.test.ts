import { once } from 'node:events'
import { cpSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PreviewState } from '../../schemas/author/preview.ts'
import { openSitePreview, type SitePreview } from '../../src/preview/openSitePreview.ts'
import { SLOW_4G } from '../../src/preview/slowLine.ts'
import { leadloom } from '../cli/commandLine.ts'

/** Tests a site that is written while it is viewed, requested as the page in the author's browser does. */

const around = mkdtempSync(join(tmpdir(), 'leadloom-preview-'))
const folder = join(around, 'my-site')
const file = join(folder, 'flow.json')
let preview: SitePreview
let written: string

beforeAll(async () => {
  await leadloom(['init', folder, '--name', 'My Site', '--kind', 'claims'])
  written = readFileSync(file, 'utf8')
  preview = await openSitePreview(file, { port: 0, productName: undefined })
})
afterAll(async () => {
  await preview.close()
  rmSync(around, { recursive: true })
})

const ask = (address: string, headers: Record<string, string> = {}) =>
  fetch(preview.url + address, { redirect: 'manual', headers: { accept: 'text/html', ...headers } })

/** State of the panes once `isSo` is true; the first state without it. */
async function state(isSo: (state: PreviewState) => boolean = () => true): Promise<PreviewState> {
  const { body } = await fetch(`${preview.url}/studio/events`)
  let unread = ''
  for await (const chunk of body!.pipeThrough(new TextDecoderStream())) {
    unread += chunk
    const ended = unread.split('\n\n')
    unread = ended.pop()!
    const found = ended.map((event) => JSON.parse(event.replace('data: ', '')) as PreviewState).find(isSo)
    if (found) return found
  }
  throw new Error('The preview has ended.')
}

/** Starts a visit and opens its page. */
async function visit(
  words: Record<string, string>,
): Promise<{ status: number; html: string; cookies: string }> {
  const begun = await ask(`/studio/visit?${new URLSearchParams(words)}`)
  const cookies = begun.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
  if (begun.status !== 200) return { status: begun.status, html: await begun.text(), cookies }
  const { address } = (await begun.json()) as { address: string }
  const page = await ask(address, { cookie: cookies })
  return { status: page.status, html: await page.text(), cookies }
}

const proved = () => state(({ proofs }) => proofs === 'done')

test('the page is the one visitors get, and can be framed only by its own origin', async () => {
  const page = await ask('/my-site', { 'sec-fetch-dest': 'iframe' })
  expect(page.status).toBe(200)
  expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'self'")
  expect(await page.text()).toContain('What happened to you?')
  // In another page's frame the cookie would be partitioned.
  expect(page.headers.get('set-cookie')).not.toMatch(/partitioned/i)
})

test('a step is reached by the shortest answers, with what would be sent and saved by then', async () => {
  await proved()
  const { html } = await visit({ by: 'jump', step: 'end/thanks' })
  expect(html).toContain('data-step="end/thanks"')
  const { steps, leads, consents, fields } = await state(({ leads }) => leads.length > 0)
  expect(steps.map(({ id, becomes, isCurrent, reach }) => [id, becomes, isCurrent, reach])).toEqual([
    ['main/accident', 'shown', false, 'possible'],
    ['main/accident_age', 'skipped', false, 'possible'],
    ['main/saw_doctor', 'shown', false, 'possible'],
    ['main/has_lawyer', 'shown', false, 'possible'],
    ['main/zip', 'shown', false, 'possible'],
    ['main/call_anyway', 'skipped', false, 'unknown'],
    ['main/person', 'shown', false, 'possible'],
    ['main/phone', 'shown', false, 'possible'],
    ['main/send', 'hidden', false, 'possible'],
    ['end/thanks', 'shown', true, 'possible'],
  ])
  expect(steps[1]).toMatchObject({
    rule: 'accident is not "something_else"',
    because: 'accident is "something_else"',
    line: written.split('\n').findIndex((line) => line.includes('"name": "accident_age"')),
  })
  expect(leads).toMatchObject([
    { buyer: 'example_team', offer: 'main', payload: { accident: 'something_else' } },
  ])
  expect(consents).toMatchObject([
    { field: 'call_consent', decision: 'agreed', sellers: ['Example Law Team'] },
  ])
  expect(fields).toContainEqual({ field: 'accident', value: '"something_else"' })
})

test('a change makes a new edition, and the visit continues at its step with its answers', async () => {
  await proved()
  await visit({ by: 'jump', step: 'main/phone' })
  const { edition } = await state()
  writeFileSync(file, written.replaceAll('What is your phone number?', 'Where can they call you?'))
  await state((state) => state.edition > edition)
  const { html } = await visit({ by: 'keep', step: 'main/zip' })
  expect(html).toContain('data-step="main/zip"')
  const { html: kept } = await visit({ by: 'keep' })
  expect(kept).toContain('Where can they call you?')
  // All tabs are the author's, so nothing is withheld from one that is new.
  expect(kept).toContain('"is_preview":true')
  expect(kept).not.toContain('"is_withheld"')
  expect((await visit({ by: 'anew' })).html).toContain('data-step="main/accident"')
  writeFileSync(file, written)
  await state((state) => state.edition > edition + 1)
})

test('an answer that a change makes impossible is asked again', async () => {
  await proved()
  await visit({ by: 'jump', step: 'main/phone' })
  const { edition, fields } = await state()
  const { value } = fields.find(({ field }) => field === 'accident')!
  writeFileSync(file, written.replaceAll(value, '"another_help"'))
  await state((state) => state.edition > edition)
  expect((await visit({ by: 'keep' })).html).toContain('data-step="main/accident"')
  writeFileSync(file, written)
  await state((state) => state.edition > edition + 1)
})

test.each([
  ['the folder', folder],
  ['a folder around it', around],
])('the page stays while %s is moved away, and is read again when it’s back', async (_, moved) => {
  const { edition, isGone } = await state()
  expect(isGone).toBe(false)
  renameSync(moved, `${moved}-elsewhere`)
  await state((state) => state.isGone)
  expect((await visit({ by: 'anew' })).status).toBe(200)
  // What is written in the moved folder is not the site.
  writeFileSync(
    file.replace(moved, `${moved}-elsewhere`),
    written.replaceAll('happened to you', 'happened today'),
  )
  renameSync(`${moved}-elsewhere`, moved)
  await state((state) => !state.isGone && state.edition > edition)
  expect((await visit({ by: 'anew' })).html).toContain('happened today')
  // The folder that came back is watched, too.
  writeFileSync(file, written)
  await state((state) => state.edition > edition + 1)
  expect((await visit({ by: 'anew' })).html).not.toContain('happened today')
})

test('a folder that’s deleted and recreated is read again', async () => {
  const { edition } = await state()
  cpSync(folder, `${folder}-copy`, { recursive: true })
  rmSync(folder, { recursive: true })
  await state((state) => state.isGone)
  writeFileSync(join(`${folder}-copy`, 'flow.json'), written.replaceAll('happened to you', 'happened today'))
  cpSync(`${folder}-copy`, folder, { recursive: true })
  await state((state) => !state.isGone && state.edition > edition)
  expect((await visit({ by: 'anew' })).html).toContain('happened today')
  writeFileSync(file, written)
  await state((state) => state.edition > edition + 1)
})

test('the last valid page stays after an error, which is shown with its place', async () => {
  const { edition } = await state()
  writeFileSync(file, written.replace('"offer_order"', '"offer_ordr"'))
  const broken = await state(({ isOutdated }) => isOutdated)
  expect(broken.edition).toBe(edition)
  expect(broken.problems.map(({ code, weight }) => [code, weight])).toContainEqual(['unknown_key', 'error'])
  expect((await visit({ by: 'anew' })).status).toBe(200)
  writeFileSync(file, '{ "half')
  const [problem] = (await state(({ problems }) => problems[0]?.code === 'not_json')).problems
  expect(problem).toMatchObject({ line: 1, weight: 'error' })
  writeFileSync(file, written)
  await state(({ isOutdated }) => !isOutdated)
})

test('the requested color scheme applies whatever the system prefers, under the same CSP', async () => {
  const { html, cookies } = await visit({ by: 'anew', scheme: 'dark' })
  expect(html).not.toContain('prefers-color-scheme')
  expect(html).toMatch(/@media \(width ?>= ?0\)/)
  const page = await ask('/my-site', { cookie: cookies })
  expect(page.headers.get('content-security-policy')).toMatch(/style-src 'self'( 'sha256-[^']+')+/)
})

test('on a slow phone the page comes late, and the panes do not; nothing is kept for the next time', async () => {
  const timed = async (address: string, cookie: string) => {
    const from = performance.now()
    const { headers } = await ask(address, { cookie })
    return { ms: performance.now() - from, kept: headers.get('cache-control') }
  }
  const { cookies } = await visit({ by: 'anew', network: 'slow' })
  const slow = await timed('/my-site', cookies)
  expect(slow).toEqual({ ms: expect.any(Number), kept: 'no-store' })
  expect(slow.ms).toBeGreaterThan(SLOW_4G.latencyMs)
  expect((await timed('/', cookies)).ms).toBeLessThan(SLOW_4G.latencyMs)
  expect((await visit({ by: 'anew' })).cookies).toMatch(/studio_network=(;|$)/)
  expect((await visit({ by: 'anew', network: 'slower' })).status).toBe(400)
})

test('refuses requests from another site’s page or for another host name', async () => {
  expect((await ask('/studio/events', { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  const { port } = new URL(preview.url)
  // fetch sets the host itself.
  const [named] = (await once(
    get({ port, path: '/', headers: { host: `rebound.example:${port}` } }),
    'response',
  )) as [IncomingMessage]
  expect(named.statusCode).toBe(403)
  expect(await text(named)).toContain('Open it at the address that leadloom dev printed')
})

test('a step that the flow doesn’t have is refused with a reason', async () => {
  expect(await visit({ by: 'jump', step: 'main/none' })).toMatchObject({
    status: 404,
    html: expect.stringContaining('No way to reach this step has been found') as string,
  })
})
