import { randomBytes, randomUUID } from 'node:crypto'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import type { InjectOptions } from 'fastify'
import { expect, test } from 'vitest'
import type { CallName } from '../../schemas/api.ts'
import type { Session } from '../../schemas/kernel/session.ts'
import { BUDGETS, SESSION_BYTES } from '../../src/server/limits/limits.ts'
import { parseSettings } from '../../src/server/settings/settings.ts'
import { keys, refused, running, sealed, submission, useUp, wrapped } from '../server/running.ts'
import { HURT, MAIL, WHERE } from '../server/smallFlow.ts'

/** Tests of how much one address may store, at the default limits of a server. */

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

/** Page of a consent; the largest of the demo sites has some 4 kB. */
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

test('a visitor’s quarantined submissions stay while another session floods', async () => {
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

test('a body counts with its inflated size', async () => {
  const { send, open } = await running()
  const session = await open()
  const answers = Array.from({ length: 45 }, () => ({ ...HURT.answers[0]!, raw_data: 'x'.repeat(20_000) }))
  const body = JSON.stringify(submission(session, { ...HURT, step_key: 'no', answers }))
  const data = deflateSync(body).toString('base64')
  expect([body.length > 900_000, data.length < 5000]).toEqual([true, true])
  const say = async () => refused(await send(sealed('POST /api/sessions/step', data, session.token)))
  expect((await say()).detail).toContain('characters in answers')
  expect(await say()).toMatchObject({ code: 422, detail: OVER_ITS_BYTES })
})

test.each(['leads', 'what its pages showed'])('a session can send a megabyte of %s', async (kind) => {
  const { send, open } = await running()
  const session = await open()
  await send(wrapped('POST /api/sessions/step', submission(session, HURT), session.token))
  let sent = 0
  let answer = await flood(kind, session, send)
  while (answer.statusCode !== 422 || refused(answer).detail !== OVER_ITS_BYTES) {
    sent += 30_000
    expect(sent).toBeLessThan(SESSION_BYTES)
    answer = await flood(kind, session, send)
  }
  expect(sent).toBeGreaterThan(0.9 * SESSION_BYTES)
})

test('a flood of leads from one address stores at most what its visitors may', async () => {
  const { send, open, dataDir } = await running()
  const before = sizeOf(dataDir)
  let wasRefused = 0
  const attack = async () => {
    const session = await open()
    if (session.uuid === undefined) return void (wasRefused += 1)
    await send(wrapped('POST /api/sessions/step', submission(session, HURT), session.token))
    for (let n = 0; n < 20; n++) if ((await flood('leads', session, send)).statusCode === 429) wasRefused += 1
  }
  for (let n = 0; n < 400 && wasRefused < 20; n += 10) await Promise.all(Array.from({ length: 10 }, attack))
  expect(wasRefused).toBeGreaterThan(0)
  const { strangers, visitors } = BUDGETS
  expect(sizeOf(dataDir) - before).toBeLessThan(
    // A page of the database may also be in its log. The attack takes less than a minute.
    1.5 * (strangers.bytes + visitors.bytes + visitors.bytesPerMinute),
  )
})

test.each<[string, (session: Session) => InjectOptions]>([
  [
    'a link-out',
    ({ uuid }) => ({
      method: 'POST',
      url: '/webhook/tracking/linkout/create',
      payload: { uuid: randomUUID(), session_uuid: uuid, offer: 'claim', step: 'hurt' },
    }),
  ],
  [
    'another click',
    ({ token }) =>
      wrapped(
        'POST /api/sessions',
        { path: 'small', page_url: '', referrer: '', query: { gclid: 'g-2' }, session_token: token },
        parseSettings({}).siteKey,
      ),
  ],
])('%s is refused if its network’s budget is used up', async (_, call) => {
  const { send, open, ctx, store } = await running({ now: () => NOON })
  const session = await open()
  useUp(ctx)
  const before = await store.outcomes(session.uuid)
  expect(refused(await send(call(session)))).toMatchObject({ code: 429, detail: TOO_MUCH })
  expect(await store.outcomes(session.uuid)).toEqual(before)
})

test('a form of a legal page is refused if its network’s budget is used up', async () => {
  const { send, ctx, store } = await running({ now: () => NOON })
  const ask = () =>
    send({
      method: 'POST',
      url: '/legal/small/privacy-policy',
      payload: 'kind=delete&email=ann@example.org',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
  expect((await ask()).statusCode).toBe(200)
  useUp(ctx)
  expect((await ask()).statusCode).toBe(429)
  expect(await store.privacyRequests({ limit: 10 })).toHaveLength(1)
})

test('bytes sent before a session’s first answer count as a visitor’s once it has answered', async () => {
  const { send, open, ctx } = await running({ now: () => NOON })
  const answer = async () => {
    const session = await open({ page_url: noise(3000) })
    return send(wrapped('POST /api/sessions/step', submission(session, HURT), session.token))
  }
  ctx.budgets.spend('127.0.0.1', 'visitors', BUDGETS.visitors.bytes - 9000)
  expect((await answer()).statusCode).toBe(204)
  expect(refused(await answer())).toMatchObject({ code: 429, detail: TOO_MUCH })
})

test('a session dropped from memory is read again with the bytes it sent', async () => {
  const { send, open, ctx } = await running()
  const session = await open({ page_url: noise(3000) })
  await send(wrapped('POST /api/sessions/step', submission(session, HURT), session.token))
  ctx.visitors.drop(session.uuid)
  expect((await ctx.visitors.find(session.uuid))?.bytes).toBeGreaterThan(3500)
})

const NOON = Date.UTC(2026, 10, 23, 12)
const TOO_MUCH = expect.stringContaining('Too much data from this address') as string

/** Sends some 30 kB. */
function flood(kind: string, session: Session, send: Awaited<ReturnType<typeof running>>['send']) {
  const texts = [noise(15_000), noise(15_000)]
  if (kind !== 'leads') {
    const seen = { at: Date.now(), control: 'Yes', html: texts.join('') }
    return send(wrapped('POST /api/sessions/step', { ...submission(session, HURT), seen }, session.token))
  }
  const lead = Object.fromEntries(texts.map((text, n) => [`text${n}`, text]))
  const { authorization } = wrapped('POST /api/store', {}, session.token).headers as Record<string, string>
  const payload = { ...keys(session), lead }
  return send({ method: 'POST', url: '/api/store', payload, headers: { authorization } })
}

const OVER_ITS_BYTES = `This session reached its limit of ${SESSION_BYTES} bytes.`

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
