import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Flow, Language } from '../../schemas/flow/flow.ts'
import { LANGUAGES } from '../../schemas/flow/languages.ts'
import { DOCUMENTS, WITH_FORM } from '../../schemas/flow/site.ts'
import { inLanguage } from '../../src/flow/languages/inLanguage.ts'
import { languagesOf } from '../../src/flow/languages/language.ts'
import { FORMS } from '../../src/server/legal/privacyRequest.ts'
import { BRANDS } from '../brands.ts'
import { running } from './running.ts'

const sources = new Map(Object.keys(BRANDS).map((path) => [path, siteFiles(path)]))
/** Every document of every site in each of its languages, with the words of its footer link there. */
const LINKED = [...sources].flatMap(([path, { flow }]) =>
  languagesOf(flow).flatMap((language) =>
    inLanguage(flow, language).ui_config.site.footer.map(({ text, document: slug }) => {
      const asking = languagesOf(flow).length > 1 ? `?lang=${language}` : ''
      return { path, slug, language, asking, text }
    }),
  ),
)
const EFFECTIVE = Date.parse('2027-01-01T04:59:59Z')

const { send, store } = await running({
  env: { PRODUCT_NAME: 'A & "B"', POSTAL_ADDRESS: '1 Main St <Suite 2>, Albany, NY 12207' },
  now: () => EFFECTIVE,
  until: afterAll,
})
beforeAll(async () => {
  for (const [path, { flow, style }] of sources)
    await store.publish({ path, flow, style, validators: '', icons: {}, at: EFFECTIVE - 1 })
})

/** First heading of a product’s document; no other language has the same one. */
function headingOf(language: Language, slug: string): string {
  return /<h2>.*?<\/h2>/.exec(textOf(language, slug))![0]
}

function textOf(language: Language, slug: string): string {
  return readFileSync(join('fixtures', 'legal', language, `${slug}.html`), 'utf8')
}

function siteFiles(path: string): { flow: Flow; style: string } {
  const folder = join(import.meta.dirname, '..', '..', 'fixtures', 'sites', path)
  return {
    flow: JSON.parse(readFileSync(join(folder, 'flow.json'), 'utf8')) as Flow,
    style: readFileSync(join(folder, `${path}.css`), 'utf8'),
  }
}

describe.each(LINKED)('/legal/$path/$slug$asking', ({ path, slug, language, asking, text }) => {
  const url = `/legal/${path}/${slug}${asking}`

  test('is a page in its language, titled like its link in the footer', async () => {
    const { statusCode, headers, body } = await send({ url })
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(body.match(/<h1>.*?<\/h1>/g)).toEqual([`<h1>${text}</h1>`])
    expect(body).toContain(`<html lang="${language}" data-fonts>`)
    expect(body).toContain(`<a class="logo" href="/${path}${asking}">`)
    expect(body).toContain(headingOf(language, slug))
    expect(body).not.toMatch(/\{\w+\}/)
  })

  test('runs no script, posts only to its own site, and loads only its own stylesheet', async () => {
    const { headers, body } = await send({ url })
    const style = /<style>(.*?)<\/style>/s.exec(body)![1]!
    const hash = createHash('sha256').update(style).digest('base64')
    expect(style).toContain(sources.get(path)!.style.trim())
    const { theme } = siteFiles(path).flow.ui_config.site
    expect(String(headers['content-security-policy']).split('; ').sort()).toEqual([
      "base-uri 'none'",
      "default-src 'none'",
      ...(theme?.fonts ? ["font-src 'self'"] : []),
      "form-action 'self'",
      "frame-ancestors 'none'",
      "img-src 'self' data:",
      `style-src 'sha256-${hash}'`,
    ])
    expect(body).not.toMatch(/<(script|iframe|link rel="stylesheet")|\s(style|on\w+)=/)
  })

  test('links every other document of its site, and only existing pages and anchors', async () => {
    const { body } = await send({ url })
    const nav = /<nav.*?<\/nav>/s.exec(body)![0]
    const others = BRANDS[path]!.footer.filter(({ document }) => document !== slug)
    expect(hrefs(nav)).toEqual(others.map(({ document }) => document + asking))
    const main = /<main.*?<\/main>/s.exec(body)![0]
    for (const href of hrefs(main).filter((href) => /^[a-z-]+([?#]|$)/.test(href))) {
      const { pathname, search, hash } = new URL(href, `http://site${url}`)
      expect([href, search]).toEqual([href, asking])
      const target = await send({ url: pathname + search })
      expect([href, target.statusCode]).toEqual([href, 200])
      if (hash) expect(target.body).toContain(`id="${hash.slice(1)}"`)
    }
  })

  test('says how to reach the operator', async () => {
    const { body } = await send({ url })
    expect(body).toContain(`href="mailto:privacy@${path}.example"`)
    expect(body).toContain('<a href="tel:+18005550199">(800) 555-0199</a>')
    expect(body).toContain('1 Main St &#60;Suite 2&#62;, Albany, NY 12207')
  })
})

describe('each document of the product', () => {
  const slugs = Object.keys(DOCUMENTS)

  test.each(LANGUAGES)('is available in %s, and no other', (language) => {
    const files = readdirSync(join('fixtures', 'legal', language))
    expect(files.sort()).toEqual(slugs.map((slug) => `${slug}.html`).sort())
  })

  test.each(slugs)('%s has the same parts, placeholders, IDs, and links in every language', (slug) => {
    const [english, ...others] = LANGUAGES.map((language) => textOf(language, slug))
    for (const other of others) {
      expect(skeleton(other)).toEqual(skeleton(english!))
      expect(sentences(other).filter((sentence) => sentences(english!).includes(sentence))).toEqual([])
    }
  })
})

/** Tags of a document, with their IDs, links and dates, and the placeholders among them, in order. */
function skeleton(text: string): string[] {
  return text.match(/<[^>]+>|\{\{\w+\}\}/g)!
}

/** Whole sentences of a document, none of which two languages share. */
function sentences(text: string): string[] {
  return text.split(/<[^>]+>/).flatMap((part) => part.trim().match(/[^.:?]+[.:?]$/g) ?? [])
}

test('the documents with a form are those named to authors', () => {
  expect([...WITH_FORM].sort()).toEqual(Object.keys(FORMS).sort())
})

test('a site without its own name has the product’s', async () => {
  const { body } = await send({ url: '/legal/leadloom/partners' })
  expect(body).toContain('<title>Partners · A &#38; &#34;B&#34;</title>')
  expect(body).toContain('A &#38; &#34;B&#34; connects people')
})

test('the copyright’s year is New York’s', async () => {
  const { body } = await send({ url: '/legal/yardstick/partners' })
  expect(body).toContain('<p>© 2026 Yardstick</p>')
})

test.each([
  '/legal',
  '/legal/',
  '/legal/found-money',
  '/legal/found-money/',
  '/legal/found-money/partners',
  '/legal/leadloom/unsubscribe',
  '/legal/leadloom/privacy-policy/more',
  '/legal/nowhere/privacy-policy',
  '/legal/leadloom/..%2flegal.css',
])('%s isn’t found', async (url) => {
  const { statusCode, headers, body } = await send({ url })
  expect([statusCode, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
  expect(body).toContain('Page not found.')
  expect(body).toContain("Sorry, we couldn't find the page you're looking for.")
})

test('a missing address is marked for the operator to set', async () => {
  const bare = await running()
  const { flow, style } = sources.get('leadloom')!
  await bare.store.publish({ path: 'leadloom', flow, style, validators: '', icons: {}, at: 0 })
  const { body } = await bare.send({ url: '/legal/leadloom/partners' })
  expect(body).toContain('to be set as POSTAL_ADDRESS')
})

test('every company that a consent names is on the partners page', async () => {
  const { body } = await send({ url: '/legal/leadloom/partners' })
  const consents = [...sources.values()].map(({ flow }) => JSON.stringify(flow)).join('\n')
  const named = [...consents.matchAll(/written consent for .+? and (.+?) to contact me/g)].map((m) => m[1]!)
  expect(new Set(named).size).toBeGreaterThan(4)
  for (const company of new Set(named)) expect(body).toContain(`<dt>${company}</dt>`)
})

function hrefs(markup: string): string[] {
  return [...markup.matchAll(/href="([^"]+)"/g)].map((found) => found[1]!)
}

test('a form sent from another site’s page doesn’t opt anyone out', async () => {
  const form = {
    method: 'POST' as const,
    url: '/legal/found-money/do-not-sell',
    payload: 'kind=do_not_sell&email=ann%40example.com&phone=',
  }
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const before = await store.privacyRequests({ limit: 100 })
  const foreign = await send({ ...form, headers: { ...headers, 'sec-fetch-site': 'cross-site' } })
  expect([foreign.statusCode, foreign.cookies]).toEqual([403, []])
  expect(await store.privacyRequests({ limit: 100 })).toEqual(before)
  const own = await send({ ...form, headers: { ...headers, 'sec-fetch-site': 'same-origin' } })
  expect(own.statusCode).toBe(200)
})

test('a stylesheet can’t close the element it’s in', async () => {
  const { flow } = sources.get('leadloom')!
  const style = 'a { background: url("data:image/svg+xml,<svg></svg>") } </style><script>go()</script>'
  const styled = await running()
  await styled.store.publish({ path: 'styled', flow, style, validators: '', icons: {}, at: 1 })
  const { body, headers } = await styled.send({
    url: `/legal/styled/${BRANDS['leadloom']!.footer[0]!.document}`,
  })
  expect(body.match(/<\/style>/g)).toHaveLength(1)
  expect(body).toContain('<svg><\\/svg>')
  const hash = createHash('sha256')
    .update(/<style>(.*?)<\/style>/s.exec(body)![1]!)
    .digest('base64')
  expect(headers['content-security-policy']).toContain(`'sha256-${hash}'`)
})
