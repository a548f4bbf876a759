import { randomUUID } from 'node:crypto'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { startForgetting } from '../../../src/server/jobs/forgetPersons.ts'
import { sessionsOf } from '../../../src/store/nouns/privacy/findSessions.ts'
import { step } from '../../store/history.ts'
import { running, submission, wrapped } from '../running.ts'
import { HURT, MAIL, SELLING_FLOW, WHERE } from '../smallFlow.ts'
import { askAs } from './askAs.ts'

const ANN = { email: 'ann@example.com', phone: '(512) 555-2368' }
const ASKED = { kind: 'delete', path: 'small', manner: 'form', email: null, phone: null, at: 1000 } as const

async function stage(until: typeof onTestFinished = onTestFinished) {
  const server = await running({ until, flow: SELLING_FLOW })
  return { ...server, manager: await askAs(server, 'manager') }
}

/** Server for all requests that are refused. */
const refusing = await stage(afterAll as typeof onTestFinished)

test('a manager logs a request and answers it; both are in the audit log, without the person', async () => {
  const { manager, store } = await stage()
  const made = await manager.post('privacy/add', { kind: 'know', path: 'small', ...ANN })
  expect([made.statusCode, made.json()]).toEqual([201, { request: 1 }])
  expect((await manager.post('privacy/answer', { request: 1, answer: ' Sent by mail. ' })).statusCode).toBe(
    204,
  )
  const listed = await manager.post('privacy', { search: ANN.email })
  expect(listed.json()).toMatchObject({
    data: [
      { request: 1, kind: 'know', manner: 'operator', ...ANN, state: 'answered', answer: 'Sent by mail.' },
    ],
    next: null,
  })
  const again = await manager.post('privacy/answer', { request: 1, answer: 'Sent again.' })
  expect([again.statusCode, again.json()]).toMatchObject([409, { field: 'request' }])
  const entries = await store.auditLog(3)
  expect(entries.map(({ operator, act, about }) => [operator, act, about])).toEqual([
    ['one-manager', 'see_requests', ''],
    ['one-manager', 'answer_request', '1'],
    ['one-manager', 'add_request', '1'],
  ])
})

test('a person who asks by letter not to be sold isn’t sold from that moment on', async () => {
  const { manager, store } = await stage()
  await manager.post('privacy/add', { kind: 'do_not_sell', path: 'small', email: ANN.email })
  expect((await manager.post('privacy', { state: 'in_effect' })).json()).toMatchObject({
    data: [{ request: 1 }],
  })
  expect(await store.optOuts('', [ANN.email])).toHaveLength(1)
})

test('a person is forgotten on request, even if the server doing it stopped', async () => {
  const { manager, store, app, ctx, open, send } = await stage()
  const visit = await open()
  for (const answered of [HURT, WHERE, MAIL])
    await send(wrapped('POST /api/sessions/step', submission(visit, answered), visit.token))
  const called = await open()
  const answers = [{ question_key: 'phone', answer_key: 'value', raw_data: '512 555 2368' }]
  await store.appendStep(called.uuid, step({ id: randomUUID(), at: 1, answers }))
  expect(await sessionsOf(store, ANN)).toEqual([visit.uuid, called.uuid].sort())
  const request = await store.privacyRequest({ ...ASKED, ...ANN })
  const copy = await store.privacyRequest({ ...ASKED, kind: 'know', ...ANN })
  expect((await manager.post('privacy/forget', { request: copy })).statusCode).toBe(409)
  expect((await manager.post('privacy/forget', { request })).statusCode).toBe(204)
  expect((await manager.post('privacy/forget', { request })).statusCode).toBe(409)
  expect((await manager.post('privacy/answer', { request, answer: 'No.' })).statusCode).toBe(409)
  expect((await manager.post('privacy', { kind: 'delete' })).json()).toMatchObject({
    data: [{ state: 'forgetting', forget_by: 'one-manager', answer: null }],
  })

  const forgetting = startForgetting(ctx, app.log)
  onTestFinished(() => forgetting.stop())
  await expect
    .poll(async () => (await store.privacyRequests({ kind: 'delete', limit: 1 }))[0])
    .toMatchObject({ state: 'answered', answer: 'Erased from 2 sessions.', forget_by: 'one-manager' })
  expect(await sessionsOf(store, ANN)).toEqual([])
  expect((await store.session(visit.uuid))!.steps.map(({ answers }) => answers)).toEqual([[], [], []])
  expect(await store.auditLog(2)).toMatchObject([
    { act: 'see_requests' },
    { operator: 'one-manager', act: 'forget_person', about: String(request) },
  ])
})

test('an analyst reads them masked, searches by number alone, and changes nothing; a viewer reads none', async () => {
  const server = await stage()
  const phone = '512/555/2368'
  const request = await server.store.privacyRequest({ ...ASKED, ...ANN, phone })
  await server.store.answerPrivacyRequest(request, `Wrote to ${ANN.email}, called ${phone}.`, 2000)
  const analyst = await askAs(server, 'analyst')
  const { data } = (await analyst.post('privacy', { search: String(request) })).json<{ data: object[] }>()
  expect(data).toMatchObject([{ email: 'a•••@•••.com', phone: '•••68', answer: 'Wrote to •••, called •••.' }])
  for (const search of [ANN.email, ANN.phone])
    expect((await analyst.post('privacy', { search })).json()).toMatchObject({ status: 403, field: 'search' })
  const viewer = await askAs(server, 'viewer')
  expect((await viewer.post('privacy', {})).statusCode).toBe(403)
  const changes = [
    ['privacy/add', { kind: 'know', path: 'small', ...ANN }],
    ['privacy/answer', { request, answer: 'No.' }],
    ['privacy/forget', { request }],
  ] as const
  for (const one of [analyst, viewer])
    for (const [url, body] of changes) expect((await one.post(url, body)).statusCode, url).toBe(403)
})

test.each([
  [{ path: 'none' }, 422, 'path', 'No site at /none.'],
  [{ email: ' ', phone: '' }, 422, 'email', 'Enter an email address'],
  [{ email: 'ann@' }, 422, 'email', 'like ann@example.com'],
  [{ phone: '555' }, 422, 'phone', 'with 10 digits'],
  [{ kind: 'sell' }, 400, 'kind', ''],
])('a request with %j is refused with %i, and nothing is logged', async (wrong, status, field, sentence) => {
  const { manager, store } = refusing
  const refused = await manager.post('privacy/add', { kind: 'know', path: 'small', ...ANN, ...wrong })
  expect(refused.json()).toMatchObject({
    status,
    field,
    detail: expect.stringContaining(sentence) as string,
  })
  expect(await store.privacyRequests({ limit: 1 })).toEqual([])
})

test('pages don’t overlap or leave gaps', async () => {
  const { manager, store } = await stage()
  for (let n = 0; n < 51; n++) await store.privacyRequest({ ...ASKED, ...ANN })
  const first = (await manager.post('privacy', {})).json<{ data: { request: number }[]; next: string }>()
  expect([first.data.length, first.data[0]!.request, first.next]).toEqual([50, 51, '2'])
  const last = (await manager.post('privacy', { before: first.next })).json<typeof first>()
  expect([last.data.map(({ request }) => request), last.next]).toEqual([[1], null])
  expect((await manager.post('privacy', { from: 5, to: 4 })).json()).toMatchObject({
    status: 400,
    field: 'from',
  })
})
