import { expect, test } from 'vitest'
import type { Flow } from '../../schemas/flow/flow.ts'
import { keys, running, submission, wrapped } from './running.ts'
import { HURT, MAIL, SMALL_FLOW, WHERE } from './smallFlow.ts'

const STEP = 'POST /api/sessions/step'

/** The small flow with a hidden step at the start of its first offer. */
const FLOW: Flow = structuredClone(SMALL_FLOW)
FLOW.ui_config.offers['claim']!.steps.unshift({ name: 'mark', type: 'hidden', questions: [] })
const MARK = { offer_key: 'claim', step_key: 'mark', answers: [] }

/** A session of that flow whose counting calls are blocked by something in the browser. */
async function blocked(given: Parameters<typeof running>[0] = {}) {
  const server = await running({ flow: FLOW, ...given })
  const session = await server.open()
  const post = async (step: object) => {
    const sent = await server.send(wrapped(STEP, submission(session, step), session.token))
    expect(sent.statusCode).toBe(204)
  }
  const counted = async () =>
    (await server.store.outcomes(session.uuid)).map(({ kind, offer }) => `${kind} ${offer}`.trim()).sort()
  return { ...server, session, post, counted }
}

test('a shown step counts the visit and its offer’s impression, even without a call for them', async () => {
  const { post, counted } = await blocked()
  await post(HURT)
  expect(await counted()).toEqual(['impression claim', 'page_visit', 'visit'])
})

test('a hidden step counts nothing, because the page sends it by itself', async () => {
  const { post, counted } = await blocked()
  await post(MARK)
  expect(await counted()).toEqual(['page_visit'])
})

test('a step of an offer that isn’t real counts no impression', async () => {
  const flow = structuredClone(FLOW)
  flow.ui_config.offers['claim']!.real = false
  const { post, counted } = await blocked({ flow })
  await post(HURT)
  expect(await counted()).toEqual(['page_visit', 'visit'])
})

test('no step counts a registration in a flow without basic fields', async () => {
  const flow = structuredClone(FLOW)
  flow.ui_config.basic_fields = []
  const { post, counted } = await blocked({ flow })
  await post(HURT)
  expect(await counted()).not.toContain('registration')
})

test('the step that completes the basic fields counts the registration', async () => {
  const { post, counted } = await blocked()
  for (const step of [HURT, WHERE]) await post(step)
  expect(await counted()).not.toContain('registration')
  await post(MAIL)
  expect(await counted()).toEqual(['impression claim', 'lead', 'page_visit', 'registration', 'visit'])
})

test('each counts once, whatever calls come before, during, or after, on any server', async () => {
  const { post, send, session, store, counted } = await blocked()
  const calls = [
    wrapped('POST /api/sessions/track/visit', keys(session), session.token),
    wrapped(
      'POST /api/sessions/track/offer-impression',
      { ...keys(session), offer_key: 'claim' },
      session.token,
    ),
    wrapped('POST /api/sessions/completed_basics', keys(session), session.token),
  ]
  const track = async () => {
    for (const call of calls) expect((await send(call)).statusCode).toBe(204)
  }
  await Promise.all([track(), post(HURT)])
  await post(WHERE)
  const again = await running({ store, flow: FLOW })
  await again.send(wrapped(STEP, submission(session, MAIL), session.token))
  await track()
  expect(await counted()).toEqual(['impression claim', 'lead', 'page_visit', 'registration', 'visit'])
  const [row] = await store.report('analytics-epr', { path: null, from: 0, to: Date.now() })
  expect(row).toMatchObject({ visits: 1 })
})

test('records of an earlier release are counted with the next step, in each offer that was shown', async () => {
  const flow = structuredClone(FLOW)
  const { offers } = flow.ui_config
  const [mark, hurt, ...others] = offers['claim']!.steps
  offers['claim']!.steps = others
  offers['passed'] = { ...offers['claim']!, steps: [mark!] }
  offers['first'] = { ...offers['claim']!, steps: [hurt!] }
  flow.offer_order = ['passed', 'first', 'claim', 'thanks']
  const { ctx, post, store, session, counted } = await blocked({ flow })
  for (const [offer_key, step] of [
    ['passed', MARK],
    ['first', HURT],
  ] as const)
    await store.appendStep(session.uuid, {
      ...step,
      offer_key,
      id: offer_key,
      time_on_step: 1,
      execute_actions: [],
      page_url: '',
      at: 1,
    })
  ctx.visitors.drop(session.uuid)
  expect(await counted()).toEqual(['page_visit'])
  await post(WHERE)
  expect(await counted()).toEqual(['impression claim', 'impression first', 'page_visit', 'visit'])
})
