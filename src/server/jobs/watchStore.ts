import type { FastifyBaseLogger } from 'fastify'
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import type { Context } from '../context.ts'
import type { Commit, Load, Trouble } from '../../store/storeState.ts'
import { NOTICES } from '../../texts/operatorNotices.ts'

/** Counts what the store keeps from now on, has the metrics read what is on its way, and logs when the disk begins to
 *  refuse writes and when it takes them again: once each, however many visitors meet it. */
export function watchStore(
  ctx: Pick<Context, 'store' | 'metrics' | 'now' | 'isLost' | 'storeTrouble'>,
  log: FastifyBaseLogger,
): void {
  const { store, metrics, now } = ctx
  const count = commitCounters([metrics.registry])
  const show = loadGauges([metrics.registry])
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
  metrics.refresh = async () => show(await store.load(), now())
}

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

function loadGauges(registers: Registry[]): (load: Load, now: number) => void {
  const waiting = new Gauge({
    name: 'leadloom_store_waiting_writes',
    help: 'Writes that are not on the disk yet.',
    registers,
  })
  const size = new Gauge({
    name: 'leadloom_store_bytes',
    help: 'Size of the database and of its log of writes, and what is free on their disk.',
    labelNames: ['file'],
    registers,
  })
  const deliveries = new Gauge({
    name: 'leadloom_outbox_deliveries',
    help: 'Leads on their way to buyers, and those that were given up.',
    labelNames: ['state'],
    registers,
  })
  const emails = new Gauge({
    name: 'leadloom_outbox_mails',
    help: 'Emails that wait to be sent to visitors, and those that the mail server refused or that were given up.',
    labelNames: ['state'],
    registers,
  })
  const events = new Gauge({
    name: 'leadloom_outbox_pixel_events',
    help: 'Events that wait to be told to vendors of advertisements, and those that they refused or that were given up.',
    labelNames: ['state'],
    registers,
  })
  const messages = new Gauge({
    name: 'leadloom_outbox_webhook_messages',
    help: 'Messages that wait to be sent to webhooks, and those that were given up.',
    labelNames: ['state'],
    registers,
  })
  const unbookedReports = new Gauge({
    name: 'leadloom_ledger_unbooked',
    help: 'Reports of buyers and partners that are not in the ledger: returns that wait for their sale, and those that contradict it.',
    labelNames: ['state'],
    registers,
  })
  const oldest = new Gauge({
    name: 'leadloom_outbox_oldest_seconds',
    help: 'How long the oldest lead has been on its way to a buyer; 0 when none is.',
    registers,
  })
  return (
    {
      writes,
      bytes,
      deliveries: { due, underWay, dead },
      mails,
      pixelEvents,
      webhookMessages,
      unbooked,
      oldestLeadAt,
    },
    now,
  ) => {
    waiting.set(writes)
    for (const [file, n] of Object.entries(bytes)) if (n !== null) size.set({ file }, n)
    deliveries.set({ state: 'due' }, due)
    deliveries.set({ state: 'under_way' }, underWay)
    deliveries.set({ state: 'dead' }, dead)
    for (const [state, n] of Object.entries(mails)) emails.set({ state }, n)
    for (const [state, n] of Object.entries(pixelEvents)) events.set({ state }, n)
    for (const [state, n] of Object.entries(webhookMessages)) messages.set({ state }, n)
    unbookedReports.set({ state: 'waiting' }, unbooked.waiting)
    unbookedReports.set({ state: 'conflict' }, unbooked.conflict)
    oldest.set(oldestLeadAt === null ? 0 : Math.max(0, now - oldestLeadAt) / 1000)
  }
}
