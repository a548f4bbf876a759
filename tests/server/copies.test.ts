import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Buyer } from '../../schemas/buyer/buyer.ts'
import type { LeadCopies } from '../../schemas/buyer/copies.ts'
import type { ProblemDetails } from '../../schemas/author/problem.ts'
import type { KnownBuyer } from '../../schemas/desk/buyers.ts'
import type { OutgoingList } from '../../schemas/desk/outgoing.ts'
import { copyPeriodOf } from '../../src/server/copies/copyPeriod.ts'
import { startCopies } from '../../src/server/copies/startCopies.ts'
import { step, uuidOf, session } from '../store/history.ts'
import { askAs } from './desk/askAs.ts'
import { mailServer, readLetter } from './mail/mailServer.ts'
import { running } from './running.ts'
import { SELLING_FLOW } from './smallFlow.ts'

/** Tests the emails with which buyers get the leads of a day or a week. */

const utc = (at: number) => new Date(at).toISOString()
const periodAt = (at: string, schedule: Pick<LeadCopies, 'every' | 'hour'>, zone: string) => {
  const { from, to, sendAt } = copyPeriodOf(Date.parse(at), schedule, zone)
  return [utc(from), utc(to), utc(sendAt)]
}

type Asked = Parameters<typeof periodAt>

test.each<[name: string, asked: Asked, expected: string[]]>([
  [
    'a day of Chicago',
    ['2026-11-20T12:00:00Z', { every: 'day', hour: 8 }, 'America/Chicago'],
    ['2026-11-20T06:00:00.000Z', '2026-11-21T06:00:00.000Z', '2026-11-21T14:00:00.000Z'],
  ],
  [
    'a week from Monday to Sunday, sent on Monday',
    ['2026-11-22T12:00:00Z', { every: 'week', hour: 0 }, 'America/New_York'],
    ['2026-11-16T05:00:00.000Z', '2026-11-23T05:00:00.000Z', '2026-11-23T05:00:00.000Z'],
  ],
  [
    'the day of 25 hours in November',
    ['2026-11-01T12:00:00Z', { every: 'day', hour: 8 }, 'America/New_York'],
    ['2026-11-01T04:00:00.000Z', '2026-11-02T05:00:00.000Z', '2026-11-02T13:00:00.000Z'],
  ],
  [
    'the first of a repeated hour',
    ['2026-10-31T12:00:00Z', { every: 'day', hour: 1 }, 'America/New_York'],
    ['2026-10-31T04:00:00.000Z', '2026-11-01T04:00:00.000Z', '2026-11-01T05:00:00.000Z'],
  ],
  [
    'the day of 23 hours in March',
    ['2026-03-08T12:00:00Z', { every: 'day', hour: 8 }, 'America/New_York'],
    ['2026-03-08T05:00:00.000Z', '2026-03-09T04:00:00.000Z', '2026-03-09T12:00:00.000Z'],
  ],
  [
    'the end of a skipped hour',
    ['2026-03-07T12:00:00Z', { every: 'day', hour: 2 }, 'America/New_York'],
    ['2026-03-07T05:00:00.000Z', '2026-03-08T05:00:00.000Z', '2026-03-08T07:00:00.000Z'],
  ],
  [
    'a day that begins at one o’clock, sent at its begin for midnight',
    ['2026-09-05T12:00:00Z', { every: 'day', hour: 0 }, 'America/Santiago'],
    ['2026-09-05T04:00:00.000Z', '2026-09-06T04:00:00.000Z', '2026-09-06T04:00:00.000Z'],
  ],
])('a period is %s', (_, asked, expected) => {
  expect(periodAt(...asked)).toEqual(expected)
})

/** Noon in Chicago. */
const NOON = Date.parse('2026-11-20T12:00:00-06:00')
/** The hour at which that day's leads are sent. */
const MORNING = Date.parse('2026-11-21T08:00:00-06:00')
const DAY_MS = 86_400_000
const DAILY: Buyer = {
  format: 'json',
  url: 'https://acme.example/leads',
  price: '25.00',
  time_zone: 'America/Chicago',
  fields: { Mail: 'email', Comment: 'comment' },
  copies: { to: ['ann@acme.example'], every: 'day', hour: 8 },
}

async function stage({ port, buyer = DAILY }: { port?: number; buyer?: Buyer } = {}) {
  const clock = { ms: NOON }
  const buyers = new Map([['acme', buyer]])
  const server = await running({
    flow: SELLING_FLOW,
    now: () => clock.ms,
    buyers,
    env: {
      RATE_LIMIT: '0',
      ...(port !== undefined && {
        SMTP_URL: `smtp://127.0.0.1:${port}`,
        MAIL_FROM: 'Small Site <list@small.example>',
      }),
    },
  })
  const { store, ctx } = server
  let n = 0
  const sell = async (at: number, answers: Record<string, string> = {}) => {
    const uuid = uuidOf(++n)
    await store.openSession(session({ uuid, at, version: 1, path: 'small' }))
    const payload = { email: `visitor.${n}@example.com`, ...answers }
    const lead = { offer: 'claim', buyers: ['acme'], payload, contacts: [] }
    await store.appendStep(uuid, step({ id: uuidOf(1000 + n), at }), { lead })
    const { delivery } = (await store.leadDeliveries(uuid))[0]!
    await store.beginAttempt(delivery, at)
    const sale = { external_id: `sale-${n}`, cents: 2500 }
    await store.endAttempt(delivery, 1, { state: 'accepted', message: 'Yes.', at, due_at: null, sale })
    return uuid
  }
  /** Starts the sender as a process does, and stops it as its end would. */
  const start = async () => {
    const copying = await startCopies(ctx, server.app.log)
    onTestFinished(() => copying.stop())
    return copying
  }
  const copies = async () => (await store.outgoingList({ what: 'copy' })).rows
  const states = async () => (await copies()).map(({ state, attempts }) => `${state} ${attempts}`)
  return { ...server, clock, buyers: ctx.buyers as Map<string, Buyer>, sell, start, copies, states }
}

test('sends yesterday’s leads as a file at the buyer’s hour, once, with its field names', async () => {
  const smtp = await mailServer()
  const { clock, sell, start, states, dataDir } = await stage({ port: smtp.port })
  await sell(NOON, { comment: '=1+1' })
  await sell(NOON + 1000, { comment: 'Café, "now"' })
  const first = await start()
  await expect.poll(states).toEqual(['due 0'])
  await first.stop()
  expect(smtp.letters).toEqual([])

  clock.ms = MORNING
  const second = await start()
  // The day that has begun is planned as well.
  await expect.poll(states).toEqual(['due 0', 'sent 1'])
  await second.stop()
  await start()
  expect(smtp.letters.map(({ to }) => to)).toEqual([['ann@acme.example']])
  const { headers, body } = readLetter(smtp.letters[0]!.raw)
  expect(headers).toMatch(/^Subject: Your leads for Nov 20, 2026$/m)
  expect(headers).toMatch(/^From: Small Site <list@small\.example>$/m)
  expect(body).toContain('You bought 2 leads on Nov 20, 2026 (America/Chicago).')
  expect(headers + body.split('Content-Type: text/csv')[0]!).not.toContain('visitor.1')
  expect(fileIn(smtp.letters[0]!.raw).split('\r\n')).toEqual([
    '\ufefflead_id,sold_at,price,Mail,Comment',
    expect.stringMatching(/^[\w-]+,2026-11-20 12:00:00 CST,25,visitor\.1@example\.com,"'=1\+1"$/),
    expect.stringMatching(/,2026-11-20 12:00:01 CST,25,visitor\.2@example\.com,"Café, ""now"""$/),
    '',
  ])
  // No address of a visitor is stored with the email.
  for (const file of readdirSync(dataDir))
    if (!file.includes('leadloom.db'))
      expect(readFileSync(join(dataDir, file), 'latin1')).not.toContain('visitor.1@')
})

test('a period without leads is sent as a note, and forgotten people aren’t in any file', async () => {
  const smtp = await mailServer()
  const { clock, sell, start, states, store } = await stage({ port: smtp.port })
  const uuid = await sell(NOON)
  await (await start()).stop()
  await store.forgetSession(uuid)
  clock.ms = MORNING
  await start()
  await expect.poll(states).toEqual(['due 0', 'sent 1'])
  expect(smtp.letters[0]!.raw).toContain('You bought no leads on Nov 20, 2026 (America/Chicago).')
  expect(smtp.letters[0]!.raw).not.toMatch(/text\/csv|visitor/)
})

test('a deferred copy is sent again with the same Message-ID, and missed days are sent later', async () => {
  const smtp = await mailServer()
  smtp.answers.push(451)
  const { clock, start, states, copies } = await stage({ port: smtp.port })
  await (await start()).stop()
  clock.ms = MORNING
  const first = await start()
  await expect.poll(states).toEqual(['due 0', 'due 1'])
  await expect.poll(async () => (await copies()).at(-1)!.last).toContain('451')
  await first.stop()
  // No server runs for three days.
  clock.ms = MORNING + 3 * DAY_MS
  await start()
  await expect
    .poll(async () => (await states()).toSorted())
    .toEqual(['due 0', 'sent 1', 'sent 1', 'sent 1', 'sent 2'])
  const subjects = smtp.letters.map(({ raw }) => /^Subject: (.*)$/m.exec(raw)![1]!)
  expect(subjects.toSorted()).toEqual([20, 21, 22, 23].map((day) => `Your leads for Nov ${day}, 2026`))
  expect(new Set(smtp.letters.map(({ raw }) => /^Message-ID: (.*)$/im.exec(raw)![1])).size).toBe(4)
})

test('a copy that’s no longer scheduled isn’t sent', async () => {
  const smtp = await mailServer()
  const { clock, start, states, copies, buyers } = await stage({ port: smtp.port })
  await (await start()).stop()
  const { copies: _, ...without } = DAILY
  buyers.set('acme', without)
  clock.ms = MORNING
  const second = await start()
  await expect.poll(states).toEqual(['suppressed 1'])
  expect((await copies())[0]!.last).toBe('Not sent: the buyer’s schedule changed.')
  await second.stop()
  // The days without a schedule aren't made up for when there is one again.
  buyers.set('acme', DAILY)
  clock.ms = MORNING + 5 * DAY_MS
  await start()
  await expect.poll(states).toEqual(['due 0', 'suppressed 1'])
  expect(smtp.letters).toEqual([])
})

test('a schedule is checked, saved with who changed it, and its copies are listed and sent again on the desk', async () => {
  const server = await stage()
  const { ctx, start, store, copies } = server
  const manager = await askAs(server, 'manager')
  const save = (schedule: object) =>
    manager.post('buyers', {
      buyer: 'bolt',
      revision: 0,
      document: { format: 'json', url: 'https://bolt.example/leads', copies: schedule },
    })
  const fields = async (schedule: object) =>
    (await save(schedule)).json<ProblemDetails>().errors!.map(({ field }) => field)
  expect(await fields({ to: [], every: 'day', hour: 8 })).toEqual(['copies/to'])
  expect(await fields({ to: ['bolt'], every: 'day', hour: 8 })).toEqual(['copies/to/0'])
  expect(await fields({ to: ['a@bolt.example'], every: 'month', hour: 24 })).toEqual([
    'copies/every',
    'copies/hour',
  ])
  const schedule = { to: ['a@bolt.example'], every: 'week', hour: 23 }
  expect((await save(schedule)).json<KnownBuyer>().document['copies']).toEqual(schedule)
  expect(ctx.buyers.get('bolt')!.copies).toEqual(schedule)
  const [audited] = (await store.auditPage({}, 1)).data
  expect([audited!.operator, JSON.stringify(audited)]).toEqual([
    'one-manager',
    expect.stringContaining('a@bolt.example'),
  ])

  // Without a mail server, copies wait.
  await start()
  await expect.poll(async () => (await copies()).length).toBe(2)
  const list = async () => (await manager.post('outgoing', { what: 'copy' })).json<OutgoingList>().data
  const bolt = (await list()).find(({ name }) => name === 'bolt')!
  expect(bolt).toMatchObject({ state: 'due', attempts: 0, account: 'a@bolt.example', kind: 'copy' })
  const { entry } = bolt
  await store.releaseCopies(NOON + 30 * DAY_MS)
  await store.beginCopy(entry, NOON + 30 * DAY_MS)
  await store.endCopy(entry, 1, { state: 'refused', message: '550', due_at: null })
  expect((await manager.post('outgoing/replay', { what: 'copy', entry })).statusCode).toBe(204)
  expect((await list()).find(({ name }) => name === 'bolt')).toMatchObject({ state: 'due', attempts: 1 })
})

/** Contents of the attached file. */
function fileIn(raw: string): string {
  const part = raw.split(/^--.*$/m).find((one) => one.includes('text/csv'))!
  const [head = '', ...rest] = part.trim().split('\r\n\r\n')
  const body = rest.join('\r\n\r\n')
  return /base64/i.test(head) ? Buffer.from(body, 'base64').toString() : readLetter(part.trim()).body
}
