import { openPostgres } from '../../src/store/engines/postgres/open.ts'
import type { Rate } from './rate.ts'
import { openSessions, stepRate, type Share } from './storeRate.ts'

/** One of the processes of tests/bench/postgres.ts: opens its sessions, says that it is ready, is told to begin, and says its rate. */

export interface ProcessOrder extends Share {
  url: string
}

export type Said = 'ready' | Rate

/** All open their sessions at once, each in one batch: on a busy machine longer than a server would wait. */
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
