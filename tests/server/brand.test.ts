import { createHash } from 'node:crypto'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import type { Flow, FlowDocument, Site } from '../../schemas/flow/flow.ts'
import { publishFile } from '../../src/server/publish/publish.ts'
import { BRANDS } from '../brands.ts'
import { BUILT } from './built.ts'
import { running } from './running.ts'
import { addressTags } from '../../src/server/pages/shareTags.ts'
import { SMALL_FLOW } from './smallFlow.ts'

/** Clock that moves two seconds with each reading, as the server looks up live versions every second. */
let clock = Date.now()
const { send, store } = await running({
  env: { RATE_LIMIT: '0' },
  folders: BUILT,
  until: afterAll,
  now: () => (clock += 2000),
})

async function published(path: string, flow: Flow): Promise<number> {
  return store.publish({ path, flow, style: '', validators: '', icons: {}, at: 1 })
}

function branded(site: Site): Flow {
  return { ...SMALL_FLOW, ui_config: { ...SMALL_FLOW.ui_config, site } }
}

/** Text of the first element of a class. */
function textOf(body: string, name: string): string | undefined {
  const found = RegExp(`<(\\w+) class="${name}"[^>]*>(.*?)</\\1>`, 's').exec(body)
  return found?.[2]!
    .replace(/<!-- -->/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/ +/g, ' ')
    .trim()
}

const BARE: Site = { name: 'Bare', footer: [{ text: 'Unsubscribe', document: 'unsubscribe' }] }
const WHOLE: Site = {
  ...BARE,
  name: 'Help from {{product}}',
  masthead: 'Checked',
  promise: 'Free & done in two minutes',
  trust: ['Free for you', 'No call unless you agree'],
  banner: 'Money is found each year',
  disclaimer: 'We are no bank.',
  phone: '+15125552368',
}

describe('a page shows its site’s brand from the flow', () => {
  test('all of it, on the first screen', async () => {
    await published('whole', branded(WHOLE))
    const { body } = await send({ url: '/whole' })
    expect(textOf(body, 'logo')).toBe('Help from Leadloom')
    expect(textOf(body, 'secure')).toBe('Checked')
    expect(textOf(body, 'promise')).toBe('Free &amp; done in two minutes')
    expect(textOf(body, 'trust')).toBe('Free for you No call unless you agree')
    expect(textOf(body, 'banner')).toMatch(/^Money is found each year/)
    expect(textOf(body, 'foot')).toMatch(/^Unsubscribe © \d{4} Help from Leadloom\. We are no bank\.$/)
  })

  test('the company behind it, on every page and in the small print, with its photo', async () => {
    const company = {
      name: 'Claims Media LLC',
      address: ['1 Main Street', 'Austin, TX 78701'],
      phone: '+15125552368',
      hours: 'Mon–Fri, 9 to 5',
      licenses: ['Texas license 1'],
      mark: { file: 'icon.svg', width: 48, height: 48, alt: 'Our office' },
    }
    await published('company', branded({ ...BARE, company }))
    const { body } = await send({ url: '/company' })
    const [, side = ''] = /<aside class="side"[^>]*>(.*?)<\/aside>/s.exec(body) ?? []
    expect(
      side
        .replace(/<[^>]+>/g, ' ')
        .replace(/ +/g, ' ')
        .trim(),
    ).toMatch(
      /Who’s behind this site Claims Media LLC 1 Main Street Austin, TX 78701 \(512\)\u00a0555\u20112368 Mon–Fri, 9 to 5 Texas license 1$/,
    )
    expect(side).toContain('href="tel:+15125552368"')
    expect(side).toMatch(/<img [^>]*src="[^"]*icon\.svg" alt="Our office" width="48" height="48"/)
    expect(textOf(body, 'foot')).toContain('Bare, run by Claims Media LLC, 1 Main Street, Austin, TX 78701.')
  })

  test('its promise not next to a later question', async () => {
    await published('later', branded(WHOLE))
    const { body } = await send({ url: '/later' })
    const later = [...body.matchAll(/<template data-for.*?<\/template>/gs)].map(([markup]) => markup)
    expect(later.join()).toContain('<main class="stage"')
    expect(later.filter((markup) => /class="(promise|trust)"/.test(markup))).toEqual([])
  })

  test('its landing section only around the first question, with its text escaped', async () => {
    const { promise: _, ...site } = WHOLE
    const landing: Site['landing'] = {
      title: 'Do you have a <claim>?',
      text: 'Two minutes.',
      testimonials: { entries: [{ quote: 'Quick.', name: 'Ann' }] },
      faq: { entries: [{ question: 'Cost?', html: '<p>Nothing.</p>' }] },
    }
    await published('landing', branded({ ...site, landing }))
    const { body } = await send({ url: '/landing' })
    const [root = ''] = /<div id="root">.*?<\/main>/s.exec(body) ?? []
    expect(textOf(root, 'landing')).toBe('Do you have a &lt;claim&gt;? Two minutes.')
    const places = ['class="landing"', '<h1', 'class="trust"', 'class="testimonials"', 'class="faq"']
    const found = places.map((place) => root.indexOf(place))
    expect(found).not.toContain(-1)
    expect(found).toEqual(found.toSorted((a, b) => a - b))
    const later = [...body.matchAll(/<template data-for.*?<\/template>/gs)].map(([markup]) => markup)
    expect(later.join()).toContain('<main class="stage"')
    expect(later.filter((markup) => /landing|testimonials|faq/.test(markup))).toEqual([])
    expect(body).toMatch(/<link rel="modulepreload" href="[^"]*lazyWidgets/)
  })

  test('nothing that it leaves out', async () => {
    await published('bare', branded(BARE))
    const { body } = await send({ url: '/bare' })
    for (const name of ['secure', 'promise', 'trust', 'banner', 'landing'])
      expect(textOf(body, name)).toBeUndefined()
    expect(textOf(body, 'foot')).toMatch(/^Unsubscribe © \d{4} Bare\.$/)
    expect(body).not.toContain('lazyWidgets')
  })

  test('its own phone number, on its legal pages and in the call for it', async () => {
    await published('called', branded(WHOLE))
    const { body } = await send({ url: '/legal/called/unsubscribe' })
    expect(body).toContain('<a href="tel:+15125552368">(512) 555-2368</a>')
    const number = async (query: string) =>
      (await send({ url: `/api/tracking/phone-number${query}` })).json<unknown>()
    expect(await number('?path=called')).toEqual({
      retreaverNumber: '+15125552368',
      retreaverNumberFormatted: '(512) 555-2368',
    })
    expect(await number('')).toMatchObject({ retreaverNumber: '+18005550199' })
    expect(await number('?path=nowhere')).toMatchObject({ retreaverNumber: '+18005550199' })
  })
})

describe('a version published before flows had a brand', () => {
  test.each(Object.entries(BRANDS))('of the template %s stays as it was', async (template, site) => {
    const { site: _, ...ui_config } = SMALL_FLOW.ui_config
    const flow = { ...SMALL_FLOW, ui_config: { ...ui_config, template } } as Flow
    const version = await published(`earlier-${template}`, flow)
    // The demo sites now say themselves what their templates meant. Their colors are in such a version's stylesheet.
    const { name, banner, footer } = site
    // Earlier ones named no lawyer.
    const disclaimer = site.disclaimer!.replace(/ Responsible for legal ads in California: .*$/, '')
    const said = { name, masthead: 'Secure', ...(banner !== undefined && { banner }), footer, disclaimer }
    for (const url of [`/main/flows/${version}.2.json`, `/api/flows/${version}`])
      expect((await send({ url })).json<Flow>().ui_config.site).toEqual(said)
    const { body } = await send({ url: `/earlier-${template}` })
    expect(textOf(body, 'logo')).toBe(name.replace('{{product}}', 'Leadloom'))
    for (const { text, document } of footer)
      expect((await send({ url: `/legal/earlier-${template}/${document}` })).body).toContain(
        `<h1>${text}</h1>`,
      )
    expect(textOf(body, 'banner')?.startsWith(banner!)).toBe(banner === undefined ? undefined : true)
  })
})

describe('a theme', () => {
  test('is set as custom properties before the site’s own stylesheet, on its pages and documents', async () => {
    const file = 'fixtures/sites/found-money/flow.json'
    await publishFile(store, { file, path: 'golden', productName: 'Leadloom', now: 1 })
    for (const url of ['/golden', '/legal/golden/unsubscribe']) {
      const { body, headers } = await send({ url })
      const styles = [...body.matchAll(/<style>(.*?)<\/style>/gs)].map(([, style]) => style!)
      const own = styles.at(-1)!
      expect(own.slice(own.indexOf(':root{--page:#f7f8fc'))).toMatch(
        /^:root\{--page:#f7f8fc;[^}]*--accent-ink:#ffdc7d;[^}]*--radius:10px;[^]*dark\)\{:root\{--page:#0a1530;[^]*\.banner \{/,
      )
      const hash = createHash('sha256').update(own).digest('base64')
      expect(headers['content-security-policy']).toContain(`'sha256-${hash}'`)
    }
  })

  test('is followed by the styles of a promise and trust lines, if the site has them', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'leadloom-brand-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    cpSync('fixtures/sites/yardstick', folder, { recursive: true })
    const file = join(folder, 'flow.json')
    const flow = JSON.parse(readFileSync(file, 'utf8')) as FlowDocument
    const styled = async (site: Site) => {
      writeFileSync(file, JSON.stringify({ ...flow, ui_config: { ...flow.ui_config, site } }))
      await publishFile(store, { file, path: 'says', productName: 'Leadloom', now: 1 })
      return (await send({ url: '/says' })).body
    }
    const { site } = flow.ui_config
    expect(await styled(site)).not.toMatch(/\.promise|\.trust/)
    expect(await styled({ ...site, trust: ['Free for you'] })).toMatch(/\.trust \{[^]*\.trust li::before \{/)
  })

  test('isn’t part of the flow that browsers download', async () => {
    const version = await published('plain', branded(BRANDS['found-money']!))
    expect(BRANDS['found-money']!.theme?.light?.accent).toBe('#14306e')
    for (const url of [`/main/flows/${version}.2.json`, `/api/flows/${version}`])
      expect((await send({ url })).body).not.toContain('#14306e')
  })
})

describe('files of a site', () => {
  const base64 = (text: string) => Buffer.from(text).toString('base64')
  const FILES = {
    'logo.svg': base64('<svg/>'),
    'own.woff2': base64('wOF2'),
    'share.png': Buffer.from(`89504e470d0a1a0a0000000d49484452${'000004b000000276'}`, 'hex').toString(
      'base64',
    ),
    'privacy.html': base64('<h2>At {{site}}</h2>{{contact}}{{form}}'),
  }
  const site: Site = {
    ...BARE,
    logo: { file: 'logo.svg', width: 120, height: 28, says_name: true },
    footer: [{ text: 'Privacy', document: 'privacy-policy', file: 'privacy.html' }, ...BARE.footer],
    share: { description: 'Look & see', picture: 'share.png' },
    theme: { headline: 'Own', fonts: [{ family: 'Own', file: 'own.woff2', weight: '600' }] },
  }
  const publish = () =>
    store.publish({ path: 'files', flow: branded(site), style: 'a{}', validators: '', icons: FILES, at: 1 })

  test('are in the head: its fonts, which the first question doesn’t wait for, and its picture for shared links', async () => {
    const version = await publish()
    const { body, headers } = await send({ url: '/files', headers: { host: 'claims.example' } })
    expect(body).not.toContain('as="font"')
    expect(body).toContain(
      `<style>@font-face{font-family:'Own';font-weight:600;font-display:swap;src:url(/main/flows/${version}/own.woff2)}\na{}</style>`,
    )
    expect(String(headers['content-security-policy']).split('; ')).toContain("font-src 'self'")
    const properties = [...body.matchAll(/<meta property="og:([^"]+)" content="([^"]*)">/g)]
    expect(Object.fromEntries(properties.map(([, name, value]) => [name, value]))).toEqual({
      type: 'website',
      site_name: 'Bare',
      title: 'A small flow',
      description: 'Look &#38; see',
      locale: 'en_US',
      image: `/main/flows/${version}/share.png`,
      'image:width': '1200',
      'image:height': '630',
    })
  })

  test('are cached forever, except for documents', async () => {
    const version = await publish()
    for (const [file, type] of Object.entries({
      'logo.svg': 'image/svg+xml',
      'own.woff2': 'font/woff2',
      'share.png': 'image/png',
    })) {
      const { statusCode, headers } = await send({ url: `/main/flows/${version}/${file}` })
      expect([statusCode, headers['content-type']]).toEqual([200, type])
      expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
    }
    for (const file of ['privacy.html', 'toString.png', 'other.svg'])
      expect((await send({ url: `/main/flows/${version}/${file}` })).statusCode).toBe(404)
  })

  test('include the texts of its legal documents, and its logo replaces its name', async () => {
    const version = await publish()
    const { body } = await send({ url: '/legal/files/privacy-policy' })
    expect(body).toContain('<h1>Privacy</h1>\n<h2>At Bare</h2><address>')
    expect(body).toContain('action="privacy-policy#request"')
    const logo = `<img src="/main/flows/${version}/logo.svg" alt="Bare" width="120" height="28"></a>`
    expect(body).toContain(logo)
    expect((await send({ url: '/legal/files/unsubscribe' })).body).toContain('You can stop email')
    const page = (await send({ url: '/files' })).body
    expect(page).toMatch(
      /<span class="logo"><img [^>]*logo\.svg" alt="Bare" width="120" height="28"[^>]*\/><\/span>/,
    )
  })

  test('name the one address of each language, and the color of the browser’s bars', async () => {
    const flow = branded({ ...BARE, theme: { light: { masthead: '#123456' } } })
    await published('bilingual', {
      ...flow,
      ui_config: { ...flow.ui_config, languages: { default: 'en', es: {} } },
    })
    const tags = async (url: string) =>
      [...(await send({ url, headers: { host: 'a.example' } })).body.matchAll(TAG)].map(([tag]) => tag)
    // The host of a request may be anything.
    const named = { flow, languages: ['en' as const], asked: undefined, publicUrl: 'https://b.example' }
    expect(addressTags('bilingual', named)).toContain(
      '<link rel="canonical" href="https://b.example/bilingual">',
    )
    expect(await tags('/bilingual?sub1=x')).toEqual([
      '<link rel="canonical" href="/bilingual">',
      '<link rel="alternate" hreflang="en" href="/bilingual?lang=en">',
      '<link rel="alternate" hreflang="es" href="/bilingual?lang=es">',
      '<link rel="alternate" hreflang="x-default" href="/bilingual">',
      '<meta name="theme-color" media="(prefers-color-scheme: light)" content="#123456">',
      '<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#262626">',
    ])
    const [inSpanish, inNone] = [await tags('/bilingual?lang=es'), await tags('/bilingual?lang=fr')]
    expect([inSpanish[0], inNone[0]]).toEqual([
      '<link rel="canonical" href="/bilingual?lang=es">',
      '<link rel="canonical" href="/bilingual">',
    ])
    await published('plainest', branded(BARE))
    expect((await tags('/plainest')).slice(0, 2)).toEqual([
      '<link rel="canonical" href="/plainest">',
      '<meta name="theme-color" media="(prefers-color-scheme: light)" content="#f2f2f2">',
    ])
  })

  test('cost nothing for a site without any', async () => {
    await published('plainer', branded(BARE))
    const { body, headers } = await send({ url: '/plainer' })
    expect(body).not.toMatch(/og:image|as="font"|@font-face|summary_large_image/)
    expect(headers['content-security-policy']).not.toContain('font-src')
  })
})

const TAG = /<(?:link rel="(?:canonical|alternate)"|meta name="theme-color")[^>]*>/g
