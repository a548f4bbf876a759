import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Buyer } from '../../schemas/buyer/buyer.ts'
import { leadMailer } from '../../src/server/delivery/mailLead.ts'
import { deliver } from '../../src/server/startDelivery.ts'
import { openStore } from '../../src/store/openStore.ts'
import { publish, session, step, uuidOf } from '../store/history.ts'

/** Measures auctions of five buyers over loopback, from when a lead is stored until its buyer has it. One of the five never answers, so
 *  each auction takes its whole deadline; anything above that is ours. `node tests/bench/auction.ts [seconds] [a second]`
 *  Fails if the 99th of a hundred takes longer than the deadline plus 50 ms. */
const seconds = Number(process.argv[2] ?? 10)
const perSecond = Number(process.argv[3] ?? 50)
const DEADLINE_MS = 300
const ABOVE_MS = 50
const NAMES = ['acme', 'bolt', 'core', 'dent', 'east']

const root = mkdtempSync(join(tmpdir(), 'leadloom-auction-'))
const keptAt = new Map<string, number>()
const tookMs: number[] = []
const server = createServer((request, response) => {
  let body = ''
  request.on('data', (chunk) => (body += String(chunk)))
  request.on('end', () => {
    const [, name, what] = (request.url ?? '').split('/')
    if (what === 'ping' && name === 'east') return
    const price = what === 'ping' ? (5 + Math.random() * 20).toFixed(2) : undefined
    const lead = new URLSearchParams(body).get('lead')
    const at = what === 'post' && lead !== null ? keptAt.get(lead) : undefined
    if (at !== undefined) tookMs.push(performance.now() - at)
    response.end(JSON.stringify({ result: 'success', ping_id: 'P', lead_id: randomUUID(), price }))
  })
})
await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const buyers = new Map(
  NAMES.map((name): [string, Buyer] => [
    name,
    {
      format: 'leadspedia',
      campaign_id: '7',
      url: `${url}/${name}/post`,
      ping: { url: `${url}/${name}/ping`, fields: ['zip'] },
      auction: {},
      shares: 1,
      local: true,
      timeout_s: 5,
      duplicate_window_days: 0,
    },
  ]),
)
const store = await openStore({ dataDir: root })
try {
  await publish(store, 'leadloom', Date.now())
  const leads = seconds * perSecond
  await Promise.all(
    Array.from({ length: leads }, (_, i) => store.openSession(session({ uuid: uuidOf(i), at: Date.now() }))),
  )
  const errors: unknown[] = []
  const delivering = await deliver({
    mailLead: leadMailer({ smtpUrl: null, mailFrom: null }).send,
    store,
    buyers,
    now: Date.now,
    random: Math.random,
    auctionMs: DEADLINE_MS,
    maxSaleCents: 100_000,
    onError: (error) => errors.push(error),
    onAttempt: () => {},
  })
  const began = performance.now()
  const keeping: Promise<unknown>[] = []
  for (let i = 0; i < leads; i++) {
    const waitMs = began + (i * 1000) / perSecond - performance.now()
    if (waitMs > 0) await sleep(waitMs)
    const lead = { offer: 'mva', buyers: NAMES, payload: { lead: String(i), zip: '78701' } }
    keeping.push(
      store.appendStep(uuidOf(i), step({ id: randomUUID(), at: Date.now() }), { lead }).then(() => {
        keptAt.set(String(i), performance.now())
        delivering.wake()
      }),
    )
  }
  await Promise.all(keeping)
  const until = performance.now() + 30_000
  while (tookMs.length < leads && performance.now() < until) await sleep(50)
  await delivering.stop(5000)
  const floor = await askedAlone()
  const [p50, p99] = [at(tookMs, 0.5), at(tookMs, 0.99)]
  console.log(
    `${tookMs.length} of ${leads} leads sold, ${perSecond} auctions of ${NAMES.length} a second: p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms ` +
      `(at most ${DEADLINE_MS + ABOVE_MS}), of which the deadline is ${DEADLINE_MS} ms`,
  )
  console.log(
    `floor, the deadline and one bare request on loopback: p50 ${(DEADLINE_MS + at(floor, 0.5)).toFixed(1)} ms, p99 ${(DEADLINE_MS + at(floor, 0.99)).toFixed(1)} ms`,
  )
  if (errors.length > 0) console.log(`${errors.length} errors, the first: ${String(errors[0])}`)
  if (tookMs.length < leads || p99 > DEADLINE_MS + ABOVE_MS || errors.length > 0) process.exitCode = 1
} finally {
  await store.close()
  server.closeAllConnections()
  server.close()
  rmSync(root, { recursive: true })
}

/** Times of bare requests, ms, sent as often as here. */
async function askedAlone(): Promise<number[]> {
  const all: number[] = []
  for (let i = 0; i < 200; i++) {
    const began = performance.now()
    await (await fetch(`${url}/acme/post`, { method: 'POST', body: 'lead=' })).text()
    all.push(performance.now() - began)
    await sleep(1000 / perSecond / 4)
  }
  return all
}

function at(all: readonly number[], share: number): number {
  const sorted = all.toSorted((a, b) => a - b)
  return sorted[Math.min(Math.floor(sorted.length * share), sorted.length - 1)] ?? NaN
}
