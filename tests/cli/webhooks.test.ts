import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { WebhooksAnswer } from '../../schemas/commands/selling.ts'
import { openStore } from '../../src/store/openStore.ts'
import { openVendor } from '../server/pixels/vendor.ts'
import { publish, session, step, uuidOf } from '../store/history.ts'
import { leadloom, NOW } from './commandLine.ts'
import { layEmptyDatabase } from '../store/emptyDatabase.ts'

/** Command lines on a database of their own, in which one visitor waits to become a lead. */
async function stage() {
  const dataDir = mkdtempSync(join(tmpdir(), 'leadloom-webhooks-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  await layEmptyDatabase(dataDir)
  const open = () => openStore({ dataDir, now: () => NOW, hasThreads: false })
  const store = await open()
  await publish(store, 'leadloom', NOW)
  await store.openSession(session({ at: NOW }))
  await store.close()
  const say = (line: string) => leadloom(line, { env: { DATA_DIR: dataDir, LOCAL_TARGETS: 'allow' } })
  const call = async (name: string, input: object) => {
    const { out } = await say(`call desk/webhooks/${name} --json ${JSON.stringify(input)}`)
    return out === '' ? null : (JSON.parse(out) as object)
  }
  return { open, say, call }
}

test('creates a webhook with a key that’s shown once, tests it, lists it, and ends it', async () => {
  const receiver = await openVendor(() => ({ status: 200 }))
  const { say, call } = await stage()
  const made = await say(`webhooks add crm ${receiver.url} --local --persons --kinds lead --json`)
  const { key, webhooks } = JSON.parse(made.out) as WebhooksAnswer
  expect(key).toMatch(/^whsec_[\w+/]{43}=$/)
  const crm = { name: 'crm', url: receiver.url, kinds: ['lead'], persons: true, local: true }
  expect(webhooks).toEqual([{ ...crm, made_by: 'console', made_at: NOW, ended_at: null }])
  const tried = () => call('test', { name: 'crm' })
  expect(await tried()).toEqual({ taken: true, sentence: 'The receiver answered 200.' })
  receiver.answers.push({ status: 401 })
  expect(await tried()).toEqual({ taken: false, sentence: 'The receiver answered 401.' })
  expect(receiver.asked.map(({ body }) => JSON.parse(body) as object)).toMatchObject([
    { type: 'test', data: {} },
    { type: 'test', data: {} },
  ])
  expect(await call('end', { name: 'crm' })).toBe(null)
  expect(await say('call desk/webhooks/test --json {"name":"crm"}')).toMatchObject({ code: 1 })
  expect(receiver.asked).toHaveLength(2)
})

test('lists messages without visitors’ data, and sends them again', async () => {
  const { open, say, call } = await stage()
  await say('webhooks add crm https://crm.example/hooks --persons')
  const store = await open()
  const lead = { offer: 'mva', buyers: [], payload: { email: 'ann@example.com' } }
  await store.appendStep(uuidOf(0), step({ at: NOW }), { lead })
  await store.beginWebhookMessage(1, NOW)
  await store.endWebhookMessage(1, 1, { state: 'dead', message: 'Given up.', due_at: null })
  await store.close()
  const dead = await call('messages', { state: 'dead' })
  expect(dead).toMatchObject({ data: [{ entry: 1, webhook: 'crm', last: 'Given up.' }] })
  expect(JSON.stringify(dead)).not.toContain('ann@')
  expect(await call('replay', { entry: 1 })).toBe(null)
  expect(await say('call desk/webhooks/replay --json {"entry":2}')).toMatchObject({
    code: 1,
    err: expect.stringContaining("Can't resend message 2") as string,
  })
  expect(await call('messages', { webhook: 'crm' })).toMatchObject({ data: [{ entry: 1, state: 'due' }] })
})

test.each([
  ['webhooks add crm', 2, 'misuse'],
  ['webhooks add c/rm https://crm.example', 2, 'misuse'],
  ['webhooks add crm https://crm.example --kinds step', 2, 'misuse'],
  ['webhooks add crm http://crm.example', 1, 'webhook_refused'],
  ['webhooks', 2, 'misuse'],
  ['webhooks end crm', 2, 'misuse'],
])('%s: exit code %i, %s', async (line, exit, code) => {
  const { say } = await stage()
  const { code: ended, out } = await say(`${line} --json`)
  expect(ended).toBe(exit)
  expect(JSON.parse(out)).toMatchObject({ error: { code } })
})
