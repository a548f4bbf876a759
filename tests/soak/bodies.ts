import type { Browser } from 'playwright-core'
import type { Element } from '../../schemas/elements/element.ts'
import type { FlowDocument, Question, Step } from '../../schemas/flow/flow.ts'
import { startFaultProxy } from '../journeys/faultProxy.ts'
import { MOVING_PHONE, ready, sentAll } from '../journeys/visitor.ts'
import { seeStep } from '../journeys/walking.ts'
import { plainFlow } from '../journeys/plainFlow.ts'
import { heal, judge, NO_WAIT, randomFrom, recordedBy, sessionOf, type Verdict } from './visit.ts'

/** Large answers that wait when the visitor leaves. Those that don't fit into the last send arrive with the next visit. */

export const BODIES_PATH = 'bodies'
const STEPS = ['one', 'two', 'three'] as const
/** Number of fields; one with random characters takes some 12 KB in a body, including the wrapping. */
const FIELDS = 18
const FIELD_SIGNS = 5000
const WIRE_BYTES_PER_SIGN = 2.927

/** Three steps with only text fields, published on BODIES_PATH. */
export function bodiesFlow(): FlowDocument {
  const ids = Array.from({ length: FIELDS }, (_, n) => `text_${n}`)
  const questions = STEPS.map((name): [string, Question] => [
    name,
    {
      label: `All that you remember, part ${name}`,
      answers: Object.fromEntries(
        ids.map((id) => [id, { backend_field_name: `${name}_${id}`, label: `Text ${id}` }]),
      ),
    },
  ])
  const step = (name: string): Step => ({
    name,
    questions: [
      ...ids.map((answer_id): Element => ({
        type: 'input',
        widget: 'textarea',
        question_key: name,
        answer_id,
        validations: { local: [] },
      })),
      { type: 'submit', text: 'Continue' },
    ],
  })
  return plainFlow(Object.fromEntries(questions), STEPS.map(step))
}

/** A visit with steps whose bodies have these sizes in KiB, while the server takes nothing. The server recovers just before the visitor
 *  leaves, and the last replies may be lost. Then the visitor comes again. */
export async function leave(
  { browser, server }: { browser: Browser; server: { url: string; dataDir: string } },
  sizesKib: number[],
  seed: number,
): Promise<Verdict> {
  const random = randomFrom(seed)
  const proxy = await startFaultProxy(server.url)
  const context = await browser.newContext(MOVING_PHONE)
  const sizes: number[] = []
  try {
    const page = await context.newPage()
    context.on('request', (request) => {
      if (request.url().endsWith('/api/sessions/step')) sizes.push(request.postDataBuffer()?.length ?? 0)
    })
    const address = `${proxy.url}/${BODIES_PATH}`
    await page.goto(address)
    await ready(page)
    const uuid = await sessionOf(page)
    proxy.fail((path) => (path === 'POST /api/sessions/step' ? '500' : null))
    const told: string[] = []
    for (const [at, kib] of sizesKib.entries()) {
      const id = `asked/${STEPS[at]!}`
      await seeStep(page, id)
      await page.evaluate(fillTextareas, {
        signs: (kib * 1024) / WIRE_BYTES_PER_SIGN,
        seed,
        most: FIELD_SIGNS,
      })
      // Any sooner, it would be the second press of a double one.
      await page.waitForTimeout(600)
      await page.locator('.actions button:visible').tap()
      told.push(id)
    }
    await page.locator(`[data-step="${told.at(-1)!}"]`).waitFor({ state: 'detached' })
    await page.waitForTimeout(300 + random() * 500)
    proxy.fail(() => (random() < 0.5 ? 'reply dropped' : null))
    await page.close({ runBeforeUnload: random() < 0.5 })
    proxy.fail(() => null)
    const later = await context.newPage()
    await later.goto(address)
    // Requests sent as the first page closed aren't visible here. They are sent again until one is acknowledged.
    await sentAll(later)
    const recorded = await heal(() => recordedBy(server.dataDir, uuid), told.length)
    const largest = Math.max(...sizes) / 1024
    const meant = Math.max(...sizesKib)
    const wrong =
      Math.abs(largest - meant) > meant * 0.03 ? [`the largest body had ${largest.toFixed(1)} KiB`] : []
    return { ...judge(told, recorded), slowestMs: NO_WAIT, wrong }
  } finally {
    await context.close()
    await proxy.end()
  }
}

/** Fills the textareas one after the other with random characters of the CJK block, 14 bits each, which no compression makes smaller, as if
 *  the visitor typed them. Runs in the page. */
function fillTextareas({ signs, seed, most }: { signs: number; seed: number; most: number }): void {
  let left = Math.round(signs)
  let state = seed + 1
  const sign = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return String.fromCharCode(0x4e00 + (state >>> 18))
  }
  for (const area of document.querySelectorAll('textarea')) {
    const length = Math.min(left, most)
    if (length === 0) return
    left -= length
    Reflect.set(HTMLTextAreaElement.prototype, 'value', Array.from({ length }, sign).join(''), area)
    area.dispatchEvent(new Event('input', { bubbles: true }))
  }
}
