import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { LANGUAGES, type Language } from '../../schemas/flow/languages.ts'
import { COLORS } from '../../schemas/flow/theme.ts'
import type { Flow } from '../../schemas/flow/flow.ts'
import { TEMPLATE_KEYS } from '../../schemas/studio/templateKeys.ts'
import { siteFrom } from '../../src/author/templates/siteFrom.ts'
import { inLanguage } from '../../src/flow/languages/inLanguage.ts'
import { named } from '../../src/flow/named.ts'
import { BUILT } from './built.ts'
import { running } from './running.ts'

/** Tests the head of every site: what search engines, other services and the browser itself read. */

const DEMOS = readdirSync('fixtures/sites').filter((site) => site !== 'yardstick')
const demo = (site: string) =>
  named(JSON.parse(readFileSync(`fixtures/sites/${site}/flow.json`, 'utf8')) as Flow, 'Leadloom')
const started = (template: (typeof TEMPLATE_KEYS)[number]) =>
  siteFrom({ template, name: 'Roof & Co', accent: '#1d4d39', style: template, schema: '' }) as Flow
const SITES: [site: string, flow: Flow][] = [
  ...DEMOS.map((site): [string, Flow] => [site, demo(site)]),
  ...TEMPLATE_KEYS.map((template): [string, Flow] => [`init-${template}`, started(template)]),
]
const CASES = SITES.flatMap(([site, flow]) => LANGUAGES.map((language) => ({ site, flow, language })))

const ORIGIN = 'https://money.example'
const { send, store } = await running({ folders: BUILT, env: { PUBLIC_URL: ORIGIN }, until: afterAll })
for (const [path, flow] of SITES)
  await store.publish({ path, flow, style: '', icons: {}, validators: '', at: Date.now() })

const LOCALES = { en: 'en_US', es: 'es_US' }
const TEXTS: Record<string, string> = { '&#38;': '&', '&#60;': '<', '&#62;': '>', '&#34;': '"', '&#39;': "'" }

/** Tags of a page's head: each with its name and its value. */
async function headOf(url: string) {
  const { body } = await send({ url, headers: { host: 'elsewhere.example' } })
  const [head = ''] = body.split('</head>')
  const plain = (text: string) => text.replace(/&#\d+;/g, (code) => TEXTS[code] ?? code)
  const all = (pattern: RegExp): [string, string][] =>
    [...head.matchAll(pattern)].map(([, name = '', value = '']) => [name, plain(value)])
  return {
    language: /<html lang="(\w+)"/.exec(head)?.[1],
    title: plain(/<title>(.*?)<\/title>/.exec(head)?.[1] ?? ''),
    links: all(/<link rel="(?:alternate" hreflang=")?(canonical|[\w-]+)" href="(https[^"]*)">/g),
    metas: all(/<meta (?:property|name)="([\w:-]+)"(?: media="[^"]*")? content="([^"]*)">/g),
  }
}

test.for(CASES)(
  '$site has its title, description, and address in $language',
  async ({ site, flow, language }) => {
    const own = inLanguage(flow, language).ui_config
    const address = (asked?: Language) => `${ORIGIN}/${site}${asked ? `?lang=${asked}` : ''}`
    const head = await headOf(`/${site}?lang=${language}&utm_source=mail`)
    expect([head.language, head.title]).toEqual([language, own.title])
    expect(head.links).toEqual([
      ['canonical', address(language)],
      ['en', address('en')],
      ['es', address('es')],
      ['x-default', address()],
    ])
    const { landing, promise, theme } = own.site
    const [other] = LANGUAGES.filter((one) => one !== language)
    const metas = head.metas.filter(([name]) => !['viewport', 'description'].includes(name))
    expect(metas).toEqual([
      ['theme-color', theme?.light?.masthead ?? COLORS.light.masthead],
      ['theme-color', theme?.dark?.masthead ?? COLORS.dark.masthead],
      ['og:type', 'website'],
      ['og:site_name', own.site.name.replace('{{product}}', 'Leadloom')],
      ['og:url', address(language)],
      ['og:title', own.title],
      ['og:description', landing?.text ?? promise],
      ['og:locale', LOCALES[language]],
      ['og:locale:alternate', LOCALES[other!]],
      // None of them has a picture for shared links.
      ['twitter:card', 'summary'],
    ])
    for (const [name, value] of [...head.metas, ...head.links]) {
      expect(value, name).not.toBe('')
      expect(value, name).not.toMatch(/\{\{|undefined|elsewhere/)
    }
  },
)

test('a page without a requested language is the default for all', async () => {
  const { links, metas } = await headOf('/found-money?sub1=x')
  expect(links[0]).toEqual(['canonical', `${ORIGIN}/found-money`])
  expect(Object.fromEntries(metas)['og:url']).toBe(`${ORIGIN}/found-money`)
})

test('crawlers may read every site, but no operators’ page', async () => {
  const { body } = await send({ url: '/robots.txt' })
  for (const path of ['/api/', '/desk', '/stats', '/studio', '/webhook/'])
    expect(body).toContain(`Disallow: ${path}\n`)
  for (const [site] of SITES) {
    expect(body).not.toContain(`Disallow: /${site}`)
    const { headers, body: page } = await send({ url: `/${site}` })
    expect(headers['x-robots-tag']).toBeUndefined()
    expect(page).not.toContain('noindex')
  }
})
