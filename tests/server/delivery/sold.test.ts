import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Flow } from '../../../schemas/flow/flow.ts'
import { openLocalBuyer, type Arrived } from '../../../src/cli/kernel/localBuyer.ts'
import { readBuyers } from '../../../src/server/delivery/buyersFile.ts'
import { startDelivery } from '../../../src/server/startDelivery.ts'
import { running, submission, wrapped } from '../running.ts'
import { HURT, MAIL, SELLING_FLOW, WHERE } from '../smallFlow.ts'
import { openTables } from '../../store/tables.ts'
import { PATIENCE_MS } from '../../patience.ts'

const FIXTURES = join(import.meta.dirname, '..', '..', '..', 'fixtures')

test('a due lead is posted immediately, sold, and counted for its offer, and going back doesn’t sell it again', async () => {
  const posts: Arrived[] = []
  const local = await openLocalBuyer({
    port: 0,
    price: '41.50',
    mannerOf: () => 'accept',
    onPost: (post) => posts.push(post),
  })
  onTestFinished(() => local.close())
  const url = `${local.url}/leadprosper`
  const suppliers = { '86': { id: 's86', key: 'secret-86' }, default: { id: 's0', key: 'secret-0' } }
  const acme = { format: 'leadprosper', url, local: true, campaign_id: '7', suppliers } as const
  const at = Date.now()
  const { ctx, app, dataDir, send, open, store } = await running({
    flow: SELLING_FLOW,
    buyers: new Map([['acme', acme]]),
  })
  const delivering = await startDelivery(ctx, app.log)
  onTestFinished(() => delivering.stop())

  const session = await open({ query: { affid: '86' } })
  for (const step of [HURT, WHERE, MAIL, MAIL])
    expect(
      (await send(wrapped('POST /api/sessions/step', submission(session, step), session.token))).statusCode,
    ).toBe(204)
  await vi.waitFor(
    async () => expect((await store.deliveries({ state: 'accepted', limit: 9 })).length).toBe(1),
    5000,
  )

  expect(posts.map(({ members }) => members)).toMatchObject([
    {
      email: 'ann@example.com',
      affid: '86',
      lp_campaign_id: '7',
      lp_supplier_id: 's86',
      lp_key: 'secret-86',
    },
  ])
  expect(await store.report('sale-by-affiliate', { path: 'small', from: at, to: Date.now() })).toEqual([
    { offer_name: 'claim', aff_id: '86', total: 1, gross: 4150, returned: 0, revenue: 4150 },
  ])
  for (const file of readdirSync(dataDir))
    expect(readFileSync(join(dataDir, file)).includes('secret-86')).toBe(false)
})

test('wakes the sender of leads as soon as a step makes one due', async () => {
  const { ctx, send, open } = await running({ flow: SELLING_FLOW })
  let wakes = 0
  ctx.signals.on('lead', () => void wakes++)
  const session = await open()
  const wakesAfter = []
  for (const step of [HURT, WHERE, MAIL]) {
    await send(wrapped('POST /api/sessions/step', submission(session, step), session.token))
    wakesAfter.push(wakes)
  }
  expect(wakesAfter).toEqual([0, 0, 1])
})

test('charges the network for a lead with all its earlier answers, in addition to the step that makes it due', async () => {
  const { ctx, send, open } = await running({ flow: SELLING_FLOW })
  const session = await open()
  const spent: number[] = []
  ctx.budgets = { spend: (_ip, _purse, bytes) => void spent.push(bytes), refund: () => {} }
  const chargesOf = []
  for (const step of [HURT, WHERE, MAIL]) {
    spent.length = 0
    await send(wrapped('POST /api/sessions/step', submission(session, step), session.token))
    chargesOf.push(spent.length)
  }
  // The first step also pays for what the session stored before it.
  expect(chargesOf).toEqual([2, 1, 2])
})

test('corrections before the first attempt are sent, even if a hidden step sends the lead', async () => {
  const flow = structuredClone(SELLING_FLOW)
  const steps = flow.ui_config.offers['claim']!.steps
  const { execute_actions, ...mail } = steps[2]!
  steps.splice(2, 1, mail, { name: 'send', type: 'hidden', questions: [], execute_actions: execute_actions! })
  const { send, open, dataDir } = await running({ flow })
  const session = await open()
  const sent = (step: object) =>
    send(wrapped('POST /api/sessions/step', submission(session, step), session.token))
  const behind = { offer_key: 'claim', step_key: 'send', answers: [], execute_actions: ['send_lead'] }
  const corrected = { ...MAIL, answers: [{ ...MAIL.answers[0]!, raw_data: 'bo@example.com' }] }
  for (const step of [HURT, WHERE, MAIL, behind, corrected, behind])
    expect((await sent(step)).statusCode).toBe(204)
  const waiting = openTables(dataDir)
    .prepare('SELECT leads.lead AS payload FROM outbox JOIN leads ON entry = outbox.lead')
    .all()
  expect(waiting.map(({ payload }) => JSON.parse(String(payload)) as object)).toMatchObject([
    { email: 'bo@example.com' },
  ])
})

test('the demo’s buyers are those that the demo sites name, all on this machine', () => {
  const named = readdirSync(join(FIXTURES, 'sites')).flatMap((site) => {
    const flow = JSON.parse(readFileSync(join(FIXTURES, 'sites', site, 'flow.json'), 'utf8')) as Flow
    return Object.keys(flow.ui_config.buyers ?? {})
  })
  const buyers = readBuyers(join(FIXTURES, 'buyers.json'), { localTargets: true })
  expect([...buyers.keys()].toSorted()).toEqual([...new Set(named)].toSorted())
  expect([...buyers.values()].every(({ local }) => local)).toBe(true)
})

test.each([
  [{}, ['accepted', 'duplicate'], 1],
  [{ duplicate_window_days: 0 }, ['accepted', 'accepted'], 2],
  [{ test: true }, ['accepted', 'accepted'], 2],
])(
  'a visitor who comes twice is sold to a buyer once, unless it says otherwise: %j',
  async (words, states, posted) => {
    const posts: Arrived[] = []
    const local = await openLocalBuyer({
      port: 0,
      price: '1.00',
      mannerOf: () => 'accept',
      onPost: (post) => posts.push(post),
    })
    onTestFinished(() => local.close())
    const acme = { format: 'json', url: `${local.url}/json`, local: true, ...words } as const
    const flow = structuredClone(SELLING_FLOW)
    const { answers } = flow.constants_config.questions['mail']!
    answers['value'] = { ...answers['value']!, backend_field_name: 'reach_me_at' }
    const { ctx, app, send, open, store } = await running({ flow, buyers: new Map([['acme', acme]]) })
    for (const email of ['ann@example.com', 'Ann@Example.com']) {
      const session = await open()
      const mail = { ...MAIL, answers: [{ ...MAIL.answers[0]!, raw_data: email }] }
      for (const step of [HURT, WHERE, mail])
        await send(wrapped('POST /api/sessions/step', submission(session, step), session.token))
    }
    const delivering = await startDelivery(ctx, app.log)
    onTestFinished(() => delivering.stop())
    const ended = async () =>
      (await store.deliveries({ state: null, limit: 9 })).map(({ state }) => state).toSorted()
    await vi.waitFor(async () => expect(await ended()).toEqual(states), PATIENCE_MS)
    expect(posts).toHaveLength(posted)
    const counted = await ctx.metrics.registry.getSingleMetricAsString('leadloom_delivery_attempts_total')
    expect(counted.includes('state="own_duplicate"')).toBe(posted === 1)
  },
)

test('two people who share an email address are two leads, and one who returns isn’t', async () => {
  const posts: Arrived[] = []
  const local = await openLocalBuyer({
    port: 0,
    price: '1.00',
    mannerOf: () => 'accept',
    onPost: (post) => posts.push(post),
  })
  onTestFinished(() => local.close())
  const acme = { format: 'json', url: `${local.url}/json`, local: true } as const
  const flow = structuredClone(SELLING_FLOW)
  flow.constants_config.questions['mail']!.answers['name'] = {
    backend_field_name: 'full_name',
    label: 'Name',
  }
  flow.constants_config.questions['mail']!.answers['born'] = {
    backend_field_name: 'birthday',
    label: 'Birth date',
  }
  const ask = () => ({
    type: 'input' as const,
    widget: 'text' as const,
    question_key: 'mail',
    validations: { local: [] },
  })
  flow.ui_config.offers['claim']!.steps[2]!.questions.unshift(
    { ...ask(), answer_id: 'name', autocomplete: 'name' },
    { ...ask(), answer_id: 'born', validations: { local: [{ name: 'date_of_birth' as const }] } },
  )
  const { ctx, app, send, open, store } = await running({ flow, buyers: new Map([['acme', acme]]) })
  const people = [
    ['Ann Lee', '1970-01-31'],
    ['Bob Lee', '1968-05-02'],
    ['ann  LEE', ''],
    ['Robert Lee', '1968-05-02'],
  ]
  for (const [name = '', born = ''] of people) {
    const session = await open()
    const given = [
      ['name', name],
      ['born', born],
      ['value', 'lees@example.com'],
    ].filter(([, text]) => text !== '')
    const answers = given.map(([answer_key = '', raw_data = '']) => ({
      question_key: 'mail',
      answer_key,
      raw_data,
    }))
    for (const step of [HURT, WHERE, { ...MAIL, answers }])
      expect(
        (await send(wrapped('POST /api/sessions/step', submission(session, step), session.token))).statusCode,
      ).toBe(204)
  }
  const delivering = await startDelivery(ctx, app.log)
  onTestFinished(() => delivering.stop())
  const ended = async () =>
    (await store.deliveries({ state: null, limit: 9 })).map(({ state }) => state).toReversed()
  await vi.waitFor(
    async () => expect(await ended()).toEqual(['accepted', 'accepted', 'duplicate', 'duplicate']),
    PATIENCE_MS,
  )
  expect(posts).toHaveLength(2)
})
