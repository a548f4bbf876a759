import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { CHAPTERS } from '../../src/docs/contents.ts'
import { drawPage } from '../../src/docs/drawPage.ts'
import type { BuiltDocs } from '../../src/server/docs/builtDocs.ts'
import { running } from './running.ts'

/** The documentation as it's built, without building it. */
const folder = mkdtempSync(join(tmpdir(), 'leadloom-docs-'))
const built: BuiltDocs = { pages: [], pictures: [] }
for (const { title: chapter, pages } of CHAPTERS)
  for (const source of pages) {
    const { pictures, ...page } = drawPage(source, readFileSync(source, 'utf8'))
    built.pages.push({ chapter, ...page })
    built.pictures.push(...pictures.keys())
  }
mkdirSync(join(folder, 'files'))
writeFileSync(join(folder, 'docs.json'), JSON.stringify(built))
for (const name of built.pictures) writeFileSync(join(folder, 'files', name), 'a picture')

const { app } = await running({ folders: { docs: folder }, until: afterAll })
const get = (url: string) => app.inject({ url })

test('every page works without a login or scripts, under a CSP that allows no scripts', async () => {
  for (const { address, title } of built.pages) {
    const { statusCode, headers, body } = await get(address)
    expect([address, statusCode, headers['content-type']]).toEqual([address, 200, 'text/html; charset=utf-8'])
    expect(body).toContain(`<title>${title.replaceAll("'", '&#39;')} · Leadloom docs</title>`)
    expect(body).not.toMatch(/<script|\son\w+=|style="|javascript:/)
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; img-src 'self' data:; base-uri 'none'/,
    )
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
    expect(headers['content-security-policy']).not.toContain('script-src')
    expect(headers['x-frame-options']).toBe('DENY')
    expect(headers['set-cookie']).toBeUndefined()
  }
})

test('a page begins with a skip link, marks itself in the contents, and links to its neighbors', async () => {
  const { body } = await get('/docs/first-site')
  expect(body).toMatch(/<body><a class="skip" href="#content">/)
  expect(body).toContain('<main id="content" tabindex="-1">')
  expect(body).toContain('<a href="/docs/first-site" aria-current="page">')
  expect(body).toContain('<a rel="prev" href="/docs">')
  expect(body).toContain('<a rel="next" href=')
})

test('addresses of the Markdown files, or with a trailing slash, redirect to their pages', async () => {
  for (const url of [
    '/docs/',
    '/docs/README.md',
    '/docs/first-site.md',
    '/docs/guide/steps/',
    '/docs/guide/steps.md',
  ]) {
    const { statusCode, headers } = await get(url)
    expect([url, statusCode]).toEqual([url, 302])
    expect((await get(String(headers.location))).statusCode).toBe(200)
  }
})

test('an unknown page shows the contents and a search', async () => {
  for (const url of [
    '/docs/nothing',
    '/docs/files/nothing.webp',
    '/docs/files/..%2fdocs.json',
    '/docs/..%2f..',
  ]) {
    const { statusCode, body } = await get(url)
    expect([url, statusCode]).toEqual([url, 404])
    expect(body).toContain('action="/docs/search"')
  }
  expect((await app.inject({ method: 'POST', url: '/docs' })).statusCode).toBe(404)
})

test('pictures are served with their type', async () => {
  const { statusCode, headers } = await get(`/docs/files/${built.pictures[0]}`)
  expect([statusCode, headers['content-type']]).toEqual([200, 'image/webp'])
})

test('a search is a plain GET that shows what was typed as text, with the words marked', async () => {
  const { statusCode, body } = await get('/docs/search?q=ping+fields')
  expect(statusCode).toBe(200)
  expect(body).toContain('value="ping fields"')
  expect(body).toMatch(/<li><a href="\/docs\/[^"]+">/)
  expect(body).toMatch(/<mark>ping<\/mark>/i)
  const hostile = (await get(`/docs/search?q=${encodeURIComponent('"><script>alert(1)</script>')}`)).body
  expect(hostile).not.toContain('<script')
  expect((await get('/docs/search?q=xyzzyplugh')).body).toContain('Nothing found for')
  expect((await get('/docs/search')).body).toContain('Type what you')
  expect((await get(`/docs/search?q=${'a '.repeat(4000)}`)).statusCode).toBe(200)
})

test('visitors’ hosts redirect to the operators’ host, where it needs no login', async () => {
  const env = { OPERATOR_HOST: 'ops.example', PUBLIC_URL: 'https://claims.example' }
  const { app } = await running({ folders: { docs: folder }, env })
  const on = (host: string, url: string) => app.inject({ url, headers: { host } })
  for (const url of ['/docs', '/docs/first-site', '/docs/search?q=a', `/docs/files/${built.pictures[0]}`]) {
    const { statusCode, headers } = await on('claims.example', url)
    expect([url, statusCode, headers.location]).toEqual([url, 302, `https://ops.example${url}`])
    expect((await on('ops.example', url)).statusCode).toBe(200)
  }
})

test('a server without a build says how to get one', async () => {
  const { app } = await running()
  const { statusCode, body } = await app.inject({ url: '/docs' })
  expect([statusCode, body]).toEqual([503, expect.stringContaining('npm run build')])
})
