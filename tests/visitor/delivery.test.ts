import type { InjectOptions } from 'fastify'
import { afterAll, expect, test } from 'vitest'
import type { Session } from '../../schemas/kernel/session.ts'
import { advance, type Effect, type JourneyEvent } from '../../src/flow/journey.ts'
import { queuedCalls } from '../../src/visitor/visit/effects.ts'
import { createOutbox } from '../../src/visitor/queue/outbox.ts'
import { createSender } from '../../src/visitor/queue/sender.ts'
import { createStorage } from '../../src/visitor/queue/storage.ts'
import { uuid } from '../../src/visitor/queue/uuid.ts'
import { running } from '../server/running.ts'
import { createBrowserStorage } from './browserStorage.ts'
import { pageOf } from './page.ts'

const { send, open, store } = await running({ until: afterAll })
const page_url = 'https://claims.example/small?name=Zoë'

/** A browser whose requests reach the server; with `losing`, every other answer is lost. */
function browserOf({ losing = false } = {}) {
  const browser = createBrowserStorage()
  const outbox = createOutbox({ storage: createStorage(() => browser), now: Date.now, unique: uuid })
  const statuses: number[] = []
  const refused: [string, number][] = []
  const sender = createSender({
    outbox,
    api: '/api',
    send: async ({ body, ...request }) => {
      const { statusCode, headers } = await send({ ...request, payload: body } as InjectOptions)
      statuses.push(statusCode)
      if (losing && statuses.length % 2 === 1) throw new Error('The answer is lost.')
      return { status: statusCode, isProblem: String(headers['content-type']).includes('problem+json') }
    },
    sendLast: async () => {},
    sleep: async () => {},
    random: () => 0,
    onFailed: () => {},
    onMoved: () => {},
    onRefused: ({ call }, { status }) => {
      refused.push([call, status])
      return null
    },
  })
  return { outbox, sender, statuses, refused }
}

/** Effects that the journey sends for these events. */
function toldBy(session: Session, events: JourneyEvent[]) {
  const page = pageOf()
  let { journey } = page
  const effects: Effect[] = [...page.effects]
  for (const event of events) {
    const [next, more] = advance(page, journey, event)
    journey = next
    effects.push(...more)
  }
  return queuedCalls(effects, { session, page_url, uuid })
}

const submit = (step_key: string, data: Record<string, string>): JourneyEvent => ({
  type: 'submit',
  step: { offer_key: 'claim', step_key },
  data,
  timeOnStepMs: 900,
})
const WHOLE: JourneyEvent[] = [
  { type: 'click' },
  submit('hurt', { hurt: 'yes' }),
  submit('where', { state: 'TX' }),
  submit('mail', { email: 'ann@example.com' }),
]

test('the server accepts everything a journey sends, each step once, even if every response is lost at first', async () => {
  const session = await open()
  const { outbox, sender, statuses, refused } = browserOf({ losing: true })
  const told = toldBy(session, WHOLE)
  told.forEach(outbox.add)
  outbox.add({
    call: 'POST /webhook/tracking/linkout/create',
    body: { uuid: uuid(), session_uuid: session.uuid, offer: 'thanks', step: 'end' },
    token: session.token,
    page_url,
  })
  await sender.drain()

  expect([refused, outbox.keys()]).toEqual([[], []])
  expect(statuses).toEqual(Array(2 * (told.length + 1)).fill(204))
  const { steps = [] } = (await store.session(session.uuid)) ?? {}
  expect(steps.map(({ step_key, answers }) => [step_key, answers[0]?.raw_data])).toEqual([
    ['hurt', 'yes'],
    ['where', 'TX'],
    ['mail', 'ann@example.com'],
  ])
})

test('a refused step doesn’t hold up the next', async () => {
  const session = await open()
  const { outbox, sender, refused } = browserOf()
  const [first, ...others] = toldBy(session, WHOLE.slice(0, 2))
  outbox.add({ ...first!, call: 'POST /api/sessions/step', body: { ...first!.body, answers: 'none' } })
  others.forEach(outbox.add)
  await sender.drain()
  expect([refused, outbox.keys()]).toEqual([[['POST /api/sessions/step', 400]], []])
  expect((await store.session(session.uuid))?.steps.map(({ step_key }) => step_key)).toEqual(['hurt'])
})
