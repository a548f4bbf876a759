import { expect, test } from 'vitest'
import { openVendor } from '../pixels/vendor.ts'
import { running, submission, wrapped } from '../running.ts'
import { HURT, MAIL, SELLING_FLOW, WHERE } from '../smallFlow.ts'
import { askAs } from './askAs.ts'

const NEW = { name: 'crm', url: 'https://crm.example/hooks', kinds: ['lead', 'sale'], persons: false }

async function stage() {
  const server = await running({ flow: SELLING_FLOW, env: { LOCAL_TARGETS: 'allow' } })
  const lead = async () => {
    const session = await server.open()
    for (const step of [HURT, WHERE, MAIL])
      await server.send(wrapped('POST /api/sessions/step', submission(session, step), session.token))
  }
  return { ...server, lead, manager: await askAs(server, 'manager') }
}

test('a manager creates a webhook, sees its key once, and deletes it; an analyst only reads', async () => {
  const server = await stage()
  const { manager, store } = server
  const made = await manager.post('webhooks', NEW)
  expect([made.statusCode, made.json()]).toEqual([201, { key: expect.stringMatching(/^whsec_/) as string }])
  const listed = await manager.get('webhooks')
  expect(listed.json()).toMatchObject({
    data: [{ ...NEW, local: false, made_by: 'one-manager', ended_at: null }],
  })
  expect(listed.body).not.toContain('whsec_')

  const analyst = await askAs(server, 'analyst')
  expect((await analyst.get('webhooks')).statusCode).toBe(200)
  expect((await analyst.post('webhooks/messages', {})).statusCode).toBe(200)
  const changes = [
    ['webhooks', { ...NEW, name: 'own' }],
    ['webhooks/end', { name: 'crm' }],
    ['webhooks/test', { name: 'crm' }],
    ['webhooks/replay', { entry: 1 }],
  ] as const
  for (const [url, body] of changes) expect((await analyst.post(url, body)).statusCode, url).toBe(403)
  const viewer = await askAs(server, 'viewer')
  expect((await viewer.get('webhooks')).statusCode).toBe(403)
  expect((await viewer.post('webhooks/messages', {})).statusCode).toBe(403)

  expect((await manager.post('webhooks/end', { name: 'crm' })).statusCode).toBe(204)
  expect((await manager.post('webhooks/end', { name: 'crm' })).statusCode).toBe(404)
  expect((await store.auditLog(2)).map(({ operator, act, about }) => [operator, act, about])).toEqual([
    ['one-manager', 'end_webhook', 'crm'],
    ['one-viewer', 'login', ''],
  ])
})

test('a webhook keeps running when its creator is limited to some sites, or leaves; they no longer see it', async () => {
  const server = await stage()
  const { manager, store, lead } = server
  await manager.post('webhooks', NEW)
  await store.changeRole('one-manager', 'manager', ['other'])
  await lead()
  await store.revokeOperator('one-manager', Date.now())
  await lead()
  expect(await store.webhookMessages({ webhook: 'crm', state: 'due', limit: 9 })).toHaveLength(2)
  expect((await manager.get('webhooks')).statusCode).toBe(401)
})

test.each([
  [{ url: 'http://crm.example/hooks' }, 422, 'url'],
  [{ url: 'ftp://crm.example' }, 400, 'url'],
  [{ name: 'c/rm' }, 400, 'name'],
  [{ kinds: [] }, 400, 'kinds'],
  [{ local: true }, 400, 'local'],
])('%j is refused with %i', async (wrong, status, field) => {
  const { manager, store } = await stage()
  const refused = await manager.post('webhooks', { ...NEW, ...wrong })
  expect([refused.statusCode, refused.json()]).toEqual([status, expect.objectContaining({ field })])
  expect(await store.webhooks()).toEqual([])
})

test('a test is posted immediately and shows the response, and private addresses can’t be reached', async () => {
  const receiver = await openVendor(() => ({ status: 202 }))
  const { manager, store } = await stage()
  const local = { kinds: ['lead' as const], persons: false, made_by: 'ada', made_at: 0 }
  await store.addWebhook({ ...local, name: 'near', url: receiver.url, local: true })
  expect((await manager.post('webhooks/test', { name: 'near' })).json()).toEqual({
    taken: true,
    sentence: 'The receiver answered 202.',
  })
  expect(receiver.asked).toHaveLength(1)
  expect((await store.auditLog(1))[0]).toMatchObject({
    operator: 'one-manager',
    act: 'test_webhook',
    about: `near at ${new URL(receiver.url).host}`,
  })
  await manager.post('webhooks', { ...NEW, url: receiver.url.replace('http:', 'https:') })
  expect((await manager.post('webhooks/test', { name: 'crm' })).json()).toMatchObject({ taken: false })
  expect(receiver.asked).toHaveLength(1)
  expect((await manager.post('webhooks/test', { name: 'none' })).statusCode).toBe(404)
})

test('messages are listed by webhook, state, and time, in pages, and can be sent again', async () => {
  const { manager, store, lead } = await stage()
  await manager.post('webhooks', NEW)
  await manager.post('webhooks', { ...NEW, name: 'books', kinds: ['sale'] })
  await lead()
  const [due] = await store.dueWebhookMessages('crm', Date.now(), 1)
  await store.beginWebhookMessage(due!, Date.now())
  await store.endWebhookMessage(due!, 1, { state: 'dead', message: 'Given up.', due_at: null })
  const list = async (asked: object) =>
    (await manager.post('webhooks/messages', asked)).json<{
      data: { entry: number }[]
      next: string | null
    }>()
  expect(await list({ state: 'dead', webhook: 'crm' })).toMatchObject({
    data: [{ entry: due, webhook: 'crm', kind: 'lead', state: 'dead', last: 'Given up.' }],
    next: null,
  })
  for (const none of [{ state: 'sent' }, { webhook: 'books' }, { from: Date.now() + 60_000 }, { to: 1 }])
    expect((await list(none)).data, JSON.stringify(none)).toEqual([])
  expect((await manager.post('webhooks/messages', { from: 2, to: 1 })).statusCode).toBe(400)
  expect((await manager.post('webhooks/replay', { entry: due })).statusCode).toBe(204)
  expect((await manager.post('webhooks/replay', { entry: due })).statusCode).toBe(409)
  for (let i = 0; i < 50; i++) await lead()
  const first = await list({})
  expect([first.data.length, first.data[0]!.entry]).toEqual([50, due! + 50])
  expect(await list({ before: first.next })).toMatchObject({ data: [{ entry: due }], next: null })
})
