import { setTimeout as sleep } from 'node:timers/promises'
import type { AnswerRecord } from '../../schemas/visitor/answer.ts'
import type { FlowDocument } from '../../schemas/flow/flow.ts'
import { findStep, leaves } from '../../src/flow/elements/elements.ts'
import { ref } from '../flow/flows.ts'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { startFaultProxy, type FaultProxy } from '../journeys/faultProxy.ts'
import { MOVING_PHONE, ready } from '../journeys/visitor.ts'
import { answerStep, readFlow, readScript, shownSteps, stepInSight } from '../journeys/walking.ts'
import { openTables } from '../store/tables.ts'

/** One visitor who answers a whole funnel while something goes wrong, and the result. */

export interface Visit {
  context: BrowserContext
  /** The tab in which the visitor answers. */
  page: Page
  address: string
  proxy: FaultProxy
  /** Random number from 0 to 1, the same for the same seed. */
  random: () => number
}

/** Trouble during a visit: `before` the page is requested, and each time before the visitor answers a step, counted from 0. */
export interface Trouble {
  name: string
  before?: (visit: Visit) => Promise<void>
  meddle?: (visit: Visit, turn: number) => Promise<void>
}

export interface Verdict {
  answers: number
  lost: number
  doubled: number
  disordered: boolean
  slowestMs: Slowest
  /** Other faults of the visit. */
  wrong: string[]
}

/** Longest waits for the next step: after a step that asks the server to check something, and after others.
 *  For `idle` of the wait the page had nothing to do, so it waited for the network. On a busy machine, the rest is waiting for its turn. */
export type Slowest = Record<'checked' | 'plain', { whole: number; idle: number }>

export const NO_WAIT: Slowest = { checked: { whole: 0, idle: 0 }, plain: { whole: 0, idle: 0 } }

/** Longest time that the server checks a step; then the visitor continues. Source: src/visitor/page/timing.ts. */
const CHECK_MS = 3000
/** Time beyond that for which a page may be idle before the next step. A step that waited for its answer to be saved would wait for the
 *  next try, a second or more; a script of the next step comes later than usual on a busy machine. */
const IDLE_MS = 900
/** Time that a visitor tries to fill in a step that has gone, and waits for one to go. */
const [TRYING_MS, LEAVING_MS] = [10_000, 30_000]
const HEALING_MS = 180_000

/** Path of the yardstick funnel, with three steps that the server checks. */
export const VISITED_PATH = 'checked'
const CHECKS = { 'yardstick/zip': 'zip', 'yardstick/email': 'email', 'yardstick/phone': 'phone' } as const

const script = readScript('yardstick-all')
const flow = visitedFlow()
const shown = shownSteps(script)
const last = shown.at(-1)!
/** The vehicle catalog may be out of reach, so these are the choices offered without it. */
const answers: typeof script.answers = {
  ...script.answers,
  'yardstick/vehicle': { car_year: '2016', car_make: 'Other', car_model: 'Other' },
}

/** Flow to publish on VISITED_PATH. */
export function visitedFlow(): FlowDocument {
  const flow = readFlow(script.site)
  for (const [id, check] of Object.entries(CHECKS))
    for (const element of leaves(findStep(flow, ref(id))!.questions))
      if ('validations' in element) element.validations.external = [check]
  return flow
}

export async function visit(
  { browser, server }: { browser: Browser; server: { url: string; dataDir: string } },
  trouble: Trouble,
  seed: number,
): Promise<Verdict> {
  const proxy = await startFaultProxy(server.url)
  const context = await browser.newContext(MOVING_PHONE)
  try {
    context.setDefaultTimeout(TRYING_MS)
    context.setDefaultNavigationTimeout(LEAVING_MS)
    await context.addInitScript(watchSteps)
    const page = await context.newPage()
    const address = `${proxy.url}/${VISITED_PATH}`
    const visiting: Visit = { context, page, address, proxy, random: randomFrom(seed) }
    await trouble.before?.(visiting)
    await page.goto(address)
    const uuid = await sessionOf(page)
    const { told, standing, slowestMs } = await walk(visiting, trouble)
    proxy.fail(() => null)
    const recorded = await heal(() => recordedBy(server.dataDir, uuid), told.length)
    const verdict = judge(told, recorded)
    const wrong = [
      ...(slowestMs.plain.idle > IDLE_MS ? ['a step waited for the network'] : []),
      ...(slowestMs.checked.idle > CHECK_MS + IDLE_MS ? ['a checked step waited too long'] : []),
    ]
    await visiting.page.goto(address)
    await ready(visiting.page)
    const later = await stepInSight(visiting.page)
    if (later !== standing) wrong.push(`the next visit begins at ${later}, not at ${standing}`)
    return { ...verdict, slowestMs, wrong }
  } finally {
    await context.close()
    await proxy.end()
  }
}

/** Answers the current step until nothing is asked. `told` has the answered steps in order, and `standing` the last one. If there are two
 *  tabs, one may be at the end while the visitor has gone back and forward in the other. */
async function walk(visiting: Visit, trouble: Trouble) {
  const told: string[] = []
  const slowestMs = structuredClone(NO_WAIT)
  let standing = ''
  for (let turn = 0; ; turn += 1) {
    await trouble.meddle?.(visiting, turn)
    const id = await stepInSight(visiting.page)
    if (id === last) return { told, standing, slowestMs }
    if (!(await answerInSight(visiting.page, id))) continue
    told.push(id)
    standing = await stepInSight(visiting.page)
    const { waitedMs, idleMs } = await seenIn(visiting.page)
    const slowest = slowestMs[id in CHECKS ? 'checked' : 'plain']
    slowest.whole = Math.max(slowest.whole, Math.round(waitedMs))
    slowest.idle = Math.max(slowest.idle, idleMs)
  }
}

/** Answers a step; false if another took its place before its button was pressed. A page from a server that hasn't received everything
 *  comes with an earlier step, and moves to the right one if no one has touched it by then. */
async function answerInSight(page: Page, id: string): Promise<boolean> {
  const { presses } = await seenIn(page)
  const answering = answerStep(page, flow, id, answers[id]!).catch((error: unknown) => error)
  await page.locator(`[data-step="${id}"]`).waitFor({ state: 'detached', timeout: LEAVING_MS })
  await answering
  return (await seenIn(page)).presses > presses
}

/** Observations of watchSteps. */
interface Seen {
  /** Number of presses, in this page, of buttons that answer. */
  presses: number
  /** Time from the last press to the change of step. */
  waitedMs: number
  /** Part of that time when the page was idle. */
  idleMs: number
}

function seenIn(page: Page): Promise<Seen> {
  return page.evaluate(() => (window as unknown as { seen: Seen }).seen)
}

/** Runs in the page. */
function watchSteps(): void {
  const TICK_MS = 20
  const seen: Seen = { presses: 0, waitedMs: 0, idleMs: 0 }
  Object.assign(window, { seen })
  let ticks = 0
  setInterval(() => (ticks += 1), TICK_MS)
  let pressedMs = 0
  let inSight: string | null = null
  const press = ({ target, isTrusted }: Event) => {
    pressedMs = performance.now()
    ticks = 0
    if (isTrusted && target instanceof Element && target.closest('[data-step] button[type=submit]'))
      seen.presses += 1
  }
  addEventListener('click', press, true)
  new MutationObserver(() => {
    const step = document.querySelector('[data-step]')?.getAttribute('data-step') ?? null
    if (step === null || step === inSight) return
    inSight = step
    seen.waitedMs = performance.now() - pressedMs
    seen.idleMs = ticks * TICK_MS
  }).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['data-step'] })
}

/** Steps recorded once everything sent may have arrived, including those that came twice. */
export async function heal(read: () => string[], count: number): Promise<string[]> {
  const untilMs = Date.now() + HEALING_MS
  while (read().length < count && Date.now() < untilMs) await sleep(200)
  await sleep(500)
  return read()
}

export function judge(
  told: string[],
  recorded: string[],
): Pick<Verdict, 'answers' | 'lost' | 'doubled' | 'disordered'> {
  const count = (list: string[], id: string) => list.filter((one) => one === id).length
  const ids = [...new Set([...told, ...recorded])]
  const over = (a: string[], b: string[]) =>
    ids.reduce((sum, id) => sum + Math.max(0, count(a, id) - count(b, id)), 0)
  return {
    answers: told.length,
    lost: over(told, recorded),
    doubled: over(recorded, told),
    disordered: told.join() !== recorded.join(),
  }
}

/** UUID of the session that a page came with. */
export function sessionOf(page: Page): Promise<string> {
  return page.evaluate(
    () =>
      (JSON.parse(document.getElementById('page')!.textContent) as { session: { uuid: string } }).session
        .uuid,
  )
}

/** Steps recorded for one session, in the order in which the server took them, read directly from the database. */
export function recordedBy(dataDir: string, uuid: string): string[] {
  return stepsOf(dataDir, uuid).map(({ step }) => step)
}

export interface Recorded {
  step: string
  answers: AnswerRecord[]
}

export function stepsOf(dataDir: string, uuid: string): Recorded[] {
  const database = openTables(dataDir)
  try {
    return database
      .prepare(
        `SELECT offer_key || '/' || step_key AS step, answers FROM steps JOIN sessions USING (session)
         WHERE uuid = ? ORDER BY entry`,
      )
      .all(uuid)
      .map(({ step, answers }) => ({
        step: String(step),
        answers: JSON.parse(String(answers)) as AnswerRecord[],
      }))
  } finally {
    database.close()
  }
}

/** Mulberry32, which is small, and even enough to choose instants. */
export function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
