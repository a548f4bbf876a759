import { expect, onTestFinished, test } from 'vitest'
import { startDelivery } from '../../../src/server/startDelivery.ts'
import { startForgetting } from '../../../src/server/jobs/forgetPersons.ts'
import { startRetention } from '../../../src/server/jobs/retention.ts'
import { openLocalBuyer } from '../../../src/cli/kernel/localBuyer.ts'
import type { Session } from '../../../schemas/kernel/session.ts'
import type { Store } from '../../../src/store/store.ts'
import { running, submission, wrapped } from '../running.ts'
import { HURT, MAIL, SELLING_FLOW, WHERE } from '../smallFlow.ts'

/** Opens a store, with a way to change its rows directly, using `?` for each value. */
export type OpenEditable = (
  place: string,
  now: () => number,
) => Promise<{ store: Store; edit: (sql: string, ...values: string[]) => Promise<void> }>

const YEAR_MS = 365 * 86_400_000
const PERSON = { email: 'ann@example.com', phone: null }

/** Contract for every engine about rows that a job can't work with. */
export function badRowsContract(openEditable: OpenEditable): void {
  async function stage(place: string) {
    const clock = { ms: Date.parse('2026-01-01T12:00:00Z') }
    const { store, edit } = await openEditable(`bad rows ${place}`, () => clock.ms)
    const buyer = await openLocalBuyer({
      port: 0,
      price: '25.00',
      mannerOf: () => 'accept',
      onPost: () => {},
    })
    onTestFinished(() => buyer.close())
    const buyers = new Map([
      ['acme', { format: 'json', url: `${buyer.url}/json`, local: true, timeout_s: 20 } as const],
    ])
    const server = await running({ store, now: () => clock.ms, flow: SELLING_FLOW, buyers })
    const visit = async (): Promise<Session> => {
      const session = await server.open()
      for (const step of [HURT, WHERE, MAIL]) {
        const call = wrapped('POST /api/sessions/step', submission(session, step), session.token)
        expect((await server.send(call)).statusCode).toBe(204)
      }
      return session
    }
    const lines: object[] = []
    const log = {
      warn: (line: object) => void lines.push(line),
      error: (line: object) => void lines.push(line),
    }
    const isForgotten = async ({ uuid }: Session) => (await store.session(uuid).catch(() => null))?.ip === ''
    return { ...server, store, edit, clock, visit, lines, log: log as never, isForgotten }
  }
  /** Runs the job until it reaches this session. */
  const swept = async (ctx: Stage['ctx'], log: never, { uuid }: Session) => {
    const { stop } = startRetention(ctx, log)
    await expect.poll(async () => (await ctx.store.session(uuid))?.ip, { timeout: 20_000 }).toBe('')
    await stop()
  }
  type Stage = Awaited<ReturnType<typeof stage>>
  const spoil = ({ edit }: Stage, { uuid }: Session, origin = '{"query": {"email": "ann@') =>
    edit('UPDATE sessions SET origin = ? WHERE uuid = ?', origin, uuid)
  const counted = async ({ ctx }: Stage, job: string) =>
    (await ctx.metrics.badRows.get()).values.find(({ labels }) => labels.job === job)?.value ?? 0

  test('retention forgets everyone except the session it can’t read, and logs that once', async () => {
    const staged = await stage('retention')
    const { ctx, visit, lines, log, clock, isForgotten } = staged
    const visits = [await visit(), await visit(), await visit()]
    await spoil(staged, visits[0]!)
    clock.ms += 10 * YEAR_MS
    await swept(ctx, log, visits[2]!)
    expect(await Promise.all(visits.map(isForgotten))).toEqual([false, true, true])
    expect(lines).toEqual([{ job: 'retention', row: visits[0]!.uuid, stoppedAt: expect.any(Array) }])
    expect(JSON.stringify(lines)).not.toContain('ann@')
    expect(await counted(staged, 'retention')).toBe(1)
  })

  test('a person is forgotten in every readable session, the request stays open, and others don’t wait', async () => {
    const staged = await stage('forgetting')
    const { ctx, store, visit, lines, log, isForgotten, clock } = staged
    const visits = [await visit(), await visit()]
    await spoil(staged, visits[0]!)
    const ask = async (email: string) => {
      const request = await store.privacyRequest({
        ...PERSON,
        kind: 'delete',
        path: 'small',
        manner: 'form',
        email,
        at: clock.ms,
      })
      await store.askToForget(request, 'one-manager', clock.ms)
    }
    await ask(PERSON.email)
    await ask('bob@example.com')
    const forgetting = startForgetting(ctx, log)
    onTestFinished(() => forgetting.stop())
    await expect
      .poll(
        async () => (await store.privacyRequests({ kind: 'delete', limit: 9 })).map(({ state }) => state),
        {
          timeout: 20_000,
        },
      )
      .toEqual(['answered', 'forgetting'])
    expect(await Promise.all(visits.map(isForgotten))).toEqual([false, true])
    expect(lines).toEqual([{ job: 'forgetting', row: visits[0]!.uuid, stoppedAt: expect.any(Array) }])
    expect(await counted(staged, 'forgetting')).toBe(1)
  })

  test('a half surrogate pair or U+0000 from an earlier release doesn’t prevent forgetting', async () => {
    const staged = await stage('earlier')
    const { ctx, visit, lines, log, clock, isForgotten } = staged
    const visits = [await visit(), await visit()]
    const origin = JSON.stringify({ today: '2026-01-01', query: { sub4: 'x\ud83d\0\ude00\\' } })
    for (const session of visits) await spoil(staged, session, origin)
    clock.ms += 10 * YEAR_MS
    await swept(ctx, log, visits[1]!)
    expect([await Promise.all(visits.map(isForgotten)), lines]).toEqual([[true, true], []])
  })

  test('an unreadable lead doesn’t hold up others of its buyer', async () => {
    const staged = await stage('delivery')
    const { ctx, store, edit, visit, lines, log } = staged
    const visits: Session[] = []
    // One more than the number sent to a buyer at once.
    for (let n = 0; n < 9; n++) visits.push(await visit())
    for (const { uuid } of visits.slice(0, 8))
      await edit(
        'UPDATE leads SET lead = ? WHERE session = (SELECT session FROM sessions WHERE uuid = ?)',
        '{"email": "ann@',
        uuid,
      )
    const delivering = await startDelivery(ctx, log)
    onTestFinished(() => delivering.stop())
    await expect
      .poll(() => store.deliveries({ state: 'accepted', limit: 9 }), { timeout: 20_000 })
      .toMatchObject([{ session_uuid: visits[8]!.uuid }])
    expect(lines).toHaveLength(8)
    expect(lines[0]).toEqual({ job: 'delivery', row: expect.any(Number), stoppedAt: expect.any(Array) })
    expect(JSON.stringify(lines)).not.toContain('ann@')
    expect(await counted(staged, 'delivery')).toBe(8)
  })

  test('all engines store the same for text that none can represent', async () => {
    const { open, store } = await stage('texts')
    const bad = 'x\ud83d\0'
    const { uuid } = await open({ page_url: bad, referrer: bad, query: { sub1: bad, gclid: bad } })
    // Past the edge too, as an import or a job may write it.
    await store.linkOut({ uuid: 'link', session_uuid: uuid, offer: bad, step: bad, at: 1 })
    await store.optOut({ session_uuid: uuid, phone: null, email: null, source: bad, at: 1 })
    await store.quarantine({ session_uuid: uuid, call: 'a', reason: bad, body: bad, source: '', at: 1 })
    const kept = 'x\ufffd\ufffd'
    expect(await store.session(uuid)).toMatchObject({
      page_url: kept,
      referrer: kept,
      sub1: kept,
      origin: { query: { sub1: kept, gclid: kept } },
    })
    expect(await store.quarantinedOf(uuid)).toMatchObject([{ reason: kept, body: kept }])
    expect((await store.outcomes(uuid)).map(({ offer }) => offer)).toContain(kept)
    expect(await store.forgetSession(uuid)).toBe(true)
  })
}
