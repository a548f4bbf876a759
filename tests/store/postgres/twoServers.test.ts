import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { IN_FULL } from '../../inFull.ts'
import type { Session } from '../../../schemas/kernel/session.ts'
import { firstOperator } from '../../../src/server/operators/operators.ts'
import { verifyPassword } from '../../../src/server/operators/passwords.ts'
import { BUDGETS, KEY_FAILURES, LOGIN_FAILURES } from '../../../src/server/limits/limits.ts'
import { openPostgres } from '../../../src/store/engines/postgres/open.ts'
import { keys, running, submission, useUp, wrapped } from '../../server/running.ts'
import { HURT, MAIL, WHERE } from '../../server/smallFlow.ts'
import { databaseOf } from './database.ts'

/** Tests of servers that share a database, as processes on several machines do. Each has sessions in memory that the others change. */

const SERVERS = 3

async function serversOn(place: string, env: Record<string, string> = {}) {
  const url = await databaseOf(place)
  const stores = await Promise.all(Array.from({ length: SERVERS }, () => openPostgres({ url })))
  onTestFinished(async () => void (await Promise.all(stores.map((store) => store.close()))))
  const servers = []
  // One after the other, because each publishes the flow.
  for (const store of stores) servers.push(await running({ store, env }))
  return servers
}

const NOT_HURT = { ...HURT, answers: [{ question_key: 'hurt', answer_key: 'no', raw_data: 'no' }] }

test('records every valid answer and no invalid one, whichever server each call reaches', async () => {
  const servers = await serversOn('random servers')
  // In a fixed pattern, so that every order of three servers comes up.
  let turn = 0
  const next = () => servers[(turn += 1 + (turn % 5 === 0 ? 1 : 0)) % SERVERS]!
  const send = async (session: Session, step: object) => {
    const call = wrapped('POST /api/sessions/step', submission(session, step), session.token)
    return (await next().send(call)).statusCode
  }
  const visits = await Promise.all(
    Array.from({ length: IN_FULL ? 40 : 12 }, async () => {
      const session = await next().open()
      const right = [await send(session, HURT)]
      // The flow asks where first, and then for a valid address.
      const wrong = [await send(session, MAIL)]
      right.push(await send(session, WHERE))
      wrong.push(await send(session, { ...MAIL, answers: [{ ...MAIL.answers[0], raw_data: 'nobody' }] }))
      right.push(await send(session, MAIL))
      // Back: a visitor who wasn't hurt isn't asked where.
      right.push(await send(session, NOT_HURT))
      wrong.push(await send(session, WHERE))
      return { session, right, wrong }
    }),
  )
  expect(visits.flatMap(({ right }) => right)).toEqual(visits.flatMap(() => [204, 204, 204, 204]))
  expect(visits.flatMap(({ wrong }) => wrong)).toEqual(visits.flatMap(() => [422, 422, 422]))
  for (const { session } of visits) {
    const { steps } = (await servers[0]!.store.session(session.uuid))!
    expect(steps.map(({ step_key }) => step_key)).toEqual(['hurt', 'where', 'mail', 'hurt'])
  }
})

test('records a submission once that reaches all servers at once', async () => {
  const servers = await serversOn('same moment')
  for (let round = 0; round < 10; round++) {
    const session = await servers[0]!.open()
    const sent = { id: randomUUID(), ...keys(session), time_on_step: 1, execute_actions: [], ...HURT }
    const answered = await Promise.all(
      servers.map(({ send }) => send(wrapped('POST /api/sessions/step', sent, session.token))),
    )
    expect(answered.map(({ statusCode }) => statusCode)).toEqual(servers.map(() => 204))
    expect((await servers[1]!.store.session(session.uuid))!.steps).toHaveLength(1)
  }
})

test('checks two submissions one after the other that reach two servers at once', async () => {
  const servers = await serversOn('two at once')
  for (let round = 0; round < 10; round++) {
    const session = await servers[0]!.open()
    const call = (step: object) =>
      wrapped('POST /api/sessions/step', submission(session, step), session.token)
    expect((await servers[2]!.send(call(HURT))).statusCode).toBe(204)
    const [back, on] = await Promise.all([servers[0]!.send(call(NOT_HURT)), servers[1]!.send(call(WHERE))])
    // If the first answer to arrive says that the visitor wasn't hurt, the flow doesn't ask where.
    const steps = (await servers[0]!.store.session(session.uuid))!.steps.map(({ step_key }) => step_key)
    expect(back!.statusCode).toBe(204)
    if (on!.statusCode === 204) expect(steps).toEqual(['hurt', 'where', 'hurt'])
    else expect([on!.statusCode, steps]).toEqual([422, ['hurt', 'hurt']])
  }
})

test('creates one operator if several servers start at once, and the printed password is theirs', async () => {
  const url = await databaseOf('first starts', 'template0')
  const servers = await Promise.all(
    Array.from({ length: SERVERS }, async () => {
      const store = await openPostgres({ url })
      onTestFinished(() => store.close())
      return running({ store })
    }),
  )
  // Each has published the same flow.
  expect(await servers[0]!.store.versions()).toHaveLength(1)
  const logins = await Promise.all(servers.map(({ ctx }) => firstOperator(ctx)))
  const told = logins.filter((login) => login !== null)
  expect(told).toHaveLength(1)
  const [{ name, password }] = told as [{ name: string; password: string }]
  expect(await servers[1]!.store.operators()).toMatchObject([{ name }])
  const { password_hash } = (await servers[2]!.store.operator(name))!
  expect(await verifyPassword(password, password_hash)).toBe(true)
})

test('passes on tracking IDs that another server received', async () => {
  const servers = await serversOn('tracking ids')
  const session = await servers[0]!.open()
  const told = { uuid: session.uuid, token: session.token, jornaya_lead_id: 'J-1' }
  for (const server of servers)
    await server.send(wrapped('POST /api/sessions/step', submission(session, HURT), session.token))
  const patched = await servers[1]!.send(wrapped('PATCH /api/sessions', told, session.token))
  expect(patched.statusCode).toBeLessThan(300)
  const visitor = await servers[0]!.ctx.visitors.find(session.uuid)
  expect(visitor?.session.tracking).toEqual({ jornaya_lead_id: 'J-1' })
})

test('simultaneous logins on all servers are checked only up to the limit of failed ones', async () => {
  const servers = await serversOn('logins at once', {
    OPERATOR_NAME: 'ada',
    OPERATOR_PASSWORD: 'correct horse battery',
  })
  await firstOperator(servers[0]!.ctx)
  const tries = Array.from({ length: 24 }, (_, n) =>
    servers[n % SERVERS]!.send({
      method: 'POST',
      url: '/api/reports/login',
      payload: { name: 'ada', password: `guess ${n}` },
      headers: { host: 'localhost', 'x-requested-with': 'leadloom' },
    }),
  )
  const codes = (await Promise.all(tries)).map(({ statusCode }) => statusCode)
  expect(codes.filter((code) => code === 401)).toHaveLength(LOGIN_FAILURES.nameAndNetwork)
  expect(codes.filter((code) => code === 429)).toHaveLength(tries.length - LOGIN_FAILURES.nameAndNetwork)
})

test('wrong keys and bytes received by one server count on the others a second later', async () => {
  const [first, ...others] = await serversOn('shared limits', { POSTBACK_KEYS: 'everflow:right-secret' })
  const report = async (server: typeof first, key: string) =>
    (await server!.send({ url: `/webhook/conversions?ref=x&id=C&amount=1&status=approved&key=${key}` }))
      .statusCode
  for (let n = 0; n < KEY_FAILURES.atOnce; n++) expect(await report(first, `guess ${n}`)).toBe(401)
  useUp(first!.ctx)
  await first!.ctx.buckets.share(first!.store)
  for (const server of others) {
    expect(await report(server, 'guess')).toBe(401)
    server.ctx.budgets.spend('127.0.0.1', 'strangers', BUDGETS.strangers.bytes / 40)
    await server.ctx.buckets.share(server.store)
    expect(await report(server, 'guess')).toBe(429)
    expect(() => server.ctx.budgets.spend('127.0.0.1', 'strangers', 4096)).toThrow('Too much data')
  }
})
