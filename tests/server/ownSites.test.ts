import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { CALLS, type CallName } from '../../schemas/api.ts'
import { newYorkDay } from '../../src/time/newYorkDay.ts'
import type { Call } from '../../schemas/kernel/call.ts'
import type { MadeReportKey } from '../../schemas/people/reportKey.ts'
import type { Sites } from '../../schemas/people/sites.ts'
import { REPORTS } from '../../schemas/reports/reports.ts'
import { hashPassword } from '../../src/server/operators/passwords.ts'
import { authorProcess } from '../../src/server/studio/authorProcess.ts'
import { digestOf } from '../../src/server/kernel/digests.ts'
import { publishRequests } from '../../src/server/studio/publishRequests.ts'
import { namesOwnSite } from '../../src/server/operators/ownSites.ts'
import { compileValidators } from '../../src/server/publish/compileValidators.ts'
import { step } from '../store/history.ts'
import { refused, running } from './running.ts'
import { HURT, MAIL, SELLING_FLOW, WHERE } from './smallFlow.ts'

/** Tests of what an account for one of two sites sees and does. The sites, `small` and `other`, differ only in their visitors. */

const AT = Date.parse('2026-11-20T12:00:00-05:00')
const DAY = { from: AT - 86_400_000, to: AT + 86_400_000 }
const { send, store, open, ctx } = await running({
  flow: SELLING_FLOW,
  buyers: new Map([['idle', { format: 'json', url: 'https://idle.example' } as const]]),
  now: () => AT,
  until: afterAll,
  env: { RATE_LIMIT: '0' },
})
const validators = compileValidators(SELLING_FLOW)
await store.publish({ path: 'other', flow: SELLING_FLOW, style: '', validators, icons: {}, at: AT })
/** Ends a pending publish, so that another one can wait. */
const WAITING = { from: 'waiting', to: 'withdrawn', by: 'root', at: AT, reason: null } as const

/** A lead that was sold to acme and returned, one that nobody bought, an email that was given up, a draft, and a pending publish. */
async function fill(path: string) {
  await store.addPayoutRule(
    {
      aff_id: `of-${path}`,
      offer: '',
      event: 'registration',
      terms: { tiers: [{ from: 1, cents: 100, share_bp: 0 }], caps: [] },
      hold_days: 0,
      claw_back: false,
    },
    { by: 'ada', at: 0 },
  )
  const { uuid } = await open({ path, query: { affid: `of-${path}` } })
  await store.track(uuid, { kind: 'visit', at: AT })
  await store.track(uuid, { kind: 'registration', at: AT })
  await store.appendStep(uuid, step({ ...HURT, id: randomUUID(), at: AT }))
  await store.appendStep(uuid, step({ ...WHERE, id: randomUUID(), at: AT }))
  const payload = { email: `ann@${path}.example` }
  await store.appendStep(uuid, step({ ...MAIL, id: randomUUID(), at: AT }), {
    lead: { offer: 'claim', buyers: ['acme', `buys_${path}`], payload },
    mails: [{ offer: 'claim', step: path, recipient: payload.email, subject: 'List', body: 'Here.' }],
  })
  const [mail = 0] = await store.dueMails(AT, 1)
  await store.beginMail(mail, AT)
  const ended = {
    state: 'dead',
    message: 'No answer.',
    due_at: null,
    recipient: payload.email,
    at: AT,
  } as const
  await store.endMail(mail, 1, ended)
  const [delivery = 0] = await store.dueDeliveries('acme', AT, 1)
  await store.beginAttempt(delivery, AT)
  const sale = { external_id: `sale-${path}`, cents: 1250 }
  await store.endAttempt(delivery, 1, { state: 'accepted', message: path, at: AT, due_at: null, sale })
  await store.returnSale({ source: 'acme', external_id: sale.external_id, key: null, cents: null, at: AT })
  // An amount in doubt: the buyer says another one.
  const other = {
    ...sale,
    cents: 1300,
    session_uuid: uuid,
    offer: 'claim',
    source: 'acme',
    returned: false,
    at: AT,
  }
  await store.sell(other)
  const entry = (await store.unbooked(1))[0]!.entry
  const unwanted = { offer: 'unwanted', buyers: ['acme'], payload }
  await store.appendStep(uuid, step({ ...MAIL, id: randomUUID(), at: AT }), { lead: unwanted })
  const [lost = 0] = await store.dueDeliveries('acme', AT, 1)
  await store.beginAttempt(lost, AT)
  await store.endAttempt(lost, 1, { state: 'rejected', message: path, at: AT, due_at: null })
  const source = { path, text: `{"of":"${path}"}`, files: {} }
  await store.saveDraft({ ...source, from: 0, isJson: true, based_on: null, by: path, at: AT })
  const id = randomUUID()
  const asked = { id, weight: 100, asked_by: path, maker: null, asked_at: AT, live_at: null }
  await store.addPublishRequest({ ...source, ...asked, state: 'waiting' })
  const made = { kind: 'hand', name: '', path, source: 'radio', made_by: path, at: AT } as const
  const costs = await store.startCostImport(made)
  const words = { campaign: null, aff_id: null, sub1: null, sub2: null, sub3: null, sub4: null, sub5: null }
  await store.addCosts(costs, path, 'radio', [
    { ...words, day: newYorkDay(AT), micros: 1, currency: 'USD', usd_micros: 1 },
  ])
  return { uuid, delivery, mail, id, entry, costs }
}
const own = await fill('small')
const foreign = await fill('other')

const password_hash = await hashPassword('secret', (bytes) => Buffer.alloc(bytes, 1))
const ours = { 'x-requested-with': 'leadloom', host: 'localhost:3000' }
async function askAs(name: string, role: 'manager' | 'author' | 'admin', sites: Sites) {
  await store.saveOperator({ name, role, sites, password_hash, since: 0 })
  const payload = { name, password: 'secret' }
  const login = await send({ method: 'POST', url: '/api/reports/login', payload, headers: ours })
  const headers = { ...ours, cookie: `${login.cookies[0]!.name}=${login.cookies[0]!.value}` }
  return (call: string, given: object = {}) => {
    const [method, url] = call.split(' ') as ['GET' | 'POST', string]
    return method === 'GET'
      ? send({ method, url: `${url}?${new URLSearchParams(given as Record<string, string>)}`, headers })
      : send({ method, url, headers, payload: given })
  }
}
type Ask = Awaited<ReturnType<typeof askAs>>
const all = await askAs('root', 'admin', null)
/** Calls that a program makes with an API key. */
async function keyFor(name: string, sites: Sites): Promise<Ask> {
  const made = await all('POST /api/reports/people/report-keys', { name, sites, expires_at: null })
  const headers = { authorization: `Bearer ${made.json<MadeReportKey>().key}` }
  return (call, given = {}) =>
    send({ url: `${call.split(' ')[1]}?${new URLSearchParams(given as Record<string, string>)}`, headers })
}
const manager = await askAs('mia', 'manager', ['small'])
const author = await askAs('abe', 'author', ['small'])
const [program, anywhere] = [await keyFor('crm', ['small']), await keyFor('bi', null)]

type Filtered = {
  [N in CallName]: (typeof CALLS)[N] extends { sites: 'filtered' } ? N : never
}[CallName]

/** Request for each list, and the text that shows each site in it. */
const LISTS: Partial<Record<Filtered, { by: Ask; given?: object; marks: (path: string) => string }>> = {
  'GET /api/reports/paths': { by: manager, marks: (path) => `"${path}"` },
  'POST /api/reports/drilldown/visitors': {
    by: manager,
    given: { kind: 'visit', ...DAY },
    marks: (path) => `"path":"${path}"`,
  },
  'POST /api/reports/drilldown/sales': { by: manager, given: DAY, marks: (path) => `sale-${path}` },
  'POST /api/reports/drilldown/costs': {
    by: manager,
    given: { from: newYorkDay(AT), to: DAY.to },
    marks: (path) => `"path":"${path}"`,
  },
  'POST /api/reports/drilldown/payouts': { by: manager, given: DAY, marks: (path) => `"path":"${path}"` },
  'POST /api/reports/desk/costs': { by: manager, marks: (path) => `"path":"${path}"` },
  'GET /api/reports/desk/choices': { by: manager, marks: (path) => `"path":"${path}"` },
  'POST /api/reports/desk/leads': { by: manager, marks: (path) => `ann@${path}.example` },
  'POST /api/reports/desk/deliveries': { by: manager, marks: (path) => `"last":"${path}"` },
  'GET /api/reports/desk/today': { by: manager, marks: (path) => `"path":"${path}"` },
  'POST /api/reports/desk/leads/csv': { by: manager, marks: (path) => `,${path},` },
  'POST /api/reports/desk/leads/csv/persons': { by: manager, marks: (path) => `ann@${path}.example` },
  'POST /api/reports/desk/deliveries/csv': { by: manager, marks: (path) => `,${path},` },
  'POST /api/reports/desk/outgoing': {
    by: manager,
    given: { what: 'mail' },
    marks: (path) => `"step":"${path}"`,
  },
  'GET /api/reports/desk/buyers/scorecard': {
    by: manager,
    given: { buyer: 'acme' },
    marks: (path) => `"reason":"${path}"`,
  },
  'POST /api/reports/desk/returns': { by: manager, marks: (path) => `sale-${path}` },
  'POST /api/reports/desk/returns/csv': { by: manager, marks: (path) => `sale-${path}` },
  'POST /api/reports/desk/returns/csv/persons': { by: manager, marks: (path) => `sale-${path}` },
  'POST /api/reports/desk/settle': { by: manager, marks: (path) => `sale-${path}` },
  'GET /api/reports/studio/sites': { by: author, marks: (path) => `"path":"${path}"` },
}

/** Request for one thing of a site, by call. */
const ONE: Partial<Record<Filtered, { by: Ask; of: (site: typeof own) => object }>> = {
  'GET /api/reports/desk/lead': { by: manager, of: ({ uuid }) => ({ uuid }) },
  'GET /api/reports/desk/lead/proof': { by: manager, of: ({ uuid }) => ({ uuid }) },
  'GET /api/reports/desk/lead/proof.pdf': { by: manager, of: ({ uuid }) => ({ uuid }) },
  'POST /api/reports/desk/returns/book': {
    by: manager,
    of: ({ delivery }) => ({ delivery, reason: 'fraud' }),
  },
  'POST /api/reports/desk/returns/amount': {
    by: manager,
    of: ({ delivery }) => ({ delivery, cents: 1250, words: 'Same.' }),
  },
  'POST /api/reports/desk/returns/reverse': {
    by: manager,
    of: ({ delivery }) => ({ delivery, entry: 999, words: 'None.' }),
  },
  'GET /api/reports/desk/settle/entry': { by: manager, of: ({ entry }) => ({ entry }) },
  'POST /api/reports/desk/costs/undo': { by: manager, of: ({ costs }) => ({ import: costs }) },
  'GET /api/reports/studio/requests/difference': { by: author, of: ({ id }) => ({ id }) },
  'POST /api/reports/studio/requests/approve': { by: author, of: ({ id }) => ({ id }) },
  'POST /api/reports/studio/requests/end': { by: author, of: ({ id }) => ({ id }) },
}

/** Calls that have a test of their own. */
const APART: readonly Filtered[] = [
  'GET /api/reports/experiments',
  'GET /api/reports/experiments/terms',
  'GET /api/reports/marks',
  'POST /api/reports/marks/notes',
  'POST /api/reports/marks/notes/edit',
  'POST /api/reports/marks/notes/remove',
  'GET /api/reports/desk/deliveries/overview',
  'POST /api/reports/desk/deliveries/replay',
  'POST /api/reports/desk/deliveries/replayable',
  'POST /api/reports/desk/deliveries/replay-matching',
  'POST /api/reports/desk/outgoing/replay',
  'GET /api/reports/desk/settle/sum',
  'POST /api/reports/desk/settle/book',
  'POST /api/reports/desk/settle/dismiss',
  'POST /api/reports/desk/settle/ask',
  'POST /api/reports/desk/settle/undo',
]

test('every call about data of some sites is tested here', () => {
  const filtered = Object.entries<Call>(CALLS).flatMap(([name, { sites }]) =>
    sites === 'filtered' ? name : [],
  )
  const reports = Object.entries(REPORTS).flatMap(([name, { scope }]) =>
    scope === 'all' ? `GET /api/reports/${name}` : [],
  )
  expect(filtered.sort()).toEqual([...Object.keys(LISTS), ...Object.keys(ONE), ...APART, ...reports].sort())
})

test.each(Object.entries(LISTS))('%s lists nothing of another site', async (call, { by, given, marks }) => {
  const [mine, everything] = [(await by(call, given)).body, (await all(call, given)).body]
  expect([mine.includes(marks('small')), mine.includes(marks('other'))]).toEqual([true, false])
  expect(everything.includes(marks('other'))).toBe(true)
})

test.each(Object.entries(REPORTS).filter(([, { scope }]) => scope === 'all'))(
  'the report %s has no row of another site',
  async (name, report) => {
    const call = `GET /api/reports/${name}`
    const given = { start: String(DAY.from), end: String(DAY.to) }
    const pathsOf = async (ask: Ask) => {
      const { data } = (await ask(call, given)).json<{ data: Record<string, string>[] }>()
      return [...new Set(data.map((row) => row['site' in report ? report.site : ''] ?? ''))].sort()
    }
    for (const [own, every] of [
      [manager, all],
      [program, anywhere],
    ] as const)
      expect([await pathsOf(own), await pathsOf(every)]).toEqual([['small'], ['other', 'small']])
  },
)

test.each(Object.entries(ONE))('%s treats another site’s data as missing', async (call, { by, of }) => {
  const [theirs, nothing] = [
    await by(call, of(foreign)),
    await by(
      call,
      of({ uuid: randomUUID(), delivery: 999, mail: 999, entry: 999, id: randomUUID(), costs: 999 }),
    ),
  ]
  expect(theirs.statusCode).toBe(404)
  const said = (answer: typeof theirs) => refused(answer).detail.replace(/\d+/, '')
  expect(said(theirs)).toBe(said(nothing))
  expect((await by(call, of(own))).statusCode).not.toBe(404)
})

test('an author can’t end another site’s waiting publish', async () => {
  expect((await store.publishRequest(foreign.id))?.state).toBe('waiting')
})

test('names no buyers that only other sites sell to, or that are only set up', async () => {
  const buyersFor = async (ask: Ask) =>
    (await ask('GET /api/reports/desk/choices')).json<{ buyers: string[] }>().buyers
  expect(await buyersFor(manager)).toEqual(['acme', 'buys_small'])
  expect(await buyersFor(all)).toEqual(['acme', 'buys_other', 'buys_small', 'idle'])
})

test('counts lost leads only from its own sites', async () => {
  const lost = async (ask: Ask) =>
    (await ask('GET /api/reports/desk/deliveries/overview')).json<{
      states: Record<string, number>
      losses: { path: string; count: number }[]
    }>()
  const [mine, everything] = [await lost(manager), await lost(all)]
  expect([mine.states['returned'], everything.states['returned']]).toEqual([1, 2])
  expect([mine.losses, everything.losses]).toMatchObject([
    [{ path: 'small', count: 1 }],
    [
      { path: 'other', count: 1 },
      { path: 'small', count: 1 },
    ],
  ])
})

test('doesn’t send another site’s leads again', async () => {
  const call = 'POST /api/reports/desk/deliveries/replay'
  expect((await manager(call, { deliveries: [foreign.delivery, own.delivery] })).json()).toEqual({
    replayed: [],
    not_replayed: [
      { delivery: foreign.delivery, reason: 'unknown' },
      { delivery: own.delivery, reason: 'other_state' },
    ],
  })
})

test('changes no sale of another site that a buyer’s ID names', async () => {
  const call = 'POST /api/reports/desk/returns/reverse'
  const asked = (path: string) => ({
    sale: { buyer: 'acme', external_id: `sale-${path}` },
    entry: 999,
    words: 'None.',
  })
  expect(refused(await manager(call, asked('other')))).toMatchObject({ code: 404, field: 'sale' })
  // It is found, and has no such entry.
  expect(refused(await manager(call, asked('small')))).toMatchObject({ code: 409 })
})

test('settles nothing on another site, and counts none of its money in doubt', async () => {
  const call = (act: string) => `POST /api/reports/desk/settle/${act}`
  const count = async (ask: Ask) =>
    (await ask('GET /api/reports/desk/settle/sum')).json<{ count: number }>().count
  const entry = foreign.entry
  expect([await count(manager), await count(all)]).toEqual([1, 2])
  for (const [act, given] of [
    ['book', { entry, cents: 1300 }],
    ['dismiss', { entry }],
    ['ask', { entry, asked: true }],
  ] as const)
    expect((await manager(call(act), given)).statusCode).toBe(404)
  expect((await all(call('dismiss'), { entry })).statusCode).toBe(204)
  expect((await manager(call('undo'), { entry })).statusCode).toBe(409)
  expect([await count(manager), await count(all)]).toEqual([1, 1])
  expect((await all(call('undo'), { entry })).statusCode).toBe(204)
  expect(await count(all)).toBe(2)
})

test('doesn’t send another site’s emails again', async () => {
  const again = ({ mail }: typeof own) =>
    manager('POST /api/reports/desk/outgoing/replay', { what: 'mail', entry: mail })
  expect([(await again(foreign)).statusCode, (await again(own)).statusCode]).toEqual([409, 204])
  expect((await store.mails({ state: 'dead', limit: 9 })).map(({ mail }) => mail)).toEqual([foreign.mail])
})

test('doesn’t open a figure of another path, even if the path is named', async () => {
  const given = { kind: 'visit', path: 'other', ...DAY }
  expect(refused(await manager('POST /api/reports/drilldown/visitors', given))).toMatchObject({ code: 404 })
  expect(
    refused(await manager('POST /api/reports/drilldown/sales', { ...DAY, path: 'other' })),
  ).toMatchObject({
    code: 404,
    field: 'path',
  })
})

const used = (use: Call['sites']) =>
  Object.entries<Call>(CALLS).filter(([, { sites }]) => sites === use) as [CallName, Call][]

test.each(used('named'))('%s names its site, and is refused for another one', (name, { query, body }) => {
  const [method = ''] = name.split(' ')
  expect((method === 'GET' ? query : body)?.['required' as never]).toContain('path')
  const outcome = (path: string) => {
    let code = 200
    const done = (error?: { statusCode: number }) => (code = error?.statusCode ?? 200)
    const session = { operator: 'mia', sites: ['small'] }
    const given = { method, session, ...(method === 'GET' ? { query: { path } } : { body: { path } }) }
    Reflect.apply(namesOwnSite, undefined, [given, null, done])
    return code
  }
  expect([outcome('small'), outcome('other'), outcome('')]).toEqual([200, 404, 404])
})

test('another site’s draft can be neither read nor saved', async () => {
  const call = '/api/reports/studio/draft'
  expect((await author(`GET ${call}`, { path: 'small' })).json()).toMatchObject({ text: '{"of":"small"}' })
  expect(refused(await author(`GET ${call}`, { path: 'other' }))).toMatchObject({ code: 404, field: 'path' })
  const given = { path: 'other', revision: 1, text: '{}' }
  expect(refused(await author(`PATCH ${call}`, given))).toMatchObject({ code: 404, field: 'path' })
  expect(await store.draft('other')).toMatchObject({ text: '{"of":"other"}' })
})

test.each(used('all'))('%s is for accounts with all sites', async (name, { caller }) => {
  const answer = await (caller === 'author' ? author : manager)(name)
  expect(refused(answer)).toMatchObject({
    code: 403,
    detail: 'This applies to all sites, but your account only covers /small. Ask an admin for access.',
  })
  expect((await all(name)).statusCode).not.toBe(403)
})

test('only calls about the operator’s own account concern no site', () => {
  const calls = used('own').map(([name]) => name)
  expect(calls.filter((name) => !/ \/api\/reports\/(account\/|me$|logout$|confirm$)/.test(name))).toEqual([])
})

test.each([
  ['small', 200],
  ['other', 401],
  [null, 401],
])('a key for %j gets %i once its author is limited to one site', async (path, code) => {
  const key = `of-${path}`.padEnd(43, '-')
  await store.addPublishKey(digestOf(key), { name: key, path, made_by: 'abe', made_at: AT })
  const answer = await send({
    method: 'POST',
    url: '/api/publish',
    payload: { path: path ?? 'small', text: '{}', files: {} },
    headers: { authorization: `Bearer ${key}` },
  })
  expect(answer.statusCode).toBe(code)
})

test('a scheduled publish fails if its author lost access to the site', async () => {
  const publishing = publishRequests(ctx, authorProcess(store))
  const reasonFor = async (path: string) => {
    const id = randomUUID()
    await store.decidePublishRequest({ ...WAITING, id: path === 'small' ? own.id : foreign.id })
    const asked = { id, path, text: '{}', files: {}, weight: 100, asked_by: 'abe', maker: 'abe' }
    await store.addPublishRequest({ ...asked, asked_at: AT, live_at: null, state: 'planned' })
    await publishing.publishPlanned(await publishing.found(id))
    return (await store.publishRequest(id))?.reason
  }
  expect(await reasonFor('other')).toBe('abe can no longer publish.')
  expect(await reasonFor('small')).not.toBe('abe can no longer publish.')
})

test('an API key gets no report of another site, and the audit log names the key’s sites', async () => {
  const call = 'GET /api/reports/sale-stats'
  const given = (path: string) => ({ path, from: DAY.from, to: DAY.to })
  expect(refused(await program(call, given('other')))).toMatchObject({ code: 404, field: 'path' })
  for (const [ask, path] of [
    [program, 'small'],
    [anywhere, 'other'],
  ] as const)
    expect((await ask(call, given(path))).statusCode).toBe(200)
  expect((await program('GET /api/reports/paths')).json()).toEqual({ data: ['small'] })
  const { data } = await store.auditPage({ act: 'make_report_key' }, 10)
  expect(data.map(({ about }) => about)).toEqual(['bi', 'crm for /small'])
})

test('an admin has all sites', async () => {
  const given = { name: 'bo', role: 'admin', sites: ['small'], email: null }
  expect(refused(await all('POST /api/reports/people/invite', given))).toMatchObject({
    code: 422,
    field: 'sites',
  })
  const { email: _, ...role } = { ...given, name: 'mia' }
  expect(refused(await all('POST /api/reports/people/role', role))).toMatchObject({
    code: 422,
    field: 'sites',
  })
})

test('a login from the previous release has the sites of its account', async () => {
  const logins = await store.loginSessions(AT)
  const { id } = logins.find(({ operator }) => operator === 'mia')!
  const { sites: _, ...before } = JSON.parse((await store.loginSession(id))!.data) as Record<string, unknown>
  await store.saveLoginSession(id, JSON.stringify(before), AT + 3_600_000)
  expect((await manager('GET /api/reports/paths')).json()).toEqual({ data: ['small'] })
})

test('a change of sites ends an account’s logins, and the audit log lists them', async () => {
  const given = { name: 'abe', role: 'author', sites: ['other', 'small'] }
  expect((await all('POST /api/reports/people/role', given)).statusCode).toBe(204)
  expect((await author('GET /api/reports/me')).statusCode).toBe(401)
  expect(await store.auditLog(1)).toMatchObject([
    { operator: 'root', act: 'change_role', about: 'abe to author for /other, /small' },
  ])
})

test('counts and resends only what belongs to its own sites', async () => {
  const count = async (ask: Ask) =>
    (await ask('POST /api/reports/desk/deliveries/replayable')).json<{ count: number }>().count
  expect([await count(manager), await count(all)]).toEqual([1, 2])
  for (const call of ['replayable', 'replay-matching', 'csv'])
    expect(
      refused(await manager(`POST /api/reports/desk/deliveries/${call}`, { path: 'other' })),
    ).toMatchObject({
      code: 404,
      field: 'path',
    })
  const { body } = await manager('POST /api/reports/desk/deliveries/replay-matching')
  expect(body).toContain('"replayed":1')
  expect([await count(manager), await count(all)]).toEqual([0, 1])
})
