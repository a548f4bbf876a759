import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import type { Store } from '../../src/store/store.ts'
import { startProcess } from '../processes/startProcess.ts'
import { newVersion, session, step, uuidOf } from '../store/history.ts'

const BUYERS = ['acme', 'bolt', 'core'] as const
const LEADS = 4

/** Follows opt-outs from one buyer to all others while their server is killed: after each report, and while buyers are being notified.
 *  `open`: opens the store of the place that `env` names, for as long as no server runs. Resolves to what the buyers got: how many
 *  notices, and of how many leads each; and to the states of all notices. */
export async function optOutsThroughKills(
  folder: string,
  env: Record<string, string>,
  open: () => Promise<Store>,
): Promise<{ notices: number; leads: Record<string, number>; states: string[]; suppressed: boolean }> {
  const got: { buyer: string; key: string }[] = []
  const answered = new Set<string>()
  let isHeld = true
  const server = createServer((request, response) => {
    const buyer = request.url?.slice(1) ?? ''
    got.push({ buyer, key: String(request.headers['idempotency-key']) })
    request.resume()
    if (isHeld) return
    answered.add(`${buyer} ${String(request.headers['idempotency-key'])}`)
    response.writeHead(204).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const at = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const file = join(folder, 'buyers.json')
  const buyers = Object.fromEntries(
    BUYERS.map((buyer) => [
      buyer,
      {
        format: 'json',
        url: `${at}/leads`,
        local: true,
        price: '25.00',
        return_key: `secret-of-${buyer}`,
        revocations: { url: `${at}/${buyer}` },
      },
    ]),
  )
  writeFileSync(file, JSON.stringify({ buyers }))
  const start = () =>
    startProcess({ RATE_LIMIT: '0', LOCAL_TARGETS: 'allow', BUYERS_FILE: file, ...env }).then((one) => {
      if (!one.said) throw new Error('The server didn’t start.')
      return { ...one, url: one.said.url }
    })
  const kill = async ({ child, exit }: Awaited<ReturnType<typeof start>>) => {
    child.kill('SIGKILL')
    await exit
  }
  await within(open, sellLeads)
  for (let n = 0; n < LEADS; n++) {
    const running = await start()
    const reported = await fetch(`${running.url}/api/revocations`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ key: 'secret-of-acme', id: `stop-${n}`, phone: phoneOf(n), said: 'STOP' }),
    })
    expect(reported.status).toBe(204)
    // Half of the kills come right after the answer, and half while buyers are being notified.
    const before = got.length
    if (n % 2 === 1) await expect.poll(() => got.length, { timeout: 20_000 }).toBeGreaterThan(before)
    await kill(running)
  }
  isHeld = false
  const last = await start()
  // On PostgreSQL, other servers' attempts are taken up once these count as dead.
  await expect.poll(() => answered.size, { timeout: 120_000 }).toBe(LEADS * 2)
  last.child.kill('SIGTERM')
  await last.exit
  return within(open, async (store) => {
    const states: string[] = []
    for (let n = 0; n < LEADS; n++)
      for (const { buyer, state, acknowledged_by } of (await store.revocationsOf(uuidOf(n), [])).notices)
        states.push(`${buyer} ${state} ${acknowledged_by ?? 'open'}`)
    const keys = new Map(BUYERS.map((buyer) => [buyer, new Set<string>()]))
    for (const { buyer, key } of got) keys.get(buyer as 'acme')?.add(key)
    const leads = Object.fromEntries([...keys].map(([buyer, own]) => [buyer, own.size]))
    const suppressed = await isSuppressed(store)
    return { notices: states.length, leads, states: [...new Set(states)].sort(), suppressed }
  })
}

const phoneOf = (n: number) => `51255520${n}0`

async function within<T>(open: () => Promise<Store>, act: (store: Store) => Promise<T>): Promise<T> {
  const store = await open()
  try {
    return await act(store)
  } finally {
    await store.close()
  }
}

/** Leads that all three buyers bought. */
async function sellLeads(store: Store): Promise<void> {
  await store.publish(newVersion('small', Date.now()))
  for (let n = 0; n < LEADS; n++) await keptLead(store, n, phoneOf(n))
  const at = Date.now()
  for (let n = 0; n < LEADS; n++)
    for (const { delivery } of await store.leadDeliveries(uuidOf(n))) {
      await store.beginAttempt(delivery, at)
      const sale = { external_id: `sale-${delivery}`, cents: 2500 }
      await store.endAttempt(delivery, 1, { state: 'accepted', message: 'Yes.', at, due_at: null, sale })
    }
}

async function keptLead(store: Store, n: number, phone: string): Promise<void> {
  const at = Date.now()
  await store.openSession(session({ uuid: uuidOf(n), at, version: 1, path: 'small' }))
  const contacts = [{ kind: 'phone' as const, text: phone }]
  const lead = { offer: 'main', buyers: [...BUYERS], payload: { phone }, contacts }
  await store.appendStep(uuidOf(n), step({ id: uuidOf(100 + n), at }), { lead })
}

/** True if a later visit of the first person is sold to no buyer. */
async function isSuppressed(store: Store): Promise<boolean> {
  await keptLead(store, 50, phoneOf(0))
  const begun = []
  for (const { delivery } of await store.leadDeliveries(uuidOf(50)))
    begun.push(await store.beginAttempt(delivery, Date.now()))
  return begun.every((attempt) => attempt === null)
}
