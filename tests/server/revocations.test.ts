import { afterAll, describe, expect, test } from 'vitest'
import type { Buyer } from '../../schemas/buyer/buyer.ts'
import type { OptOutFileAnswer, OptOutList, OpenOptOuts } from '../../schemas/desk/optOuts.ts'
import type { Proof } from '../../schemas/desk/proof.ts'
import { session, step, uuidOf } from '../store/history.ts'
import { askAs } from './desk/askAs.ts'
import { refused, running } from './running.ts'
import { SELLING_FLOW } from './smallFlow.ts'

/** Tests requests of people not to be contacted anymore, from each way in to each buyer. */

const NOW = Date.parse('2026-11-20T12:00:00-05:00')
const ENV = { RATE_LIMIT: '0', INBOUND_MAIL_KEY: 'key-of-the-mail-provider' }
const plain: Buyer = { format: 'json', url: 'https://buyer.example/leads', price: '25.00' }
const buyers = new Map<string, Buyer>([
  ['acme', { ...plain, return_key: 'secret-of-acme' }],
  ['bolt', { ...plain, return_key: 'secret-of-bolt' }],
  ['rude', { ...plain, return_key: 'secret-of-rude' }],
])
const clock = { ms: NOW }
const server = await running({ flow: SELLING_FLOW, buyers, env: ENV, now: () => clock.ms, until: afterAll })
const { send, store, app } = server
const manager = await askAs(server, 'manager')
const analyst = await askAs(server, 'analyst')
const ask = manager.post

let n = 0
/** A lead that buyers bought; resolves to its session and contacts. */
async function sold(...to: string[]) {
  const uuid = uuidOf(++n)
  await store.openSession(session({ uuid, at: NOW, version: 1, path: 'small' }))
  const payload = { phone: `512555${String(1000 + n)}`, email: `visitor.${n}@example.com` }
  const contacts = [
    { kind: 'phone' as const, text: payload.phone },
    { kind: 'email' as const, text: payload.email },
  ]
  const lead = { offer: 'claim', buyers: to, payload, contacts }
  await store.appendStep(uuid, step({ id: uuidOf(5000 + n), at: NOW }), { lead })
  const deliveries = await store.leadDeliveries(uuid)
  for (const { delivery } of deliveries) {
    await store.beginAttempt(delivery, NOW)
    const sale = { external_id: `sale-${delivery}`, cents: 2500 }
    await store.endAttempt(delivery, 1, { state: 'accepted', message: 'Yes.', at: NOW, due_at: null, sale })
  }
  return { uuid, ...payload, key: deliveries[0]?.key ?? '' }
}
const report = (payload: object) => send({ method: 'POST', url: '/api/revocations', payload })
const noticed = async (uuid: string) =>
  (await store.revocationsOf(uuid, [])).notices.map(({ buyer, state }) => `${buyer} ${state}`)
const list = (lines: string, key = 'secret-of-acme') =>
  app.inject({
    method: 'POST',
    url: '/api/revocations/lines',
    headers: { 'content-type': 'application/x-ndjson', authorization: `Bearer ${key}` },
    payload: lines,
  })
const partsOf = (body: string) =>
  body
    .trim()
    .split('\n')
    .map((part) => JSON.parse(part) as Record<string, unknown>)
const mail = (payload: object, key = ENV.INBOUND_MAIL_KEY) =>
  app.inject({ method: 'POST', url: `/webhook/inbound-mail?key=${key}`, payload })

describe('POST /api/revocations', () => {
  test('takes a buyer’s report once, and answers the same for unknown people', async () => {
    const { uuid, phone, email } = await sold('acme', 'bolt')
    const stop = { key: 'secret-of-acme', id: 'own-1', phone: `+1${phone}`, said: 'STOP', means: 'text' }
    expect((await report(stop)).statusCode).toBe(204)
    expect((await report(stop)).statusCode).toBe(204)
    expect(await noticed(uuid)).toEqual(['acme sent', 'bolt due'])
    expect(refused(await report({ ...stop, phone: '5125559999' }))).toMatchObject({ code: 409, field: 'id' })
    const unknown = { key: 'secret-of-acme', email: 'no@example.com' }
    expect((await report(unknown)).statusCode).toBe(204)
    const wrong = await sold('bolt')
    expect((await report({ key: 'secret-of-rude', email: wrong.email })).body).toBe('')
    expect(await noticed(wrong.uuid)).toEqual([])
    expect(await store.optOuts(uuidOf(9999), [email, phone])).toMatchObject([{ of: 'phone' }])
  })

  test.each<[string, object, object]>([
    ['a wrong key', { key: 'x'.repeat(14), phone: '5125551000' }, { code: 401, field: 'key' }],
    ['no person', { said: 'STOP' }, { code: 400, field: 'phone' }],
    ['a wrong number', { phone: '512' }, { code: 400, field: 'phone' }],
    ['a wrong address', { email: 'ann' }, { code: 400, field: 'email' }],
    ['an unknown lead', { lead: 'k0' }, { code: 400, field: 'lead' }],
    ['a time without a zone', { phone: '5125551000', said_at: '2026-11-20T10:00:00' }, { code: 400 }],
    ['a time in the future', { phone: '5125551000', said_at: '2026-11-21T10:00:00Z' }, { code: 400 }],
  ])('refuses %s', async (_, more, expected) => {
    expect(refused(await report({ key: 'secret-of-acme', ...more }))).toMatchObject(expected)
  })
})

describe('a list', () => {
  test('is taken line by line, names each wrong line, and changes nothing when it is sent again', async () => {
    const [one, two] = [await sold('acme', 'bolt'), await sold('acme')]
    const lines = [
      JSON.stringify({ id: 'a', phone: one.phone, said: 'stop' }),
      '{"phone": ',
      '[]',
      JSON.stringify({ phone: '1' }),
      '',
      JSON.stringify({ id: 'a', phone: '5125550000' }),
      JSON.stringify({ phone: two.phone, extra: 1 }),
      JSON.stringify({ phone: two.phone, id: 7 }),
      JSON.stringify({ email: two.email }),
      JSON.stringify({ email: two.email }),
      `{"said": "${'x'.repeat(9000)}"}`,
      JSON.stringify({ lead: two.key }),
    ].join('\n')
    const first = await list(lines)
    expect(first.statusCode).toBe(200)
    const parts = partsOf(first.body)
    expect(parts.at(-1)).toEqual({ ended: true, lines: 11, taken: 3, known: 1, wrong: 7 })
    const wrong = parts.filter(({ problem }) => problem !== undefined)
    expect(wrong.map(({ line, field }) => [line, field])).toEqual([
      [2, ''],
      [3, ''],
      [4, 'phone'],
      [7, 'extra'],
      [8, 'id'],
      [11, ''],
      [6, 'id'],
    ])
    expect(await noticed(one.uuid)).toEqual(['acme sent', 'bolt due'])
    expect(partsOf((await list(lines)).body).at(-1)).toMatchObject({ taken: 0, known: 4, wrong: 7 })
    expect((await list(lines, 'wrong-secret')).statusCode).toBe(401)
  })
})

describe('emails', () => {
  test.each<[string, object]>([
    [
      'a reply',
      { from: 'Ann <ANN@example.com>', subject: 'Re: Your claim', text: 'Stop.\n\nOn Fri, we wrote:\n> Hi' },
    ],
    ['Mailgun', { sender: 'ann@example.com', subject: 'x', 'body-plain': 'Please take me off your list.' }],
    ['Postmark', { From: 'ann@example.com', Subject: 'Unsubscribe', TextBody: '' }],
    ['Spanish', { from: 'ann@example.com', subject: 'Re: Su caso', text: 'Ya no me llamen más, por favor.' }],
    [
      'HTML',
      { from: 'ann@example.com', subject: 'Re: x', html: '<p>Don’t call me</p><blockquote>Hi</blockquote>' },
    ],
    [
      'a forwarded email',
      {
        from: 'staff@buyer.example',
        subject: 'Fwd: hello',
        text: 'FYI\n\n---------- Forwarded message ---------\nFrom: Ann <ann@example.com>\nDate: Fri\nSubject: hello\n\nstop calling me at (512) 555-7777',
      },
    ],
  ])('%s that says STOP is taken', async (name, posted) => {
    const answer = await mail({ ...posted, 'Message-Id': `<${name}>` })
    expect(answer.json()).toEqual({ taken: true })
    const [newest] = await store.revocations({ now: NOW, limit: 1, channel: 'email' })
    expect(newest?.email?.toLowerCase()).toBe('ann@example.com')
    expect(newest?.phone).toBe(name === 'a forwarded email' ? '(512) 555-7777' : null)
  })

  test.each<[string, object]>([
    [
      'an answer',
      { from: 'bob@example.com', subject: 'Re: Stop paying too much', text: 'Thanks, call me at noon.' },
    ],
    [
      'only the quote has the word',
      { from: 'bob@example.com', subject: 'Re: x', text: 'Yes!\n> reply STOP to end' },
    ],
    [
      'a long text with the word',
      { from: 'bob@example.com', subject: 'x', text: 'The bus stop is where the crash was, you know.' },
    ],
    ['nobody', { subject: 'x', text: 'stop' }],
  ])('%s isn’t', async (_, posted) => {
    expect((await mail(posted)).json()).toEqual({ taken: false })
  })

  test('need the key', async () => {
    expect((await mail({ from: 'ann@example.com', text: 'stop' }, 'wrong')).statusCode).toBe(401)
  })
})

describe('the desk', () => {
  test('adds an opt-out by hand, lists each buyer’s state, and confirms it', async () => {
    const { uuid, phone, email } = await sold('acme', 'bolt')
    const added = await ask('opt-outs/add', { phone, said: 'Called us and said no.' })
    expect(added.json()).toEqual({ notices: 2 })
    const found = (await ask('opt-outs', { search: phone })).json<OptOutList>()
    expect(found.data).toMatchObject([
      {
        phone,
        said: 'Called us and said no.',
        channel: 'desk',
        notices: [{ buyer: 'acme' }, { buyer: 'bolt' }],
      },
    ])
    const [acme, bolt] = found.data[0]!.notices.map(({ notice }) => notice)
    expect((await ask('opt-outs/confirm', { notices: [acme, bolt] })).statusCode).toBe(204)
    expect(refused(await ask('opt-outs/confirm', { notices: [acme] }))).toMatchObject({ code: 409 })
    expect(await noticed(uuid)).toEqual(['acme sent', 'bolt sent'])
    expect((await ask('opt-outs/send-again', { notice: acme })).statusCode).toBe(204)
    expect(refused(await ask('opt-outs/send-again', { notice: acme }))).toMatchObject({ code: 409 })
    const csv = await ask('opt-outs/csv', { buyer: 'bolt' })
    expect(csv.body).toContain(email)
    expect(refused(await ask('opt-outs/add', { said: 'no' }))).toMatchObject({ code: 422, field: 'phone' })
    const open = (await analyst.get('opt-outs/open')).json<OpenOptOuts>()
    expect(open.buyers.find(({ buyer }) => buyer === 'bolt')).toMatchObject({ near: 0, late: 0 })
  })

  test('masks contacts and words for a role that sees no personal data', async () => {
    const { data } = (await analyst.post('opt-outs', {})).json<OptOutList>()
    expect(data.length).toBeGreaterThan(0)
    for (const one of data) {
      expect(
        [one.phone ?? '•••', one.email ?? '•••', one.said || '•••'].every((text) => text.includes('•••')),
      ).toBe(true)
    }
    expect(refused(await analyst.post('opt-outs', { search: 'ann@example.com' }))).toMatchObject({
      code: 403,
    })
    for (const call of ['add', 'file', 'confirm', 'send-again', 'csv'])
      expect((await analyst.post(`opt-outs/${call}`, {})).statusCode).toBe(403)
  })

  test('reads a file, names each wrong line, and knows it when it comes again', async () => {
    const { uuid, phone } = await sold('acme')
    const content = Buffer.from(`Phone Number,Email,Date\n${phone},,2026-11-19\n12,,\n,bad,\n`).toString(
      'base64',
    )
    const file = { name: 'stop.csv', content }
    const answer = (await ask('opt-outs/file', file)).json<OptOutFileAnswer>()
    expect(answer).toMatchObject({ lines: 3, taken: 1, known: 0, wrong: 2, notices: 1 })
    expect(answer.problems.map(({ line, field }) => [line, field])).toEqual([
      [3, 'phone'],
      [4, 'email'],
    ])
    expect((await ask('opt-outs/file', file)).json()).toMatchObject({ taken: 0, known: 1, notices: 0 })
    expect(await noticed(uuid)).toEqual(['acme due'])
    const unnamed = { name: 'x.csv', content: Buffer.from('a,b\n1,2\n').toString('base64') }
    expect(refused(await ask('opt-outs/file', unnamed))).toMatchObject({ code: 422, field: 'content' })
  })

  test('is part of the lead’s evidence and its proof', async () => {
    const { uuid, phone } = await sold('acme', 'bolt')
    await report({ key: 'secret-of-acme', phone, said: 'Stop it' })
    const proof = (await manager.get(`lead/proof?uuid=${uuid}`)).json<Proof>()
    const kinds = proof.entries.map(({ kind }) => kind)
    expect(kinds.filter((kind) => ['opt_out', 'notice', 'confirmation'].includes(kind)).sort()).toEqual([
      'confirmation',
      'notice',
      'notice',
      'opt_out',
    ])
    expect(proof.entries.find(({ kind }) => kind === 'opt_out')?.content).toMatchObject({
      source: 'acme',
      said: 'Stop it',
    })
  })
})
