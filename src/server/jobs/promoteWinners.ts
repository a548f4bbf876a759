import type { FastifyBaseLogger } from 'fastify'
import { experimentReader } from '../experiments/experimentFigures.ts'
import type { StoreAndClock } from '../kernel/ports.ts'
import type { Versions } from '../publish/versions.ts'
import { logged, repeat } from './repeat.ts'

interface Deps extends StoreAndClock {
  versions: Versions
}

/** Promotes winners for as long as the server runs; one process does it for all. Returns a function that stops it. */
export function startPromotingWinners(
  ctx: Deps,
  log: Pick<FastifyBaseLogger, 'info' | 'error'>,
): { stop: () => Promise<void> } {
  const promote = promoter(ctx, log)
  return repeat(promote, CHECK_EVERY_MS, logged(log, 'promote winners'))
}

/** Job that gives the winners of experiments to all new visitors, where their authors asked for that. */
export function promoter(ctx: Deps, log: Pick<FastifyBaseLogger, 'info'>) {
  const { store, versions, now } = ctx
  const reader = experimentReader(ctx)
  return async (hasStopped: () => boolean): Promise<void> => {
    if (!(await store.takesJob('promoting'))) return
    for (const kept of await store.experiments()) {
      if (hasStopped()) return
      if (!kept.promotes || kept.ended_at !== null) continue
      const { path, experiment, figures } = await reader.figures(kept)
      const { winner } = figures.verdict
      if (winner === null) continue
      const changing = { path, experiment, by: AUTOMATIC, at: now() }
      if (!(await store.promoteVersion({ ...changing, version: winner }))) continue
      versions.forgetLive()
      log.info({ path, experiment, version: winner }, 'promoted the winner of an experiment')
    }
  }
}

/** Name in the audit log for what the server does by itself. */
const AUTOMATIC = 'automatic'
const CHECK_EVERY_MS = 60_000
