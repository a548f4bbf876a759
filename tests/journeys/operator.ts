import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { AxeResults } from 'axe-core'
import type { Browser, BrowserContextOptions, Cookie, Locator, Page } from 'playwright-core'
import { onTestFinished } from 'vitest'
import type { Buyer } from '../../schemas/buyer/buyer.ts'
import { buildApp } from '../../src/server/app.ts'
import { firstOperator } from '../../src/server/operators/operators.ts'
import { startForgetting } from '../../src/server/jobs/forgetPersons.ts'
import { startCopies } from '../../src/server/copies/startCopies.ts'
import { startWebhooks } from '../../src/server/webhooks/startWebhooks.ts'
import { parseSettings } from '../../src/server/settings/settings.ts'
import { openStore } from '../../src/store/openStore.ts'
import type { Store } from '../../src/store/store.ts'
import { compileValidators } from '../../src/server/publish/compileValidators.ts'
import { instants, today } from '../../src/operator/days/days.ts'
import { momentText } from '../../src/time/momentText.ts'
import { HURT, SMALL_FLOW } from '../server/smallFlow.ts'
import { OPERATOR } from './serving.ts'
import { layEmptyDatabase } from '../store/emptyDatabase.ts'

/** Helpers for an operator's journeys: the server with a day's events, and the screens as people read them. */

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
export const TODAY = today(Date.now())

export interface Stats {
  url: string
  /** Time when the only version went live, as the tables write it. */
  live: string
  /** Brings a visitor of this affiliate, now. */
  come: (aff_id: string) => Promise<unknown>
  /** Registers a visitor with a TrustedForm certificate. */
  register: () => Promise<unknown>
  /** Brings a visitor whose words are all `word`, and reports their sale under it. */
  comeAndBuy: (word: string) => Promise<unknown>
  /** Moves the server's clock ahead. */
  later: (minutes: number) => void
  end: () => Promise<void>
}

/** Fills the store before the server starts. */
export type Fill = (store: Store) => Promise<void>

/** The server on its own database, with the small flow live and the events of `fill`, or a day's events by default; null is a server on
 *  which no one has published anything. `buyers`: those of BUYERS_FILE. Needs the built app: `npm run build`. */
export async function serveStats(
  fill: Fill | null = record,
  env: Record<string, string> = {},
  buyers: Map<string, Buyer> = new Map(),
): Promise<Stats> {
  const dataDir = mkdtempSync(join(tmpdir(), 'leadloom-stats-'))
  const nowhere = join(dataDir, 'nothing-built')
  await layEmptyDatabase(dataDir)
  let aheadMs = 0
  const now = () => Date.now() + aheadMs
  const store = await openStore({ dataDir, now })
  const world = {
    store,
    settings: parseSettings({
      LOG_LEVEL: 'silent',
      RATE_LIMIT: '0',
      OPERATOR_NAME: OPERATOR.name,
      OPERATOR_PASSWORD: OPERATOR.password,
      REQUIRE_SECOND_FACTOR: 'false',
      ...env,
    }),
    now,
    random: randomBytes,
    buyers,
    pixels: {},
    folders: {
      visitor: nowhere,
      stats: resolve('dist/stats'),
      studio: nowhere,
      docs: nowhere,
      render: nowhere,
      sites: nowhere,
      vehicles: nowhere,
    },
  }
  const at = Date.now()
  if (fill) {
    await publish(store, 'leadloom', at)
    await fill(store)
  }
  const { app, ctx } = await buildApp(world)
  const webhooks = await startWebhooks(ctx, app.log)
  const copying = await startCopies(ctx, app.log)
  const forgetting = startForgetting(ctx, app.log)
  await firstOperator(world)
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  return {
    url,
    live: momentText(at),
    come: (aff_id) => visitor(store, { aff_id, sub1: '' }),
    register: async () => {
      const uuid = await visitor(store, { aff_id: '', sub1: '' })
      await store.track(uuid, { kind: 'registration', at })
      await store.patchSession(uuid, 'trustedform_cert_url', 'https://cert.example/2')
    },
    comeAndBuy: async (word) => {
      const session_uuid = await visitor(store, { aff_id: word, sub1: word })
      const ledger = { offer: word, source: word, external_id: word, cents: 100, returned: false }
      await store.track(session_uuid, { kind: 'impression', offer: word, at })
      await store.sell({ session_uuid, ...ledger, at: Date.now() })
    },
    later: (minutes) => {
      aheadMs += minutes * 60_000
    },
    end: async () => {
      await webhooks.stop(0)
      await copying.stop(0)
      await forgetting.stop()
      await app.close()
      await store.close()
      rmSync(dataDir, { recursive: true })
    },
  }
}

export async function login(page: Page, password = OPERATOR.password): Promise<void> {
  await page.getByLabel('Name').fill(OPERATOR.name)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
}

/** Options for a test of motion. Other tests need not wait for each dialog, which halves the processor's work. */
export const MOVING: BrowserContextOptions = { reducedMotion: 'no-preference' }

/** A page as wide as a desktop screen, without motion, closed when the test ends. */
export async function newStatsPage(browser: Browser, options: BrowserContextOptions = {}): Promise<Page> {
  const desk: BrowserContextOptions = { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' }
  const page = await browser.newPage({ ...desk, ...options })
  onTestFinished(() => page.close())
  return page
}

/** The dashboard at `address`, logged in: through the form the first time on a server, later with the cookie from it, unless a test has
 *  logged out since. */
export async function openStats(
  browser: Browser,
  address: string,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const { origin } = new URL(address)
  const page = await newStatsPage(browser, options)
  await page.context().addCookies(cookies.get(origin) ?? [])
  await page.goto(address)
  const form = page.getByLabel('Password', { exact: true })
  await form
    .or(page.getByRole('button', { name: 'Log out' }))
    .first()
    .waitFor()
  if (await form.isVisible()) {
    await login(page)
    await page.getByRole('button', { name: 'Log out' }).waitFor()
    cookies.set(origin, await page.context().cookies())
  }
  return page
}

/** Cookies of logins, by the server's origin. */
const cookies = new Map<string, Cookie[]>()

/** Every visible table by its title, once all have loaded. */
export async function tables(page: Page): Promise<Record<string, string[]>> {
  await settled(page)
  const cards = await page.locator('section.card:has(tfoot)').all()
  const read = async (card: Locator) =>
    [await card.getByRole('heading').innerText(), await rows(card)] as const
  return Object.fromEntries(await Promise.all(cards.map(read)))
}

/** Rows of a table with its header and totals; empty cells of the totals are left out. */
export async function rows(card: Locator): Promise<string[]> {
  const all = await card.locator('tr').all()
  return Promise.all(
    all.map(async (row) => {
      const cells = await row.locator('th, td').allInnerTexts()
      return cells
        .map((cell) => cell.trim())
        .filter((cell) => cell !== 'No total')
        .join(' | ')
    }),
  )
}

/** Problems that axe-core finds on the screen, including the size of targets (WCAG 2.2, AA). `besides`: a part to leave out. `only`: the
 *  only rules to apply. */
export async function faults(
  page: Page,
  { besides, only }: { besides?: string; only?: readonly string[] } = {},
): Promise<string[]> {
  await page.evaluate(`'axe' in window || void (() => { ${AXE} })()`)
  const context = { include: [['html']], ...(besides !== undefined && { exclude: [[besides]] }) }
  const options = {
    resultTypes: ['violations'],
    ...(only ? { runOnly: only } : { rules: { 'target-size': { enabled: true } } }),
  }
  const { violations } = await page.evaluate<AxeResults>(
    `axe.run(${JSON.stringify(context)}, ${JSON.stringify(options)})`,
  )
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
}

/** Rules that can give another result in the other color scheme. */
export const BY_SCHEME = ['color-contrast'] as const

/** Waits until figures have come, nothing is loading, and none is still dimmed. */
export async function settled(page: Page): Promise<void> {
  await page.locator('tfoot').first().waitFor()
  await page.waitForFunction(() => document.querySelector('[aria-busy=true], [data-stale]') === null)
}

/** Chooses a filter of the desk's list at `path`, and waits until the rows that the server answered with `word` are shown. Rows of before
 *  may look the same. */
export async function filterList(
  page: Page,
  { path, word, choose }: { path: string; word: string; choose: () => Promise<void> },
): Promise<void> {
  const answered = page.waitForResponse(
    (response) => response.url().endsWith(path) && !!response.request().postData()?.includes(word),
  )
  await choose()
  await answered
  await page.waitForFunction(() => document.querySelector('[aria-busy=true], [data-stale]') === null)
}

/** Four visitors of today: a lead with two sales, a lead with one, a visitor who only looked, and one without an affiliate. */
async function record(store: Store): Promise<void> {
  const at = instants({ from: TODAY, to: TODAY }).from
  const lead = async (uuid: string, prices: number[]) => {
    await store.track(uuid, { kind: 'visit', at })
    await store.appendStep(uuid, {
      ...HURT,
      id: randomUUID(),
      time_on_step: 2500,
      execute_actions: [],
      page_url: 'https://claims.example/leadloom',
      at,
    })
    await store.track(uuid, { kind: 'impression', offer: 'claim', at })
    await store.track(uuid, { kind: 'registration', at })
    for (const [index, cents] of prices.entries())
      await store.sell({
        session_uuid: uuid,
        offer: 'claim',
        source: 'partner',
        external_id: `${uuid}-${index}`,
        cents,
        returned: false,
        at,
      })
  }
  const certified = await visitor(store, { aff_id: '86', sub1: 'search' })
  await lead(certified, [100_001, 2_500])
  await store.patchSession(certified, 'trustedform_cert_url', 'https://cert.example/1')
  await lead(await visitor(store, { aff_id: '86', sub1: 'video' }), [1_250])
  await store.track(await visitor(store, { aff_id: '104', sub1: '=1+1' }), { kind: 'visit', at })
  await visitor(store, { aff_id: '', sub1: '' })
}

/** Same events, and another visitor's sale on the path found-money. */
export async function recordTwoPaths(store: Store): Promise<void> {
  const at = Date.now()
  await publish(store, 'found-money', at)
  await record(store)
  const session_uuid = await visitor(store, { path: 'found-money', aff_id: '7', sub1: 'mail' })
  const ledger = { offer: 'claim', source: 'partner', external_id: 'one', cents: 4_200, returned: false }
  await store.sell({ session_uuid, ...ledger, at })
}

async function publish(store: Store, path: string, at: number): Promise<void> {
  const validators = compileValidators(SMALL_FLOW)
  await store.publish({ path, flow: SMALL_FLOW, style: '', validators, icons: {}, at })
}

interface Words {
  path?: string
  aff_id: string
  sub1: string
}

async function visitor(store: Store, words: Words): Promise<string> {
  const uuid = randomUUID()
  await store.openSession({
    uuid,
    token_hash: randomBytes(32).toString('hex'),
    path: 'leadloom',
    version: 1,
    ...words,
    sub2: '',
    sub3: '',
    origin: { today: TODAY, query: {} },
    page_url: 'https://claims.example/leadloom',
    referrer: '',
    ip: '192.0.2.1',
    user_agent: 'test',
    at: instants({ from: TODAY, to: TODAY }).from,
  })
  return uuid
}
