import type { FastifyBaseLogger } from 'fastify'
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import type { Context } from '../context.ts'
import { lookedUpGauges } from '../metrics/lookedUp.ts'
import type { Commit, Trouble } from '../../store/storeState.ts'
import { NOTICES } from '../../texts/operatorNotices.ts'

/** Counts what the store keeps from now on, has the metrics read what is on its way, and logs when the disk begins to
 *  refuse writes and when it takes them again: once each, however many visitors meet it. */
export function watchStore(
  ctx: Pick<Context, 'store' | 'metrics' | 'now' | 'isLost' | 'storeTrouble'>,
  log: FastifyBaseLogger,
): void {
  const { store, metrics, now } = ctx
  const count = commitCounters([metrics.registry])
  const show = lookedUpGauges([metrics.registry])
  const { isUp, isSeen, troubles } = stateGauges([metrics.registry])
  let state: DiskState = { trouble: null, failedAt: 0 }
  store.watch((commit) => {
    count(commit)
    ctx.storeTrouble = commit.trouble?.name ?? null
    const before = state
    state = diskState(before, commit.trouble?.name ?? null, now())
    if (state.trouble === before.trouble) return
    if (commit.trouble?.isFinal) ctx.isLost = true
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
    const trouble = store.trouble()?.name ?? ctx.storeTrouble
    troubles.reset()
    if (trouble !== null) troubles.set({ trouble }, 1)
  }
}

/** What the store answers, or null: while it does not answer, the other metrics are read all the same. */
async function answerInTime<T>(answer: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<null>((resolve) => (timer = setTimeout(() => resolve(null), LOOK_MS)))
  return Promise.race([answer.catch(() => null), late]).finally(() => clearTimeout(timer))
}

/** Prometheus gives a scrape ten seconds, unless it is told otherwise. */
const LOOK_MS = 3000

/** What the log last said of the disk, and when a commit failed last, epoch ms. */
export interface DiskState {
  trouble: Trouble['name'] | null
  failedAt: number
}

/** The state after a commit that met `trouble`, or none. On a disk that is nearly full small commits succeed between large
 *  ones that fail: it is well again only when none has failed for a while. */
export function diskState(before: DiskState, trouble: DiskState['trouble'], now: number): DiskState {
  if (trouble !== null) return { trouble, failedAt: now }
  return now - before.failedAt < CALM_MS ? before : { ...before, trouble: null }
}

const CALM_MS = 60_000

function commitCounters(registers: Registry[]): (commit: Commit) => void {
  const writes = new Histogram({
    name: 'leadloom_store_commit_writes',
    help: 'Writes that one commit kept together.',
    buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096],
    registers,
  })
  const seconds = new Histogram({
    name: 'leadloom_store_commit_seconds',
    help: 'Duration of commits: the log of writes is written and fsynced.',
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
    registers,
  })
  const failures = new Counter({
    name: 'leadloom_store_failures_total',
    help: 'Commits that the disk or the file refused, by why.',
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
      help: '1 while the store answers what is looked up for these metrics, 0 while it does not: then those are missing.',
      registers,
    }),
    isSeen: new Gauge({
      name: 'leadloom_heartbeat_up',
      help: '1 while the other servers take this one for alive, 0 while they may not: then it sends nothing.',
      registers,
    }),
    troubles: new Gauge({
      name: 'leadloom_store_troubles',
      help: '1 while the store keeps no write, by why.',
      labelNames: ['trouble'],
      registers,
    }),
  }
}
