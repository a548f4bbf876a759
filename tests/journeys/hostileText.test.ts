import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { IN_FULL } from '../inFull.ts'
import type { FlowDocument } from '../../schemas/flow/flow.ts'
import { refusedIn } from '../../src/author/kernel/markup.ts'
import { PAYLOADS } from '../trust/payloads.ts'
import { login, newStatsPage, serveStats, settled, type Stats } from './operator.ts'
import { publishFlow } from './publishing.ts'
import { setStage } from './stage.ts'
import { openTab, ready, sentAll } from './visitor.ts'
import { watchScripts } from './watching.ts'
import { PLAIN_BRAND } from '../brands.ts'

/** Tests that nothing a stranger types, or an author pastes, runs in anyone's page. */

const stage = setStage()
let stats: Stats
beforeAll(async () => {
  await publishFlow(FLOW, 'hostile', stage.server)
  stats = await serveStats()
})
afterAll(() => stats.end())

/** Markup that an author may publish. All other markup is refused, and so are unknown placeholders. */
const PUBLISHED = PAYLOADS.filter((payload) => refusedIn(payload) === undefined && !payload.includes('{{'))

/** Payloads as labels. Those with placeholders would be refused, so their braces are replaced. */
const WRITTEN_OUT = PAYLOADS.map((payload) => payload.replace(/\{\{|\}\}/g, '{ '))

/** Flow with every payload as a label, then as an answer that fills a placeholder, beside the markup that may be published. */
const FLOW: FlowDocument = {
  $schema: './flow.schema.json',
  constants_config: {
    questions: {
      said: {
        label: 'What do you say?',
        answers: Object.fromEntries(
          PAYLOADS.map((payload, n) => [
            `said_${n}`,
            { backend_field_name: `said_${n}`, label: WRITTEN_OUT[n]! },
          ]),
        ),
      },
    },
  },
  ui_config: {
    template: 'leadloom',
    site: PLAIN_BRAND,
    style: 'leadloom',
    title: 'A hostile flow</title><script>alert(1)</script>',
    favicon: 'leadloom',
    basic_fields: ['said_0'],
    fields: {},
    entrypoint: { tracking_scripts: {} },
    offers: {
      talk: {
        name: PAYLOADS[0]!,
        real: false,
        design: 'plain',
        steps: [
          {
            name: 'say',
            title: PAYLOADS[16]!,
            questions: [
              ...PAYLOADS.map((_, n) => ({
                type: 'input' as const,
                widget: 'text' as const,
                question_key: 'said',
                answer_id: `said_${n}`,
                validations: { local: [{ name: 'required' as const }] },
              })),
              { type: 'submit', text: PAYLOADS[27]! },
            ],
          },
          {
            name: 'hear',
            title: 'You said',
            questions: [
              ...PAYLOADS.map((_, n) => html(`<p>{{field:said_${n}}}</p>`)),
              ...PUBLISHED.map(html),
              { type: 'submit', text: 'Continue' },
            ],
          },
        ],
      },
      thanks: {
        name: 'Thanks',
        real: false,
        design: 'thank_you',
        steps: [{ name: 'end', title: 'Thanks', questions: [html('<p>Thanks.</p>')] }],
      },
    },
  },
  offer_order: ['talk', 'thanks'],
}

function html(text: string) {
  return { type: 'container', widget: 'html', html: text } as const
}

test('the detector notices a script that runs, and one that the CSP blocks', async () => {
  const { page, close } = await openTab(stage.browser)
  const seen = await watchScripts(page)
  await page.goto(`${stage.server.url}/legal/found-money/do-not-sell`)
  await page.evaluate(() =>
    document.body.insertAdjacentHTML('beforeend', '<img src=data:, onerror=alert(1)>'),
  )
  await expect.poll(seen).toContainEqual(expect.stringContaining('script-src'))
  await page.evaluate(() => alert(1))
  expect(await seen()).toContain('alert 1')
  await close()
})

test('payloads in answers, labels, parameters, and published markup are drawn as text by browser and server', async () => {
  expect(PAYLOADS.length).toBeGreaterThanOrEqual(60)
  const { page, close } = await openTab(stage.browser)
  const seen = await watchScripts(page)
  const query = new URLSearchParams(PAYLOADS.slice(0, 30).map((payload, n) => [`q${n}`, payload]))
  await page.goto(`${stage.server.url}/hostile?affid=${encodeURIComponent(PAYLOADS[7]!)}&${String(query)}`)
  await ready(page)
  expect(await page.getByText(PAYLOADS[16]!, { exact: true }).count()).toBe(2)
  await typeAll(page)
  expect(await seen()).toEqual([])

  await page.getByRole('button', { name: PAYLOADS[27]! }).click()
  await page.getByRole('heading', { name: 'You said' }).waitFor()
  expect(await heard(page)).toEqual({ texts: PAYLOADS, elements: ['A', 'BDI', 'P'] })
  await touchAll(page)
  expect(await seen()).toEqual([])

  await sentAll(page)
  await page.reload()
  await ready(page)
  expect(await heard(page)).toEqual({ texts: PAYLOADS, elements: ['A', 'BDI', 'P'] })
  await touchAll(page)
  expect(await seen()).toEqual([])
  await close()
})

/** Types every payload into its field, as React sees typing. */
async function typeAll(page: Page): Promise<void> {
  await page.evaluate((payloads) => {
    const inputs = document.querySelectorAll<HTMLInputElement>('form input[type=text]')
    payloads.forEach((payload, n) => {
      Reflect.set(HTMLInputElement.prototype, 'value', payload, inputs[n])
      inputs[n]!.dispatchEvent(new Event('input', { bubbles: true }))
    })
  }, PAYLOADS as string[])
}

/** Contents of the text blocks: the answers as text, and the kinds of element among them. */
async function heard(page: Page) {
  return page.evaluate((count) => {
    const blocks = [...document.querySelectorAll('.prose')]
    const elements = blocks.flatMap((block) => [...block.querySelectorAll('*')].map(({ tagName }) => tagName))
    return {
      texts: blocks.slice(0, count).map((block) => block.textContent),
      elements: [...new Set(elements)].sort(),
    }
  }, PAYLOADS.length)
}

/** Moves the focus and the pointer over everything in the text blocks; doesn't press links to other pages. */
async function touchAll(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const element of document.querySelectorAll<HTMLElement>('.prose, .prose *')) {
      element.focus()
      for (const type of ['mouseover', 'mouseenter', 'animationstart'])
        element.dispatchEvent(new Event(type, { bubbles: true }))
    }
  })
}

test('payloads in affiliates, sub IDs, offers, and partners’ IDs are text on the dashboard', async () => {
  for (const payload of PAYLOADS) await stats.comeAndBuy(payload)
  const page = await newStatsPage(stage.browser)
  const seen = await watchScripts(page)
  await page.goto(
    `${stats.url}/stats/visits?visits-by-affiliate=aff_id:${encodeURIComponent('<img src=x onerror=alert(1)>')}`,
  )
  await login(page)
  await settled(page)
  expect(await seen()).toEqual([])
  // Visits and sales both show strangers' texts in their tables.
  for (const tab of IN_FULL ? ['visits', 'sales', 'analytics'] : ['visits']) {
    await page.goto(`${stats.url}/stats/${tab}`)
    await settled(page)
    await scrollThrough(page)
    expect(await seen()).toEqual([])
    expect(
      await page.evaluate(
        () => document.querySelectorAll('td img, td svg script, td iframe, td a[href]').length,
      ),
    ).toBe(0)
  }
  await page.goto(`${stats.url}/stats/visits`)
  await settled(page)
  await expect.poll(() => page.getByText(PAYLOADS[16]!, { exact: true }).count()).toBeGreaterThan(0)
})

/** Scrolls every row into view that a table draws only then. */
async function scrollThrough(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const boxes = [...document.querySelectorAll('section.card *')].filter((box) =>
      ['auto', 'scroll'].includes(getComputedStyle(box).overflowY),
    )
    for (const box of [document.documentElement, ...boxes])
      for (let top = 0; top < box.scrollHeight - box.clientHeight; top += box.clientHeight / 2) {
        box.scrollTop = top
        await new Promise(requestAnimationFrame)
      }
  })
}
