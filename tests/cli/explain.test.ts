import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ExplainAnswer } from '../../schemas/commands/visitors.ts'
import type { Flow } from '../../schemas/flow/flow.ts'
import { simulate } from '../../src/author/simulate/simulate.ts'
import { openServerOptions } from '../../src/server/main.ts'
import { publishFile } from '../../src/server/publish/publish.ts'
import { parseSettings } from '../../src/server/settings/settings.ts'
import { newIdentity } from '../../src/server/visitors/token.ts'
import { digestOf } from '../../src/server/kernel/digests.ts'
import { play, ref, submit } from '../flow/flows.ts'
import { session } from '../store/history.ts'
import { leadloom, NOW } from './commandLine.ts'

const DATA_DIR = mkdtempSync(join(tmpdir(), 'leadloom-explain-'))
const FLOW = 'fixtures/sites/yardstick/flow.json'
const { uuid, token } = newIdentity((bytes) => Buffer.alloc(bytes, 7), NOW)
const ORIGIN = { today: '2026-11-20', query: { affid: '86' } }
const ANSWERS = {
  'yardstick/injured': { injured: 'no' },
  'yardstick/state': { incident_state: 'TX' },
}

const explain = (line: string) => leadloom(`explain ${line}`, { env: { DATA_DIR } })

/** A visitor who answers yes, is asked about the vehicle, goes back and answers no; one of their calls is refused. */
beforeAll(async () => {
  const { store } = await openServerOptions(parseSettings({ DATA_DIR }))
  const { version } = await publishFile(store, {
    file: FLOW,
    path: 'yardstick',
    productName: 'Leadloom',
    now: NOW,
  })
  const flow = JSON.parse(readFileSync(FLOW, 'utf8')) as Flow
  await store.openSession(
    session({
      uuid,
      token_hash: digestOf(token),
      path: 'yardstick',
      version: version ?? 0,
      origin: ORIGIN,
      at: NOW,
    }),
  )
  const injured = (value: string) => submit('yardstick/injured', { injured: value }, 1500)
  const [, effects] = play(
    { flow, origin: ORIGIN },
    injured('yes'),
    submit('yardstick/state', { incident_state: 'TX' }, 1000),
    submit('yardstick/age', { injury_age: '1_to_6_months' }, 1000),
    submit(
      'yardstick/vehicle',
      { vehicle: { car_year: '2016', car_make: 'Toyota', car_model: 'Camry' } },
      1000,
    ),
    { type: 'show', step: ref('yardstick/injured') },
    injured('no'),
  )
  for (const [n, effect] of effects.filter((each) => each.type === 'step').entries())
    await store.appendStep(uuid, {
      ...effect.step,
      id: `00000000-0000-4000-8000-00000000000${n}`,
      answers: effect.answers,
      time_on_step: effect.timeOnStepMs,
      execute_actions: effect.execute_actions,
      page_url: '',
      at: NOW + n * 1000,
    })
  await store.track(uuid, { kind: 'visit', at: NOW + 1 })
  const body = JSON.stringify({ session_token: token })
  await store.quarantine({
    session_uuid: uuid,
    call: 'POST /api/sessions/step',
    reason: 'Too early.',
    body,
    source: '',
    at: NOW,
  })
  await store.close()
})
afterAll(() => rmSync(DATA_DIR, { recursive: true }))

test('a session has the same trace as a simulated visitor with the same answers', async () => {
  const { code, out } = await explain(`${uuid} --json`)
  const answer: unknown = JSON.parse(out)
  expect([code, Value.Check(ExplainAnswer, answer)]).toEqual([0, true])
  const explained = answer as ExplainAnswer
  const { simulation } = simulate(
    JSON.parse(readFileSync(FLOW, 'utf8')) as Flow,
    { ...ORIGIN, answers: { ...ANSWERS, 'yardstick/age': { injury_age: '1_to_6_months' } } },
    { today: '', schemaErrors: () => [] },
  )
  expect(explained.trace).toEqual(simulation.trace)
  expect([explained.current, explained.fields]).toEqual([simulation.current, simulation.fields])
})

test('lists every submission, even those replaced by a later answer', async () => {
  const { submissions, outcomes, refused } = JSON.parse(
    (await explain(`${uuid} --json`)).out,
  ) as ExplainAnswer
  expect(submissions.map(({ step, standing }) => [step, standing])).toEqual([
    ['yardstick/injured', 'replaced'],
    ['yardstick/state', 'counts'],
    ['yardstick/age', 'counts'],
    ['yardstick/vehicle', 'off_path'],
    ['yardstick/injured', 'counts'],
  ])
  expect(outcomes.map(({ kind }) => kind)).toEqual(['page_visit', 'visit'])
  expect(refused).toEqual([{ call: 'POST /api/sessions/step', reason: 'Too early.', at: NOW }])
})

test('prints the trace for people, with what was recorded and when', async () => {
  const { out } = await explain(uuid)
  const lines = out.split('\n')
  expect(lines.slice(0, 2)).toEqual([
    `Session ${uuid} on /yardstick, version 1`,
    'arrived   2026-11-20 17:00:00 UTC, flow day 2026-11-20',
  ])
  expect(lines).toContain('skipped  yardstick/vehicle   injured is "no", not "yes"')
  expect(lines).toContain('The visitor is at yardstick/injuries.')
  expect(lines).toContain(
    '  2026-11-20 17:00:00 UTC  yardstick/injured  after 1.5 s  answered again later: injured "yes"',
  )
})

test('neither the token nor its hash is ever printed', async () => {
  const printed = await Promise.all([explain(uuid), explain(`${uuid} --json`), explain(token)])
  for (const { out, err } of printed) {
    expect(out + err).not.toContain(token)
    expect(out + err).not.toContain(digestOf(token))
  }
})

test.each([
  ['', 2, 'Add one session UUID.\nFor help: leadloom explain --help'],
  [
    'abc',
    2,
    'SESSION must be a UUID: 32 lowercase hexadecimal digits in five groups.\nFor help: leadloom explain --help',
  ],
  [
    '00000000-0000-4000-8000-000000000000',
    1,
    `There's no session 00000000-0000-4000-8000-000000000000 in ${DATA_DIR}. Make sure DATA_DIR is the server's folder.`,
  ],
])('explain %s exits with %i', async (line, code, message) => {
  expect(await explain(line)).toEqual({ code, out: '', err: `leadloom: ${message}` })
})

test('names the folder as given', async () => {
  const spaced = { env: { DATA_DIR: ` ${DATA_DIR} ` } }
  const { err } = await leadloom('explain 00000000-0000-4000-8000-000000000000', spaced)
  expect(err).toContain(` in ${DATA_DIR}. Make sure DATA_DIR`)
  const { err: ofConsent } = await leadloom('consent 00000000-0000-4000-8000-000000000000', spaced)
  expect(ofConsent).toContain(` in ${DATA_DIR}. Make sure DATA_DIR`)
})

test('a folder without a database is reported, and none is created there', async () => {
  const nowhere = join(DATA_DIR, 'nowhere')
  expect(await leadloom(`explain ${uuid}`, { env: { DATA_DIR: nowhere } })).toEqual({
    code: 1,
    out: '',
    err: `leadloom: There's no database in ${nowhere}. Set DATA_DIR to the server's folder, or publish a flow first.`,
  })
})
