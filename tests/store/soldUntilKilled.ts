import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import type { Store } from '../../src/store/store.ts'
import { publish, session } from './history.ts'

const AFF = '86'
/** Sales that each process has acknowledged when it is killed. */
const KILL_AFTER = 40
export const CAP = 60

/** Prepares a store on which sales earn an affiliate 10 cents each; with `isCapped`, the first 60 do. */
export async function payForSales(store: Store, { isCapped }: { isCapped: boolean }): Promise<void> {
  await publish(store, 'leadloom', 1000)
  await store.openSession(session({ aff_id: AFF, at: 2000 }))
  const caps = isCapped ? [{ per: 'total' as const, conversions: CAP, cents: null }] : []
  const terms = { tiers: [{ from: 1, cents: 10, share_bp: 0 }], caps }
  const rule = { aff_id: AFF, offer: '', event: 'sale' as const, terms, hold_days: 0, claw_back: true }
  await store.addPayoutRule(rule, { by: 'ada', at: 3000 })
}

/** Sells on a place from its own process until it is killed. Resolves to the number of acknowledged sales. */
export async function sellUntilKilled(place: string, prefix: string): Promise<number> {
  const script = fileURLToPath(new URL('./sellingProcess.ts', import.meta.url))
  const child = spawn(process.execPath, [script, place, prefix], { stdio: ['ignore', 'pipe', 'inherit'] })
  let acknowledged = 0
  for await (const _ of createInterface(child.stdout))
    if (++acknowledged === KILL_AFTER) child.kill('SIGKILL')
  expect(child.signalCode ?? (await once(child, 'exit'))[1]).toBe('SIGKILL')
  return acknowledged
}

/** Expects that every sale that is in the ledger earned its payout once, and none earned more. */
export async function expectPaidOnce(
  store: Store,
  { acknowledged, isCapped }: { acknowledged: number; isCapped: boolean },
): Promise<void> {
  const [line] = await store.ledger({ path: null, from: 0, to: Date.now() + 1000 })
  expect(line!.sales).toBeGreaterThanOrEqual(acknowledged)
  const paid = await store.payoutList({}, 100_000)
  expect(paid.map(({ cents }) => cents)).toEqual(Array(isCapped ? CAP : line!.sales).fill(10))
  const [balance] = await store.affiliateBalances(Date.now() + 1000)
  expect(balance!.payable_cents).toBe(10 * paid.length)
}
