import type { FastifyBaseLogger } from 'fastify'
import { NOTICES } from '../kernel/operatorNotices.ts'
import type { Metrics } from './metrics.ts'

type Job =
  | 'retention'
  | 'forgetting'
  | 'delivery'
  | 'mail'
  | 'pixels'
  | 'webhooks'
  | 'postbacks'
  | 'copies'
  | 'notices'

/** Counts a row that a job can't process, and logs one line about it, with its ID and where the job stopped. The error's message is left
 *  out, because it may quote a visitor's input. */
export function badRows(
  { metrics }: { metrics: Pick<Metrics, 'badRows'> },
  log: Pick<FastifyBaseLogger, 'error'>,
  job: Job,
): (error: unknown, row: number | string) => void {
  return (error, row) => {
    metrics.badRows.inc({ job })
    log.error({ job, row, stoppedAt: framesOf(error) }, NOTICES.badRow)
  }
}

/** The same for senders of entries; an error without an entry is logged in full. */
export function sendingErrors(
  ctx: { metrics: Pick<Metrics, 'badRows'> },
  log: Pick<FastifyBaseLogger, 'error'>,
  job: Job,
): (error: unknown, entry?: number) => void {
  const report = badRows(ctx, log, job)
  return (error, entry) => (entry === undefined ? log.error({ err: error }, job) : report(error, entry))
}

function framesOf(error: unknown): string[] {
  const lines = error instanceof Error ? (error.stack ?? '').split('\n') : []
  return lines.filter((line) => /^\s+at /.test(line)).map((line) => line.trim())
}
