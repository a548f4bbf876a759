import { setTimeout as sleep } from 'node:timers/promises'
import type { AnswerRecord } from '../../schemas/answer.ts'
import type { FlowDocument } from '../../schemas/flow.ts'
import { findStep, leaves } from '../../src/flow/elements.ts'
import { ref } from '../flow/flows.ts'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { startFaultProxy, type FaultProxy } from '../journeys/faultProxy.ts'
import { MOVING_PHONE, ready } from '../journeys/visitor.ts'
import { answerStep, readFlow, readScript, shownSteps, stepInSight } from '../journeys/walking.ts'
import { openTables } from '../store/tables.ts'

/** One visitor who answers a whole funnel while something goes wrong, and what came of it. */

export interface Visit {
  context: BrowserContext
  /** The tab in which the visitor answers. */
  page: Page
  address: string
  proxy: FaultProxy
  /** 0 to 1, the same for the same seed. */
  random: () => number
}

/** What goes wrong: `before` the page is asked for, and each time before the visitor answers a step, counted from 0. */
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
  /** What else was not as it must be. */
  wrong: string[]
}

/** The longest waits for a next step to show: after a step that asks the server to check something, and after others.
 *  For `idle` of it the page had nothing to do: so it waits for the network, where on a busy machine it waits for its turn. */
export type Slowest = Record<'checked' | 'plain', { whole: number; idle: number }>

export const NO_WAIT: Slowest = { checked: { whole: 0, idle: 0 }, plain: { whole: 0, idle: 0 } }

/** A step is checked by the server for as long as this at most; then the visitor goes on. Source: src/visitor/visit/browser.ts. */
const CHECK_MS = 3000
/** For how long a page may be idle before a next step, beyond that. */
const IDLE_MS = 300
/** How long a visitor tries to fill in a step that has gone, and waits for one to go. */
const [TRYING_MS, LEAVING_MS] = [10_000, 30_000]
const HEALING_MS = 180_000

/** The yardstick funnel, three of whose steps the server checks. */
export const VISITED_PATH = 'checked'
const CHECKS = { 'yardstick/zip': 'zip', 'yardstick/email': 'email', 'yardstick/phone': 'phone' } as const

const script = readScript('yardstick-all')
const flow = visitedFlow()
const shown = shownSteps(script)
const last = shown.at(-1)!
/** The catalogue of vehicles may be out of reach: what is offered without it. */
const answers: typeof script.answers = {
  ...script.answers,
  'yardstick/vehicle': { car_year: '2016', car_make: 'Other', car_model: 'Other' },
}

/** To be published on VISITED_PATH. */
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

/** Answers what is in sight until nothing is asked; `told` are the steps that were answered, in order, and `standing` is the
 *  one that came last. Of two tabs, one may be at the end while the visitor has gone back and on in the other. */
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

/** Answers a step; false when another took its place before its button was pressed. A page from a server that has not
 *  heard all comes with an earlier step, and goes on to the right one if nobody has touched it by then. */
async function answerInSight(page: Page, id: string): Promise<boolean> {
  const { presses } = await seenIn(page)
  const answering = answerStep(page, flow, id, answers[id]!).catch((error: unknown) => error)
  await page.locator(`[data-step="${id}"]`).waitFor({ state: 'detached', timeout: LEAVING_MS })
  await answering
  return (await seenIn(page)).presses > presses
}

/** What watchSteps has seen. */
interface Seen {
  /** How many buttons that answer were pressed in this page. */
  presses: number
  /** How long after the last press the step changed. */
  waitedMs: number
  /** For how much of that the page was idle. */
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

/** What is recorded once all that was told may have arrived, and what came twice too. */
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

/** The session that a page came with. */
export function sessionOf(page: Page): Promise<string> {
  return page.evaluate(
    () =>
      (JSON.parse(document.getElementById('page')!.textContent) as { session: { uuid: string } }).session
        .uuid,
  )
}

/** The steps recorded of one session, in the order in which the server took them, read past the server. */
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

/** Mulberry32: small, and even enough to choose instants by. */
export function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
