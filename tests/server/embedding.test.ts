import { expect, test } from 'vitest'
import { BUILT } from './built.ts'
import { running } from './running.ts'
import { SMALL_FLOW } from './smallFlow.ts'

const IN_A_FRAME = { 'sec-fetch-dest': 'iframe', 'sec-fetch-site': 'cross-site' }

/** Response with a page of the small flow that these hosts may frame. */
async function answerTo(headers: Record<string, string>, embed_hosts?: string[]) {
  const flow = structuredClone(SMALL_FLOW)
  if (embed_hosts) flow.ui_config.embed_hosts = embed_hosts
  const { send } = await running({ env: { DEFAULT_SITE: 'small' }, folders: BUILT, flow })
  const page = await send({ url: '/small', headers })
  const legal = await send({ url: '/legal/small/privacy-policy' })
  const ancestors = ({ headers }: typeof page) =>
    /frame-ancestors [^;]+/.exec(String(headers['content-security-policy']))?.[0]
  return { page, cookie: String(page.headers['set-cookie']), ancestors: [page, legal].map(ancestors) }
}

test('a site’s page and legal pages can be framed by the hosts that its flow names, at any port, and by itself', async () => {
  const { ancestors } = await answerTo({}, ['news.example', 'a.example'])
  expect(ancestors).toEqual(Array(2).fill("frame-ancestors 'self' news.example:* a.example:*"))
  expect((await answerTo({})).ancestors).toEqual(Array(2).fill("frame-ancestors 'none'"))
})

test('in a frame, the visit is kept for the surrounding page, otherwise only for this site', async () => {
  const framed = await answerTo(IN_A_FRAME, ['news.example'])
  expect(framed.cookie).toMatch(/; Path=\/; HttpOnly; Secure; Partitioned; SameSite=None$/)
  const { cookie } = await answerTo({ 'sec-fetch-dest': 'document' }, ['news.example'])
  expect(cookie).toMatch(/; Path=\/; HttpOnly; SameSite=Lax$/)
})

test('only a page in a frame loads the code that reports its height', async () => {
  const script = /<script type="module" src="\/main\/assets\/embedded-[\w-]+\.js">/
  expect((await answerTo(IN_A_FRAME, ['news.example'])).page.body).toMatch(script)
  expect((await answerTo({}, ['news.example'])).page.body).not.toMatch(/embedded/)
})

test('embed.js marks the page’s address for browsers that don’t report a frame', async () => {
  const { send } = await running({ folders: BUILT })
  const framed = async (url: string, headers: Record<string, string>) => {
    const { headers: answered } = await send({ url, headers })
    return String(answered['set-cookie']).includes('Partitioned')
  }
  expect(await framed('/small?in-frame=navigate', {})).toBe(true)
  expect(await framed('/small', {})).toBe(false)
  expect(await framed('/small?in-frame=navigate', { 'sec-fetch-dest': 'document' })).toBe(false)
})

test('any page can load the script that embeds a site', async () => {
  const { send } = await running({ folders: BUILT })
  const { statusCode, headers, body } = await send({ url: '/embed.js' })
  expect([statusCode, headers['content-type'], headers['cross-origin-resource-policy']]).toEqual([
    200,
    'text/javascript; charset=utf-8',
    'cross-origin',
  ])
  // A page of another origin may also load it as a module.
  expect(headers['access-control-allow-origin']).toBe('*')
  expect(body).toMatch(/^\(\(\)=>\{[^]+\}\)\(\)$/)
})
