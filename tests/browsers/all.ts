import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
import { setTimeout } from 'node:timers/promises'
import { recordedSteps } from '../journeys/records.ts'
import { OPERATOR, startServer } from '../journeys/serving.ts'
import { readFlow, readScript, scrollToConsentEnd, shownSteps } from '../journeys/walking.ts'
import { actsOn, hasSubmit, submitOf } from '../journeys/acts.ts'
import { inSight, install, type Engine, type Window } from './browser.ts'
import { firefox, FIREFOX_NEEDS } from './firefox.ts'
import { webkit, WEBKIT_NEEDS } from './webkit.ts'

/** Walks every demo site to its end and looks at every tab of /stats, in Firefox and in WebKit: `npm run browsers`.
 *  A walk passes if the server has each of its steps, in order. Pictures of the ends are in FOLDER.
 *  `node tests/browsers/all.ts Firefox` runs only that browser. */

const FOLDER = '.look/browsers'
/** A press sooner after a question's arrival doesn't count. */
const READ_MS = 650
const ENGINES = [
  { name: 'Firefox', needs: FIREFOX_NEEDS, start: firefox },
  { name: 'WebKit', needs: WEBKIT_NEEDS, start: webkit },
]
const WALKS = [
  'class-action-finder-car-accident',
  'class-action-finder-hurt-at-work',
  'leadloom-car-and-its-insurance',
  'unemployment-guru-late-appeal',
  'found-money-unclaimed-money',
  'yardstick-all',
]
const TABS = ['analytics', 'visits', 'sales']

const [only] = process.argv.slice(2)
const engines = ENGINES.filter(({ name }) => only === undefined || name.toLowerCase() === only.toLowerCase())
if (engines.length === 0) {
  console.error(`There is no browser '${only}' here: ${ENGINES.map(({ name }) => name).join(', ')}.`)
  process.exit(2)
}
rmSync(FOLDER, { recursive: true, force: true })
mkdirSync(FOLDER, { recursive: true })
let [passed, failed] = [0, 0]
for (const { name, needs, start } of engines) {
  install({ name, needs })
  const engine = await start()
  for (const script of WALKS) await check(`${name}: ${script}`, () => walk(engine, script))
  await check(`${name}: /stats`, () => lookAtStats(engine))
  await engine.end()
}
console.log(`\n${passed} passed, ${failed} failed. The pictures stand in ${FOLDER}/.`)
process.exitCode = failed === 0 ? 0 : 1

async function check(what: string, run: () => Promise<void>): Promise<void> {
  try {
    await run()
    passed++
    console.log(`passed  ${what}`)
  } catch (error) {
    failed++
    console.error(`FAILED  ${what}\n`, error)
  }
}

/** Answers a site as its script says, on its own server. */
async function walk(engine: Engine, name: string): Promise<void> {
  const script = readScript(name)
  const [flow, shown] = [readFlow(script.site), shownSteps(script)]
  const server = await startServer({ RATE_LIMIT: '0' })
  const window = await engine.openWindow()
  try {
    await window.open(`${server.url}/${script.site}?${new URLSearchParams(script.query).toString()}`)
    for (const [index, id] of shown.entries()) {
      await window.until(inSight(`[data-step="${id}"]:not([data-ahead])`))
      if (index === shown.length - 1) break
      const values = script.answers[id] ?? {}
      await setTimeout(READ_MS)
      for (const act of actsOn(flow, id, values)) await window.act(act)
      if (!hasSubmit(flow, id, values)) continue
      // Firefox scrolls to what was typed a moment later.
      await setTimeout(READ_MS)
      await window.until(`((${scrollToConsentEnd.toString()})(), true)`)
      await window.press(submitOf(id))
    }
    await window.until(`performance.getEntriesByName('leadloom:ready').length > 0`)
    await window.until(`!Object.keys(localStorage).some((key) => key.startsWith('leadloom.out.'))`)
    await keepPicture(engine, window, name)
    const held = recordedSteps(server.dataDir).map(({ step }) => step)
    const missing = shown.slice(0, -1).filter((id) => !held.includes(id))
    if (missing.length > 0) throw new Error(`The server does not hold ${missing.join(', ')}.`)
    complain(window)
  } catch (error) {
    await keepPicture(engine, window, `${name}-failed`)
    throw error
  } finally {
    await window.close()
    await server.end()
  }
}

async function lookAtStats(engine: Engine): Promise<void> {
  const server = await startServer({ RATE_LIMIT: '0' })
  seed(server.dataDir)
  const window = await engine.openWindow()
  try {
    await window.open(`${server.url}/stats`)
    await window.act({ kind: 'type', selector: '[name=name]', value: OPERATOR.name })
    await window.act({ kind: 'type', selector: '[name=password]', value: OPERATOR.password })
    await window.press('form button[type=submit]')
    for (const tab of TABS) {
      await window.press(`[role=tab][id$="${tab}"]`)
      await window.until(inSight('tbody .figure'))
      await window.until(`!document.querySelector('[aria-busy=true]')`)
      await keepPicture(engine, window, `stats-${tab}`)
    }
    await window.press('tbody .figure')
    await window.until(inSight('.drilldown-count'))
    complain(window)
  } catch (error) {
    await keepPicture(engine, window, 'stats-failed')
    throw error
  } finally {
    await window.close()
    await server.end()
  }
}

function seed(dataDir: string): void {
  const args = ['src/cli/leadloom.js', 'seed', '--sessions', '300', '--days', '7', '--seed', '7']
  const { status } = spawnSync(process.execPath, args, {
    env: { ...process.env, DATA_DIR: dataDir },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (status !== 0) throw new Error('Seeding failed.')
}

async function keepPicture({ name }: Engine, window: Window, what: string): Promise<void> {
  writeFileSync(`${FOLDER}/${name}-${what}.png`, await window.picture())
}

function complain({ complaints }: Window): void {
  if (complaints.length > 0) throw new Error(`The page complained: ${complaints.join('; ')}`)
}
