import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, vi } from 'vitest'
import type { Buyer } from '../../../../schemas/buyer/buyer.ts'
import { leadMailer } from '../../../../src/server/delivery/mailLead.ts'
import { deliver } from '../../../../src/server/startDelivery.ts'
import { openStore } from '../../../../src/store/openStore.ts'
import { layEmptyDatabase } from '../../../store/emptyDatabase.ts'
import { publish, session, step, uuidOf } from '../../../store/history.ts'
import { AT } from '../stage.ts'
import { PATIENCE_MS } from '../../../patience.ts'

/** Answers of a buyer to its ping and to the post. 'silence': none, ever. */
export interface Bidding {
  bid: unknown
  post?: unknown
  buyer?: Partial<Buyer>
}

export const bids = (price: unknown) => ({ result: 'success', ping_id: 'P1', price })
export const sold = (price?: unknown) => ({ result: 'success', lead_id: randomUUID(), price })
export const REFUSED = { result: 'failed', msg: 'Outside the area we serve' }

/** A store with leads due for several bidding buyers, and these buyers on this machine. `auctionMs`: end of an auction in which a buyer
 *  stays silent; the others end once all have bid. */
export async function auctionStage(
  bidding: Record<string, Bidding>,
  leads = 1,
  { auctionMs = PATIENCE_MS }: { auctionMs?: number } = {},
) {
  const dataDir = mkdtempSync(join(tmpdir(), 'leadloom-auction-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  const calls: string[] = []
  const bodies: string[] = []
  const server = createServer((request, response) => {
    void (async () => {
      let body = ''
      for await (const chunk of request) body += String(chunk)
      bodies.push(body)
      const [, name = '', what] = (request.url ?? '').split('/')
      calls.push(`${what} ${name}`)
      const { bid, post = sold() } = bidding[name]!
      let answer = what === 'ping' ? bid : post
      if (typeof answer === 'function') answer = (answer as () => unknown)()
      if (answer === 'silence') return
      if (answer === 'busy') return void response.writeHead(503).end()
      response.end(JSON.stringify(answer))
    })()
  })
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const host = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const buyers = new Map(
    Object.entries(bidding).map(([name, { buyer }]): [string, Buyer] => [
      name,
      {
        format: 'leadspedia',
        campaign_id: '7',
        url: `${host}/${name}/post`,
        ping: { url: `${host}/${name}/ping`, fields: ['zip'] },
        auction: {},
        shares: 1,
        local: true,
        timeout_s: 2,
        duplicate_window_days: 0,
        ...buyer,
      },
    ]),
  )
  await layEmptyDatabase(dataDir)
  const clock = { now: AT }
  const store = await openStore({ dataDir, now: () => clock.now, hasThreads: false })
  onTestFinished(() => store.close())
  await publish(store, 'leadloom', AT)
  const add = async (i: number) => {
    await store.openSession(session({ uuid: uuidOf(i) }))
    const payload = { zip: '78701', phone: '(512) 555-2368', first_name: 'Ann' }
    await store.appendStep(uuidOf(i), step({ id: randomUUID(), at: AT }), {
      lead: { offer: 'mva', buyers: [...buyers.keys()], payload },
    })
  }
  for (let i = 0; i < leads; i++) await add(i)
  const errors: unknown[] = []
  const start = async () => {
    const delivering = await deliver({
      mailLead: leadMailer({ smtpUrl: null, mailFrom: null }).send,
      store,
      buyers,
      now: () => clock.now,
      random: () => 1,
      auctionMs,
      maxSaleCents: 100_000,
      onError: (error) => errors.push(error),
      onAttempt: () => {},
    })
    onTestFinished(() => delivering.stop())
    return delivering
  }
  /** State of the lead at each buyer. */
  const stands = async (lead = 0) =>
    Object.fromEntries(
      (await store.leadDeliveries(uuidOf(lead))).map(({ buyer, state, held, tries }) => {
        const last = tries.at(-1)
        return [
          buyer,
          {
            state: held ?? state,
            auction: last?.auction ?? null,
            cents: last?.bid_cents ?? null,
            said: last?.message,
          },
        ]
      }),
    )
  const until = async (expected: Record<string, unknown>, lead = 0) =>
    vi.waitFor(async () => {
      expect(await stands(lead)).toMatchObject(expected)
      expect(errors).toEqual([])
    }, PATIENCE_MS)
  const net = async () =>
    (await store.ledger({ path: null, from: 0, to: AT * 2 })).map(({ net_cents }) => net_cents)
  return { store, buyers, clock, calls, bodies, start, stands, until, net, add, errors }
}
