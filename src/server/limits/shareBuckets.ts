import type { FastifyBaseLogger } from 'fastify'
import type { Context } from '../context.ts'
import { NotKept } from '../../store/store.ts'

/** Makes limits hold over all processes that share the store: each tells every second what it let its callers take. Where there
 *  is one process there is nothing to tell. Returns how to stop. */
export function startSharingBuckets(
  { store, buckets }: Pick<Context, 'store' | 'buckets'>,
  log: Pick<FastifyBaseLogger, 'error'>,
): { stop: () => Promise<void> } {
  let sharing = Promise.resolve()
  const share = () =>
    buckets.share(store).catch((error: unknown) => {
      // Why the store takes nothing is said by whoever watches it; what was not told is told next time.
      if (!(error instanceof NotKept)) log.error({ err: error }, 'share limits')
    })
  const timer = store.isShared ? setInterval(() => (sharing = sharing.then(share)), EVERY_MS) : undefined
  return {
    async stop() {
      clearInterval(timer)
      await sharing
    },
  }
}

const EVERY_MS = 1000
