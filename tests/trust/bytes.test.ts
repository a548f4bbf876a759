import { randomBytes } from 'node:crypto'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import type { InjectOptions } from 'fastify'
import { expect, test, vi } from 'vitest'
import type { CallName } from '../../schemas/api.ts'
import { BUDGETS } from '../../src/server/limits.ts'
import { keys, running, sealed, submission, wrapped } from '../server/running.ts'
import { HURT, MAIL, WHERE } from '../server/smallFlow.ts'

/** What one address may have kept, at the limits that a server has by default. */

vi.setConfig({ testTimeout: 240_000 })

const MEGABYTE = 1024 * 1024

test('650 visitors from one address in 18 seconds answer a whole funnel each, and none is refused', async () => {
  let now = Date.UTC(2026, 10, 23)
  const { send, open, store } = await running({ now: () => now })
  const statuses: Record<number, number> = {}
  const count = async (call: InjectOptions) => {
    const { statusCode } = await send(call)
    statuses[statusCode] = (statuses[statusCode] ?? 0) + 1
  }
  const page_url = `https://claims.example/small?${'gclid=0123456789&'.repeat(60)}`
  const visit = async () => {
    const session = await open({ page_url })
    const say = (name: CallName, body: object) =>
      count(wrapped(name, { ...keys(session), ...body }, session.token))
    const step = (answers: object) =>
      say('POST /api/sessions/step', {
        ...submission(session, answers),
        seen: { at: now, control: 'Yes', html: HTML },
      })
    await say('POST /api/sessions/track/visit', {})
    for (const answers of [HURT, WHERE, MAIL]) await step(answers)
    await say('POST /api/sessions/completed_basics', {})
    return session.uuid
  }
  const visits: Promise<string>[] = []
  for (let n = 0; n < 650; n++) {
    now += 27
    visits.push(visit())
    if (n % 25 === 24) await Promise.all(visits)
  }
  const uuids = await Promise.all(visits)
  expect(statuses).toEqual({ 204: 650 * 5 })
  expect((await store.session(uuids.at(-1)!))?.steps).toHaveLength(3)
})

/** What the page of a consent shows: the largest of the demo sites has some 4 kB. */
const HTML = `<p>${'By pressing Yes you agree. '.repeat(150)}</p>`

test.each([
  ['sessions with long addresses', BUDGETS.strangers.bytes],
  ['answers that the flow would not have asked', BUDGETS.strangers.bytes],
] as const)(
  'a flood of %s from one address keeps at most %i bytes and their share of indexes',
  async (kind, bytes) => {
    const { send, open, dataDir } = await running()
    const before = sizeOf(dataDir)
    let wasRefused = 0
    const attack = async () => {
      const session = await open({ page_url: noise(4000), referrer: noise(2000) })
      if (session.uuid === undefined) return void (wasRefused += 1)
      const call = async (name: CallName, body: object) => {
        const { statusCode } = await send(wrapped(name, body, session.token))
        if (statusCode === 429) wasRefused += 1
      }
      if (kind === 'answers that the flow would not have asked')
        await call(
          'POST /api/sessions/step',
          submission(session, { ...WHERE, step_key: 'no', answers: MANY }),
        )
    }
    for (let n = 0; n < 3000 && wasRefused < 20; n += 50)
      await Promise.all(Array.from({ length: 50 }, attack))
    expect(wasRefused).toBeGreaterThan(0)
    expect(sizeOf(dataDir) - before).toBeLessThan(2 * bytes + 8 * MEGABYTE)
  },
)

test('what was set aside of a visitor stays while another session floods', async () => {
  const { send, open, store } = await running()
  const visitor = await open()
  await send(wrapped('POST /api/sessions/step', submission(visitor, MAIL), visitor.token))
  const flood = await open()
  const step = { ...HURT, step_key: 'nowhere' }
  await Promise.all(
    Array.from({ length: 60 }, () =>
      send(wrapped('POST /api/sessions/step', submission(flood, step), flood.token)),
    ),
  )
  const aside = await store.quarantined(100)
  expect(aside.filter((one) => one.session_uuid === visitor.uuid)).toHaveLength(1)
  expect(aside.filter((one) => one.session_uuid === flood.uuid)).toHaveLength(20)
  expect(JSON.stringify(aside)).not.toContain('127.0.0.1')
})

test('a body counts as it is once it is inflated', async () => {
  const { send, open } = await running()
  const session = await open()
  const body = JSON.stringify({ ...keys(session), lead: { note: 'x'.repeat(900_000) } })
  const data = deflateSync(body).toString('base64')
  expect(data.length).toBeLessThan(5000)
  const codes: number[] = []
  for (let n = 0; n < 3; n++)
    codes.push((await send(sealed('POST /api/store', data, session.token))).statusCode)
  expect(codes).not.toContain(204)
})

const MANY = Array.from({ length: 40 }, () => ({
  question_key: 'mail',
  answer_key: 'value',
  raw_data: noise(1000),
}))

function noise(length: number): string {
  return randomBytes(length).toString('base64').slice(0, length)
}

function sizeOf(dataDir: string): number {
  return ['leadloom.db', 'leadloom.db-wal'].reduce((sum, name) => sum + statSync(join(dataDir, name)).size, 0)
}
