import { openPostgres } from '../../src/store/engines/postgres/open.ts'
import type { Rate } from './rate.ts'
import { openSessions, stepRate, type Share } from './storeRate.ts'

/** One of the processes of tests/bench/postgres.ts. It opens its sessions, reports that it is ready, waits for the start, and reports its
 *  rate. */

export interface ProcessOrder extends Share {
  url: string
}

export type Said = 'ready' | Rate

/** Time to open the sessions. All processes open theirs at once, each in one batch, which on a busy machine takes longer than a server
 *  would wait. */
const OPENING_MS = 60_000

process.once('message', (order: ProcessOrder) => void prepare(order))

async function prepare({ url, ...share }: ProcessOrder): Promise<void> {
  const store = await openPostgres({ url, deadlineMs: OPENING_MS })
  await openSessions(store, share.first)
  process.once('message', () => void measure())
  say('ready')

  async function measure(): Promise<void> {
    say(await stepRate(store, share))
    await store.close()
    process.disconnect?.()
  }
}

function say(said: Said): void {
  process.send!(said)
}
