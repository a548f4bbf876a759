import type { FastifyBaseLogger } from 'fastify'
import { NOTICES } from '../../texts/operatorNotices.ts'
import type { Metrics } from './metrics.ts'

type Job = 'retention' | 'forgetting' | 'delivery' | 'mail' | 'pixels' | 'webhooks'

/** Counts a row that a job can't work with, and writes one line about it: its id and where the job stopped. What the error says is
 *  left out, as it may quote what a visitor typed. */
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

/** The same for what sends entries: what goes wrong with none in particular is written down as it is. */
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
