import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { IN_FULL } from '../inFull.ts'
import type { FlowDocument } from '../../schemas/flow/flow.ts'
import { paths } from '../../src/author/paths/paths.ts'
import { simulate } from '../../src/author/simulate/simulate.ts'
import { solve } from '../../src/author/solve/solve.ts'
import { errorsAgainst } from '../../src/server/publish/validators.ts'
import { TEMPLATE_KEYS } from '../../schemas/studio/templateKeys.ts'
import { named } from '../../src/flow/named.ts'
import { newYorkDate } from '../../src/time/newYorkDay.ts'
import { overflow, smallTargets } from './fit.ts'
import { faults } from './operator.ts'
import { untilLive } from './publishing.ts'
import { recordedSteps } from './records.ts'
import { setStage } from './stage.ts'
import { openTab, ready, sentAll, watchLayout } from './visitor.ts'
import { answerStep, seeStep } from './walking.ts'

const stage = setStage()

/** Kinds of sites to walk. They differ in their questions; `npm run paths` walks all of them. */
const WALKED = IN_FULL ? TEMPLATE_KEYS : ['claims']

test.each(WALKED)(
  'a new site of the kind %s is walked to its end on a phone, and nothing is wrong with any of its steps',
  async (kind) => {
    const path = `new-${kind}`
    const flow = begun(path, kind)
    const today = newYorkDate(Date.now())
    const scripts = paths(flow, solve(flow, today)!).paths.filter(({ script }) => script.today === today)
    expect(scripts.length).toBeGreaterThan(1)
    await untilLive(stage.server.url, path)
    const leads = () => recordedSteps(stage.server.dataDir).filter(({ step }) => step === 'main/send').length
    const before = leads()
    // The others see some of the same steps.
    const visitors = IN_FULL ? scripts : scripts.slice(0, 1)
    for (const { script } of visitors) {
      const { simulation } = simulate(flow, script, { today, schemaErrors: errorsAgainst })
      const { page, complaints, close } = await openTab(stage.browser)
      const moved = await watchLayout(page)
      await page.goto(`${stage.server.url}/${path}`)
      await ready(page)
      expect(await page.locator('.promise, .trust li').count()).toBe(4)
      for (const { step, kind, answered } of simulation.trace) {
        if (kind !== 'shown') continue
        await seeStep(page, step)
        expect([step, await wrongWith(page)]).toEqual([step, []])
        if (answered) await answerStep(page, flow, step, script.answers[step] ?? {})
      }
      await sentAll(page)
      expect(await moved()).toBe(0)
      expect(complaints).toEqual([])
      await close()
    }
    expect(leads() - before).toBe(visitors.length)
  },
)

/** Makes a site as its author would, and publishes it. */
function begun(path: string, kind: string): FlowDocument {
  const around = mkdtempSync(join(tmpdir(), 'leadloom-starter-'))
  onTestFinished(() => rmSync(around, { recursive: true }))
  const folder = join(around, path)
  const leadloom = (...words: string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['src/cli/leadloom.js', ...words], {
      env: { ...process.env, DATA_DIR: stage.server.dataDir },
      encoding: 'utf8',
    })
    if (status !== 0) throw new Error(`leadloom ${words[0]}:\n${stdout}${stderr}`)
  }
  leadloom('init', folder, '--kind', kind, '--accent', '#c2410c')
  leadloom('publish', folder, '--path', path)
  return named(JSON.parse(readFileSync(join(folder, 'flow.json'), 'utf8')) as FlowDocument, 'Leadloom')
}

async function wrongWith(page: Page): Promise<string[]> {
  const found: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    found.push(...(await faults(page)).map((fault) => `${colorScheme}: ${fault}`))
  }
  found.push(...(await smallTargets(page)))
  if ((await overflow(page)) > 0) found.push('It scrolls sideways.')
  return found
}
