import { readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Browser, Page } from 'playwright-core'
import { CALLS } from '../../schemas/api.ts'
import { freePort } from '../server/freePort.ts'
import { openTables } from '../store/tables.ts'
import { openBrowser } from './chromium.ts'
import { attack, type Target } from './hostileScript.ts'
import { login } from './operator.ts'
import { publishFlow } from './publishing.ts'
import { startServer, type Serving } from './serving.ts'
import { TRACKED_FLOW } from './trackedFlow.ts'
import { ready, sentAll } from './visitor.ts'

/** Tests a vendor's script that attacks the operators, on a site of the same server, while an admin is logged in in another tab. */

const OWN_CALLS = Object.keys(CALLS).filter((name) => name.includes(' /api/reports/'))
const credentials = (name: string) => readFileSync(new URL(`standIns/${name}.pem`, import.meta.url))
const vendor = createServer({ key: credentials('key'), cert: credentials('cert') }, (_request, response) =>
  response.writeHead(200, { 'content-type': 'text/javascript' }).end(`window.attack = ${String(attack)}`),
)

let browser: Browser
let server: Serving
let operators: string
let sites: string

beforeAll(async () => {
  await new Promise<void>((resolve) => vendor.listen(0, '127.0.0.1', resolve))
  const { port } = vendor.address() as AddressInfo
  const rules = `MAP www.evil.example 127.0.0.1:${port},MAP * ~NOTFOUND,EXCLUDE 127.0.0.1,EXCLUDE localhost`
  const operatorPort = await freePort()
  ;[browser, server] = await Promise.all([
    openBrowser([`--host-resolver-rules=${rules}`, '--ignore-certificate-errors']),
    startServer({ OPERATOR_PORT: String(operatorPort), RATE_LIMIT: '0' }),
  ])
  // Both have one host, so a browser takes them for the same site and sends the login's cookie along.
  sites = `http://localhost:${new URL(server.url).port}`
  operators = `http://localhost:${operatorPort}`
  const flow = structuredClone(TRACKED_FLOW)
  flow.ui_config.entrypoint.tracking_scripts = {
    everflow: { tracking_domain: 'evil.example', oid: '7', affid: '86' },
  }
  await publishFlow(flow, 'tracked', server)
})
afterAll(async () => {
  await browser.close()
  await server.end()
  vendor.closeAllConnections()
  vendor.close()
})

/** Rows that a visit and the clock don't change. Totals are counted later from the others. */
function kept(): Record<string, unknown[]> {
  const tables = openTables(server.dataDir)
  const names = tables.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table'`).all()
  const rows = names
    .map(({ name }) => String(name))
    .filter((name) => !MOVING.has(name) && !name.startsWith('totals_'))
    .map((name) => [name, tables.prepare(`SELECT * FROM ${name}`).all()] as const)
  tables.close()
  return Object.fromEntries(rows)
}

const MOVING = new Set(['heartbeat', 'processes', 'buckets', 'login_sessions'])

/** A tab of a logged-in admin, and one of a site whose script has loaded. */
async function tabs(
  bypassCSP: boolean,
): Promise<{ desk: Page; site: Page; answers: Map<string, Set<number>> }> {
  const context = await browser.newContext({ bypassCSP })
  const desk = await context.newPage()
  await desk.goto(`${operators}/desk/leads`)
  // Loading the list is in the audit log.
  const listed = desk.waitForResponse((response) => response.url().includes('/desk/leads') && response.ok())
  await login(desk)
  await listed
  await desk.getByRole('button', { name: 'Log out' }).waitFor()
  const site = await context.newPage()
  await site.goto(`${sites}/tracked`)
  await ready(site)
  await site.waitForFunction(() => 'attack' in window)
  // What the page itself still has to say would count as a change by the attack.
  await site.waitForLoadState('networkidle')
  await sentAll(site)
  const answers = new Map<string, Set<number>>()
  site.on('response', (response) => {
    const { origin, pathname } = new URL(response.url())
    if (!pathname.startsWith('/api/reports/')) return
    const name = `${origin} ${response.request().method()} ${pathname}`
    answers.set(name, (answers.get(name) ?? new Set()).add(response.status()))
  })
  return { desk, site, answers }
}

const run = (page: Page, targets: readonly Target[]) =>
  page.evaluate<string[]>(`(${String(attack)})(${JSON.stringify(targets)})`)
const everywhere = () => [operators, sites].flatMap((origin) => OWN_CALLS.map((name) => ({ name, origin })))

test.each([
  ['with', false],
  ['without', true],
])('reads and changes nothing, %s the page’s Content-Security-Policy', async (_, bypassCSP) => {
  const { desk, site, answers } = await tabs(bypassCSP)
  const before = kept()
  expect(await site.evaluate<string[]>(`attack(${JSON.stringify(everywhere())})`)).toEqual([])
  const after = kept()
  expect(Object.keys(after).filter((name) => !isDeepStrictEqual(after[name], before[name]))).toEqual([])
  const let_in = [...answers].filter(([, statuses]) => [...statuses].some((status) => status < 400))
  expect(let_in).toEqual([])
  for (const name of OWN_CALLS) {
    expect([name, [...(answers.get(`${sites} ${name}`) ?? [])]]).toEqual([name, [404]])
    // Without the page's policy each call reaches the operators' origin, and is turned away before it is read, except for methods that a
    // browser asks about first.
    if (bypassCSP && /^(GET|POST) /.test(name))
      expect([name, [...(answers.get(`${operators} ${name}`) ?? [])]]).toEqual([name, [403]])
  }
  // The admin is still logged in, and on their own origin the same script reads what they may.
  expect((await run(desk, [{ name: 'GET /api/reports/me', origin: operators }])).join()).toContain('"olivia"')
  await site.context().close()
})
