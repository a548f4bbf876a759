import type { FastifyBaseLogger } from 'fastify'
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import type { Metrics } from '../metrics/metrics.ts'
import type { ServerState } from '../kernel/serverState.ts'
import type { StoreAndClock } from '../kernel/ports.ts'
import { lookedUpGauges } from '../metrics/lookedUp.ts'
import type { Commit, Trouble } from '../../store/kernel/storeState.ts'
import { NOTICES } from '../kernel/operatorNotices.ts'

/** Counts commits from now on, makes the metrics read what is in flight, and logs when the disk begins to refuse writes and when it
 *  accepts them again, once each, however many visitors are affected. */
export function watchStore(
  { store, metrics, now, state: server }: StoreAndClock & { metrics: Metrics; state: ServerState },
  log: FastifyBaseLogger,
): void {
  const count = commitCounters([metrics.registry])
  const show = lookedUpGauges([metrics.registry])
  const { isUp, isSeen, troubles } = stateGauges([metrics.registry])
  let state: DiskState = { trouble: null, failedAt: 0 }
  store.watch((commit) => {
    count(commit)
    server.noteCommit(commit)
    const before = state
    state = diskState(before, commit.trouble?.name ?? null, now())
    if (state.trouble === before.trouble) return
    if (commit.trouble)
      log.error(
        { trouble: state.trouble },
        commit.trouble.isFinal
          ? NOTICES.lostForGood(commit.trouble.sentence)
          : NOTICES.refusesWrites(commit.trouble.sentence),
      )
    else log.warn(NOTICES.writesAgain)
  })
  metrics.refresh = async () => {
    const load = await answerInTime(store.load())
    show(load, now())
    isUp.set(Number(load !== null))
    isSeen.set(Number(store.isSeen()))
    const trouble = server.trouble()
    troubles.reset()
    if (trouble !== null) troubles.set({ trouble }, 1)
  }
}

/** The store's answer, or null if it doesn't answer in time, so that the other metrics are still read. */
async function answerInTime<T>(answer: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<null>((resolve) => (timer = setTimeout(() => resolve(null), LOOK_MS)))
  return Promise.race([answer.catch(() => null), late]).finally(() => clearTimeout(timer))
}

/** Prometheus gives a scrape ten seconds by default. */
const LOOK_MS = 3000

/** Last disk state in the log, and the time of the last failed commit, epoch ms. */
export interface DiskState {
  trouble: Trouble['name'] | null
  failedAt: number
}

/** State after a commit, with its `trouble` if it failed. On a nearly full disk, small commits succeed between large ones that fail, so
 *  the disk counts as recovered only when no commit has failed for a while. */
export function diskState(before: DiskState, trouble: DiskState['trouble'], now: number): DiskState {
  if (trouble !== null) return { trouble, failedAt: now }
  return now - before.failedAt < CALM_MS ? before : { ...before, trouble: null }
}

const CALM_MS = 60_000

function commitCounters(registers: Registry[]): (commit: Commit) => void {
  const writes = new Histogram({
    name: 'leadloom_store_commit_writes',
    help: 'Writes saved in one commit.',
    buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096],
    registers,
  })
  const seconds = new Histogram({
    name: 'leadloom_store_commit_seconds',
    help: 'Duration of commits, including writing and fsyncing the log.',
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
    registers,
  })
  const failures = new Counter({
    name: 'leadloom_store_failures_total',
    help: 'Commits that failed at the disk or the file, by reason.',
    labelNames: ['trouble'],
    registers,
  })
  return (commit) => {
    if (commit.trouble) return failures.inc({ trouble: commit.trouble.name })
    writes.observe(commit.writes)
    seconds.observe(commit.commitMs / 1000)
  }
}

function stateGauges(registers: Registry[]) {
  return {
    isUp: new Gauge({
      name: 'leadloom_store_up',
      help: '1 while the store responds to lookups for these metrics, 0 while it doesn’t. They’re missing then.',
      registers,
    }),
    isSeen: new Gauge({
      name: 'leadloom_heartbeat_up',
      help: '1 while other servers see this one as alive, 0 while they might not. It sends nothing then.',
      registers,
    }),
    troubles: new Gauge({
      name: 'leadloom_store_troubles',
      help: '1 while the store can’t save writes, by reason.',
      labelNames: ['trouble'],
      registers,
    }),
  }
}
