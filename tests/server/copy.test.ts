import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findStep, stepId } from '../../src/flow/elements/elements.ts'
import { advance, type Journey } from '../../src/flow/journey.ts'
import type { Page } from '../../src/flow/page.ts'
import { formData, type Entered } from '../../src/author/simulate/script.ts'
import { solve } from '../../src/author/solve/solve.ts'
import { publishNewSites } from '../../src/server/publish/publishNewSites.ts'
import { readFlow } from '../journeys/walking.ts'
import { BUILT } from './built.ts'
import { running, submission, wrapped } from './running.ts'

/** Tests the demo sites' texts, in the specification's own words, on the pages that the server sends.
 *  Source: spec, section 2 "Layouts and pages". */

const SITES = join('fixtures', 'sites')
const PATHS = ['class-action-finder', 'leadloom', 'unemployment-guru', 'found-money']
const fileOf = (path: string, name: string) => readFileSync(join(SITES, path, name))

/** Last second of the year in New York. */
const NOW = Date.parse('2027-01-01T04:59:59Z')
const TODAY = '2026-12-31'
const PRODUCT = 'Acme'

const { send, store } = await running({
  env: { PRODUCT_NAME: PRODUCT },
  now: () => NOW,
  folders: BUILT,
  until: afterAll,
})
beforeAll(() =>
  publishNewSites(store, SITES, { productName: PRODUCT, now: NOW, onWarning: () => {}, refuses: () => null }),
)

/** Texts and links of the page, and the data it has. */
async function see(url: string, cookies: Record<string, string> = {}) {
  const { body, cookies: given } = await send({ url, cookies })
  const [head = '', painted = ''] = body.split('<div id="root">')
  const [markup = ''] = painted.split('</div>\n<script')
  const [step = ''] = markup.split('<aside class="side"')
  const links = [...markup.matchAll(/<a [^>]*href="([^"]*)"[^>]*>(.*?)<\/a>/gs)]
  return {
    head,
    text: textOf(markup),
    titles: [...step.matchAll(/<h[12][^>]*>(.*?)<\/h[12]>/gs)].map(([, inside]) => textOf(inside!)),
    links: links.map(([, href, inside]) => ({ text: textOf(inside!), href: textOf(href!) })),
    known: JSON.parse(/id="page">(.*?)<\/script>/s.exec(body)![1]!) as Page,
    cookies: { ...cookies, ...Object.fromEntries(given.map(({ name, value }) => [name, value])) },
  }
}

function textOf(markup: string): string {
  return markup
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&#(x?)(\w+);/g, (_, hex: string, code: string) =>
      String.fromCharCode(Number.parseInt(code, hex ? 16 : 10)),
    )
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
}

/** Page of a visitor who has answered everything before a step. */
async function seeStep(path: string, id: string) {
  const way = solve(readFlow(path), TODAY)!
    .steps.find((step) => stepId(step) === id)!
    .shown.script()!
  const { known, cookies } = await see(`/${path}?${new URLSearchParams(way.query).toString()}`)
  let { journey } = known
  while (journey.current && stepId(journey.current) !== id)
    journey = await answerStep({ ...known, journey }, way.answers[stepId(journey.current)]!)
  return see(`/${path}`, cookies)
}

/** Answers the current step, as the page does. */
async function answerStep({ session, origin, journey }: Page, entered: Entered): Promise<Journey> {
  const { flow } = (await store.version(session.version))!
  const step = journey.current!
  const data = formData(flow, findStep(flow, step)!, entered)
  const event = { type: 'submit', step, data, timeOnStepMs: 1 } as const
  const [next, effects] = advance({ flow, origin }, journey, event)
  for (const effect of effects) {
    if (effect.type !== 'step') continue
    const recorded = submission(session, { ...effect.step, answers: effect.answers })
    const { statusCode } = await send(wrapped('POST /api/sessions/step', recorded, session.token))
    expect([effect.step, statusCode]).toEqual([effect.step, 204])
  }
  return next
}

test.each([
  ['class-action-finder', 'Click to check other offers'],
  ['leadloom', "Here's some more Acme!"],
  ['unemployment-guru', 'Click to check other offers'],
  ['found-money', 'Click to check other offers'],
])('%s ends with “%s” and three cards, whose links pass on sub1, sub2, and sub3', async (path, title) => {
  const { titles, links } = await see(`/${path}?force-start-offer=thank_you&sub1=a+b&sub2=c%26d&sub3=é`)
  expect(titles).toEqual([
    'Your request',
    title,
    'Auto Accident Team',
    'Open Home Pros',
    "Workers' compensation",
  ])
  const cards = links.filter(({ text }) => text.startsWith('Get my free claim review'))
  expect(cards).toHaveLength(3)
  for (const { href } of cards)
    expect(Object.fromEntries(new URL(href).searchParams)).toMatchObject({
      sub1: 'a b',
      sub2: 'c&d',
      sub3: 'é',
    })
})

test('Leadloom’s title, consents, and records have the product’s name', async () => {
  const { head, text, known } = await seeStep('leadloom', 'open_home_pros_solar/phone')
  expect(head).toContain('<title>Acme: lower bills, one question at a time</title>')
  const consent = /By pressing .* share it\./.exec(text)![0]
  expect(consent).toContain('my express written consent for Acme and Open Home Pros to contact me')
  await answerStep(known, { phone: '(212) 959-0100' })
  expect(await store.consents(known.session.uuid)).toMatchObject([
    { field: 'open_home_pros_solar_tcpa', text: consent, text_sha256: hash('sha256', consent) },
  ])
})

test.each([
  [
    'found-money',
    'unclaimed_money/moved',
    ['You may be entitled to $1000 or more', 'Over 5 billion in unclaimed money is found each year'],
  ],
  [
    'found-money',
    'unclaimed_money/email',
    ['Benefits Available in your Area', '$3000 credit line', '$1400 stimulus check', 'I am over 18'],
  ],
  ['unemployment-guru', 'citizens_disability_ssdi_benefits/late', ['LAST CHANCE']],
])('%s, %s: %j', async (path, id, words) => {
  const { text, known } = await seeStep(path, id)
  expect(stepId(known.journey.current!)).toBe(id)
  for (const phrase of words) expect(text).toContain(phrase)
})

const SHORT = ['partners', 'privacy-policy', 'terms-of-use']

test.each([
  ['class-action-finder', 'Class Action Finder', SHORT],
  ['leadloom', 'Acme', SHORT],
  ['unemployment-guru', 'Unemployment Guru', SHORT],
])(
  'the footer of %s has this year in New York, and links to partners, privacy policy, and terms of use',
  async (path, name, slugs) => {
    const { text, links } = await see(`/${path}`)
    const { phone, name: company, address } = readFlow(path).ui_config.site.company!
    expect(text).toContain(`© 2026 ${name}, run by ${[company, ...address].join(', ')}.`)
    const documents = slugs.map((slug) => `/legal/${path}/${slug}`)
    // A site in two languages links its documents in the language of the page, and itself in the other one.
    const wanted = ['?lang=es', `tel:${phone}`, ...documents.map((to) => `${to}?lang=en`)]
    expect(links.map(({ href }) => href)).toEqual(wanted)
  },
)

test('found-money: logo, banner, phone line, and seven links in its footer', async () => {
  const { text, links } = await see('/found-money')
  const banner = 'Over 5 billion in unclaimed money is found each year'
  for (const phrase of [
    'Found Money',
    banner,
    'Questions? Call',
    '© 2026 Found Money, run by Example Benefits Media LLC',
  ])
    expect(text).toContain(phrase)
  expect(links.filter(({ href }) => href.startsWith('/legal/found-money/')).map((link) => link.text)).toEqual(
    [
      'Terms and Conditions',
      'Privacy Policy',
      'How It Works',
      'Unsubscribe',
      'Privacy Notice',
      'Accessibility Notice',
      'Do Not Sell My Information',
    ],
  )
})

test.each(PATHS)('%s has its own icons: one of 180 pixels and an ICO', async (path) => {
  const { head } = await see(`/${path}`)
  const links = [...head.matchAll(/<link rel="([\w-]*icon)" href="([^"]+)" sizes="([^"]+)">/g)]
  expect(links.map(([, rel, href, sizes]) => [rel, href!.split('/').at(-1), sizes])).toEqual([
    ['icon', 'favicon.ico', '32x32'],
    ['apple-touch-icon', 'icon-180.png', '180x180'],
  ])
  for (const [, , href] of links) {
    const { rawPayload } = await send({ url: href! })
    expect(rawPayload.equals(fileOf(path, href!.split('/').at(-1)!))).toBe(true)
  }
})
