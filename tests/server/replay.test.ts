import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Flow } from '../../schemas/flow/flow.ts'
import type { ReplayPart, ReplayVisit } from '../../schemas/studio/replay.ts'
import { hashPassword } from '../../src/server/operators/passwords.ts'
import { REFUSALS } from '../../src/server/kernel/callRefusals.ts'
import { session, step, uuidOf } from '../store/history.ts'
import { refused, running } from './running.ts'
import { HURT, MAIL, SELLING_FLOW, WHERE } from './smallFlow.ts'

/** Tests that try a draft on recorded visits of a running server. */

const ours = { 'x-requested-with': 'leadloom', host: 'localhost:3000' }
let now = Date.parse('2026-11-20T12:00:00-05:00')
const { send, store } = await running({
  until: afterAll,
  env: { RATE_LIMIT: '0' },
  flow: SELLING_FLOW,
  now: () => now,
})
const password_hash = await hashPassword('secret', (bytes) => Buffer.alloc(bytes, 1))
const as: Record<string, Record<string, string>> = {}
for (const [name, role] of [
  ['ada', 'author'],
  ['bob', 'author'],
  ['root', 'admin'],
] as const) {
  await store.saveOperator({ name, role, sites: null, password_hash, since: 0 })
  const payload = { name, password: 'secret' }
  const [cookie] = (await send({ method: 'POST', url: '/api/reports/login', payload, headers: ours })).cookies
  as[name] = { ...ours, cookie: `${cookie!.name}=${cookie!.value}` }
}

/** The small flow without the step that asks where, and without sending the lead. */
const CHANGED: Flow = structuredClone(SELLING_FLOW)
CHANGED.ui_config.offers['claim']!.steps.splice(1, 1)
delete CHANGED.ui_config.offers['claim']!.steps[1]!.execute_actions
CHANGED.ui_config.offers['thanks']!.steps[0]!.title = 'Thank you'
const TEXT = JSON.stringify({ $schema: 'flow.schema.json', ...CHANGED })

const call = (who: string, name: string, payload: object, more: object = {}) =>
  send({ method: 'POST', url: `/api/reports/studio/${name}`, payload, headers: as[who]!, ...more })
const ask = (who: string, more: object = {}) =>
  call(who, 'replay', { path: 'small', revision: 1, run: randomUUID(), after: null, ...more })
const part = async (who: string, more: object = {}) => (await ask(who, more)).json<ReplayPart>()
/** All parts of a replay, one after the other, as the page requests them. */
async function whole(who: string, more: object = {}) {
  const run = randomUUID()
  const parts: ReplayPart[] = []
  for (let next: number | null | undefined; next !== null; next = parts.at(-1)!.next)
    parts.push(await part(who, { ...more, run, after: next ?? null }))
  const lines = parts.flatMap((one) => one.lines)
  const sum = (key: 'visits' | 'differing') => parts.reduce((all, one) => all + one[key], 0)
  return {
    total: parts[0]!.total,
    visits: sum('visits'),
    differing: sum('differing'),
    lines: [...Map.groupBy(lines, ({ kind, from, to }) => JSON.stringify([kind, from, to]))].map(
      ([key, same]): unknown[] => [
        ...(JSON.parse(key) as unknown[]),
        same.reduce((all, { visits }) => all + visits, 0),
      ],
    ),
    witnesses: lines.map(({ kind, witness }) => [kind, Number(witness.slice(-3)) % 3]),
  }
}
const save = (revision: number, text: string) =>
  store.saveDraft({
    path: 'small',
    from: revision,
    text,
    isJson: true,
    files: {},
    based_on: 1,
    by: 'ada',
    at: now,
  })

/** 600 visits, more than two pages. A third sent the email, a third left at the second step, and the others belong to people who were
 *  forgotten. */
beforeAll(async () => {
  await save(0, TEXT)
  await Promise.all(
    Array.from({ length: 600 }, async (_, n) => {
      const uuid = uuidOf(n)
      await store.openSession(session({ uuid, path: 'small', version: 1, at: now - (n % 10) * 86_400_000 }))
      const answered = n % 3 === 0 ? [HURT, WHERE, MAIL] : n % 3 === 1 ? [HURT] : [HURT, WHERE, MAIL]
      await Promise.all(
        answered.map((one, i) => store.appendStep(uuid, step({ ...one, id: uuidOf(1000 + i) }))),
      )
      if (n % 3 === 2) await store.forgetSession(uuid)
    }),
  )
})

test('an author sees how many visits differ, with an example of each kind, and the audit log says who asked', async () => {
  const { witnesses, ...found } = await whole('ada')
  expect(found).toEqual({
    total: 400,
    visits: 400,
    differing: 400,
    lines: [
      ['no_lead', null, null, 200],
      ['lead_not_to', 'acme', null, 200],
      ['asked_new', null, 'claim/mail', 200],
      ['other_way', null, null, 400],
    ],
  })
  for (const [kind, third] of witnesses)
    if (kind !== 'other_way') expect(third).toBe(kind === 'asked_new' ? 1 : 0)
  expect(await store.auditLog(1)).toMatchObject([
    { operator: 'ada', act: 'replay', about: 'small version 1' },
  ])
  // Visits of today, and those up to a day ago, to the minute.
  expect((await whole('ada', { days: 1 })).visits).toBe(80)
})

test('an author never sees what a visitor typed; an admin does, and the audit log says so', async () => {
  const visit = { path: 'small', revision: 1, version: 1, session_uuid: uuidOf(0) }
  const answer = await call('ada', 'replay/visit', visit)
  expect(answer.body).not.toContain('ann@example.com')
  expect(answer.json<ReplayVisit>()).toMatchObject({
    answers: [
      { field: 'hurt', value: 'yes' },
      { field: 'state', value: 'TX' },
      { field: 'email', value: null },
    ],
    before: { steps: ['claim/hurt', 'claim/where', 'claim/mail', 'thanks/end'], buyers: ['acme'] },
    after: { steps: ['claim/hurt', 'claim/mail', 'thanks/end'], buyers: [] },
    parts_at: 1,
  })
  expect(await store.auditLog(1)).not.toMatchObject([{ act: 'see_visitors' }])
  const seen = (await call('root', 'replay/visit', visit)).json<ReplayVisit>()
  expect(seen.answers[2]).toEqual({ step: 'claim/mail', field: 'email', value: 'ann@example.com' })
  expect(await store.auditLog(1)).toMatchObject([{ operator: 'root', act: 'see_visitors', about: 'small' }])
})

test('a forgotten visitor or a visit of another version is never an example', async () => {
  const other = { path: 'other', flow: SELLING_FLOW, style: '', validators: '', icons: {}, at: now }
  const version = await store.publish(other)
  await store.openSession(session({ uuid: uuidOf(998), path: 'other', version }))
  for (const session_uuid of [uuidOf(2), uuidOf(998), uuidOf(999)])
    expect(
      refused(await call('root', 'replay/visit', { path: 'small', revision: 1, version: 1, session_uuid })),
    ).toMatchObject({ code: 404, detail: REFUSALS.noVisit })
})

test('one replay runs at a time, and others are refused with a sentence until it ends or its author stops', async () => {
  const run = randomUUID()
  const [first, other] = await Promise.all([ask('ada', { run }), ask('bob')])
  expect(first.statusCode).toBe(200)
  expect(refused(other)).toMatchObject({ code: 429, detail: REFUSALS.replayRuns('ada') })
  expect((await ask('bob')).statusCode).toBe(200)

  // A replay whose draft was saved meanwhile gets no further, and delays no one for long.
  expect(refused(await ask('ada', { run, revision: 7 }))).toMatchObject({ code: 409, field: 'revision' })
  expect((await ask('bob')).statusCode).toBe(200)
})

test('disconnecting ends the part, and the same author can start again immediately, another a little later', async () => {
  const leaving = new AbortController()
  const cut = ask('ada').catch(() => null)
  const gone = call(
    'ada',
    'replay',
    { path: 'small', revision: 1, run: randomUUID(), after: null },
    { signal: leaving.signal },
  ).catch(() => null)
  leaving.abort()
  await Promise.all([cut, gone])
  expect((await ask('ada')).statusCode).toBe(200)
  now += 5001
  expect((await ask('bob')).statusCode).toBe(200)
})

test('a draft with an error isn’t replayed, and its problem is reported', async () => {
  const broken = TEXT.replace('"hurt"', '"hrut"')
  await save(1, broken)
  const found = await part('ada', { revision: 2 })
  expect(found).toMatchObject({ visits: 0, lines: [], next: null })
  expect(found.problems.length).toBeGreaterThan(0)
  const visit = { path: 'small', revision: 2, version: 1, session_uuid: uuidOf(0) }
  expect(refused(await call('ada', 'replay/visit', visit))).toMatchObject({ detail: REFUSALS.draftHasErrors })
})

test('says so if nothing is live, or the version belongs to another site', async () => {
  await store.saveDraft({
    path: 'new',
    from: 0,
    text: '{}',
    isJson: true,
    files: {},
    based_on: null,
    by: 'ada',
    at: now,
  })
  expect(refused(await ask('ada', { path: 'new' }))).toMatchObject({
    code: 404,
    detail: REFUSALS.nothingToReplay('new'),
  })
  expect(refused(await ask('ada', { revision: 2, version: 99 }))).toMatchObject({
    code: 404,
    field: 'version',
  })
})
