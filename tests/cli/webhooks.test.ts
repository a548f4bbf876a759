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
  const answer = async (line: string) => JSON.parse((await say(`${line} --json`)).out) as WebhooksAnswer
  return { open, say, answer }
}

test('a webhook is made with a key that is shown once, tried, listed and ended', async () => {
  const receiver = await openVendor(() => ({ status: 200 }))
  const { say, answer } = await stage()
  expect((await say('webhooks')).out).toBe('No webhooks yet. Next: leadloom webhooks add NAME URL')
  const { key, webhooks } = await answer(`webhooks add crm ${receiver.url} --local --persons --kinds lead`)
  expect(key).toMatch(/^whsec_[\w+/]{43}=$/)
  expect(webhooks).toEqual([
    {
      name: 'crm',
      url: receiver.url,
      kinds: ['lead'],
      persons: true,
      local: true,
      made_by: 'console',
      made_at: NOW,
      ended_at: null,
    },
  ])
  expect((await say('webhooks')).out).toBe(
    `crm  ${receiver.url}  lead with persons  by console  since 2026-11-20T17:00:00.000Z`,
  )
  expect(await say('webhooks test crm')).toMatchObject({ code: 0, out: 'The receiver answered 200.' })
  receiver.answers.push({ status: 401 })
  expect(await say('webhooks test crm')).toMatchObject({ code: 1, out: 'The receiver answered 401.' })
  expect(receiver.asked.map(({ body }) => JSON.parse(body) as object)).toMatchObject([
    { type: 'test', data: {} },
    { type: 'test', data: {} },
  ])
  expect(await say('webhooks end crm')).toMatchObject({
    code: 0,
    out: "Ended webhook crm. It won't receive any more messages.",
  })
  expect((await say('webhooks')).out).toContain('ended 2026-11-20')
  expect(await say('webhooks test crm')).toMatchObject({ code: 1 })
  expect(receiver.asked).toHaveLength(2)
})

test('messages are listed, without what they say of the visitor, and sent again', async () => {
  const { open, say, answer } = await stage()
  await say('webhooks add crm https://crm.example/hooks --persons')
  const store = await open()
  const lead = { offer: 'mva', buyers: [], payload: { email: 'ann@example.com' } }
  await store.appendStep(uuidOf(0), step({ at: NOW }), { lead })
  await store.beginWebhookMessage(1, NOW)
  await store.endWebhookMessage(1, 1, { state: 'dead', message: 'Given up.', due_at: null })
  await store.close()
  const dead = await say('webhooks log --state dead')
  expect(dead.out).toBe(
    '1  dead  lead of mva → crm  2026-11-20T17:00:00.000Z  1 attempt  Given up.\n1 message.',
  )
  expect(await say('webhooks replay 1 2')).toMatchObject({
    code: 1,
    out: expect.stringMatching(/^Message 1 will be sent again\.\nCan't resend message 2/) as string,
  })
  expect((await answer('webhooks log crm')).messages).toMatchObject([{ entry: 1, state: 'due' }])
  expect((await answer('webhooks log --state sent')).messages).toEqual([])
})

test.each([
  ['webhooks add crm', 2, 'misuse'],
  ['webhooks add c/rm https://crm.example', 2, 'misuse'],
  ['webhooks add crm https://crm.example --kinds step', 2, 'misuse'],
  ['webhooks add crm http://crm.example', 1, 'webhook_refused'],
  ['webhooks end', 2, 'misuse'],
  ['webhooks end crm', 1, 'unknown_webhook'],
  ['webhooks test crm', 1, 'unknown_webhook'],
  ['webhooks log crm', 1, 'unknown_webhook'],
  ['webhooks log --state lost', 2, 'misuse'],
  ['webhooks --persons', 2, 'misuse'],
  ['webhooks --state dead', 2, 'misuse'],
  ['webhooks replay', 2, 'misuse'],
  ['webhooks replay first', 2, 'misuse'],
  ['webhooks sell', 2, 'misuse'],
])('%s: exit code %i, %s', async (line, exit, code) => {
  const { say } = await stage()
  const { code: ended, out } = await say(`${line} --json`)
  expect(ended).toBe(exit)
  expect(JSON.parse(out)).toMatchObject({ error: { code } })
})
