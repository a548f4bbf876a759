import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { IN_FULL } from '../inFull.ts'
import type { Sent } from '../../schemas/author/trace.ts'
import { explainSession } from '../../src/server/desk/explainSession.ts'
import { paths } from '../../src/author/paths/paths.ts'
import { simulate } from '../../src/author/simulate/simulate.ts'
import { solve } from '../../src/author/solve/solve.ts'
import { newYorkDate } from '../../src/time/newYorkDay.ts'
import { openStore } from '../../src/store/openStore.ts'
import type { SessionOutcome } from '../../src/store/nouns/sessions/sessionTypes.ts'
import type { Store } from '../../src/store/store.ts'
import { errorsAgainst } from '../../src/server/publish/validators.ts'
import { openBrowser } from './chromium.ts'
import { lastSession } from './records.ts'
import { startServer, type Serving } from './serving.ts'
import { openTab, sentAll } from './visitor.ts'
import { answerStep, readFlow, seeStep } from './walking.ts'

/** Number of visitors per site. Of some ten, each of whom answers some twenty steps, the first meets most of the site's rules, so here it
 *  walks one site. `npm run paths` sends all of them to every site. */
const VISITORS = IN_FULL ? Infinity : 1
const SITES = IN_FULL ? ['class-action-finder', 'leadloom', 'unemployment-guru', 'found-money'] : ['leadloom']

let browser: Browser
let server: Serving
let store: Store

beforeAll(async () => {
  ;[browser, server] = await Promise.all([openBrowser(), startServer({ RATE_LIMIT: '0' })])
  store = await openStore({ dataDir: server.dataDir })
})

afterAll(async () => {
  await store.close()
  await browser.close()
  await server.end()
})

test.each(SITES)(
  '%s: on paths where each rule is true once and false once, the browser’s trace matches the simulation',
  async (site) => {
    const flow = readFlow(site)
    const today = newYorkDate(Date.now())
    const solution = solve(flow, today)
    // The browser's visitors come today; only the solver can send visitors on other days.
    const scripts = solution ? paths(flow, solution).paths.filter(({ script }) => script.today === today) : []
    expect(scripts.length).toBeGreaterThan(1)
    for (const { script } of scripts.slice(0, VISITORS)) {
      const { simulation, problems } = simulate(flow, script, { today, schemaErrors: errorsAgainst })
      expect(problems).toEqual([])
      const { page, complaints, close } = await openTab(browser)
      await page.goto(`${server.url}/${site}?${new URLSearchParams(script.query).toString()}`)
      for (const { step, kind, answered } of simulation.trace) {
        if (kind !== 'shown') continue
        await seeStep(page, step)
        if (answered) await answerStep(page, flow, step, script.answers[step] ?? {})
      }
      await sentAll(page)
      expect(complaints).toEqual([])
      await close()

      const uuid = lastSession(server.dataDir)
      const session = await store.session(uuid)
      if (!session) throw new Error(`The session ${uuid} is not stored.`)
      const explained = explainSession(flow, session, { not_sold: null, leads: [] })
      expect(explained.session.origin).toEqual(simulation.origin)
      expect(explained.trace).toEqual(simulation.trace)
      expect([explained.current, explained.fields]).toEqual([simulation.current, simulation.fields])
      expect(explained.submissions.map(({ step, execute_actions }) => [step, execute_actions])).toEqual(
        simulation.sends.flatMap((sent) => (sent.call === 'step' ? [[sent.step, sent.execute_actions]] : [])),
      )
      expect(marks(await store.outcomes(uuid))).toEqual(simulation.sends.flatMap(markOf).sort())
    }
  },
)

/** Event that is counted once, in the words in which it is stored. */
function markOf(sent: Sent): string[] {
  if (sent.call === 'step') return []
  if (sent.call === 'impression') return [`impression ${sent.offer}`]
  return [`${sent.call === 'visit' ? 'visit' : 'registration'} `]
}

function marks(outcomes: readonly SessionOutcome[]): string[] {
  return outcomes
    .filter(({ kind }) => ['visit', 'impression', 'registration'].includes(kind))
    .map(({ kind, offer }) => `${kind} ${offer}`)
    .sort()
}
