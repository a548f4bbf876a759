import { expect, test } from 'vitest'
import type { OutgoingList } from '../../../schemas/desk/outgoing.ts'
import { step } from '../../store/history.ts'
import { running } from '../running.ts'
import { HURT, SELLING_FLOW } from '../smallFlow.ts'
import { askAs } from './askAs.ts'

const RECIPIENT = 'ann@example.com'
const EVENT = { vendor: 'meta', account: '1', name: 'Lead', kind: 'lead', offer: 'claim', step: '' } as const

/** An email that the mail server refused, and an event that a vendor refused. */
async function stage() {
  const server = await running({ flow: SELLING_FLOW })
  const { store } = server
  const { uuid } = await server.open()
  const mails = [{ offer: 'claim', step: 'mail', recipient: RECIPIENT, subject: 'List', body: 'Here.' }]
  await store.appendStep(uuid, step({ ...HURT, id: uuid, at: 1000 }), { mails, pixelEvents: [EVENT] })
  const end = { state: 'refused', message: `550 5.1.1 <${RECIPIENT}>: unknown`, due_at: null } as const
  await store.beginMail(1, 2000)
  await store.endMail(1, 1, { ...end, recipient: RECIPIENT, at: 2000 })
  await store.beginPixelEvent(1, 2000)
  await store.endPixelEvent(1, 1, end)
  return { ...server, manager: await askAs(server, 'manager') }
}

test.each(['mail', 'pixel'] as const)('a manager reads a refused %s, and has it sent again', async (what) => {
  const { manager, store } = await stage()
  const listed = (await manager.post('outgoing', { what, state: 'refused' })).json<OutgoingList>()
  expect(listed).toMatchObject({
    data: [{ entry: 1, offer: 'claim', last: `550 5.1.1 <${RECIPIENT}>: unknown` }],
  })
  expect((await manager.post('outgoing/replay', { what, entry: 1 })).statusCode).toBe(204)
  const again = await manager.post('outgoing/replay', { what, entry: 1 })
  expect([again.statusCode, again.json()]).toMatchObject([409, { field: 'entry' }])
  expect((await manager.post('outgoing', { what, state: 'due' })).json()).toMatchObject({
    data: [{ entry: 1 }],
  })
  const other = what === 'mail' ? 'pixel' : 'mail'
  expect((await manager.post('outgoing', { what: other })).json()).toMatchObject({
    data: [{ state: 'refused' }],
  })
  expect(await store.auditLog(1)).toMatchObject([
    { operator: 'one-manager', act: 'replay_outgoing', about: `${what} 1` },
  ])
})

test('an analyst sees no address in responses and can’t resend; a viewer has no access', async () => {
  const server = await stage()
  const analyst = await askAs(server, 'analyst')
  for (const what of ['mail', 'pixel']) {
    const listed = await analyst.post('outgoing', { what })
    expect([listed.statusCode, listed.body]).toEqual([200, expect.stringContaining('unknown')])
    expect(listed.body).not.toContain('ann@')
    expect((await analyst.post('outgoing/replay', { what, entry: 1 })).statusCode).toBe(403)
  }
  const viewer = await askAs(server, 'viewer')
  expect((await viewer.post('outgoing', { what: 'mail' })).statusCode).toBe(403)
})

test('a reversed range and unknown entries are refused by name', async () => {
  const { manager } = await stage()
  const backwards = await manager.post('outgoing', { what: 'mail', from: 2, to: 1 })
  expect(backwards.json()).toMatchObject({ status: 400, field: 'from' })
  expect((await manager.post('outgoing', { what: 'fax' })).json()).toMatchObject({
    status: 400,
    field: 'what',
  })
  expect((await manager.post('outgoing/replay', { what: 'mail', entry: 7 })).statusCode).toBe(409)
})
