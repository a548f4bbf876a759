import type { FastifyBaseLogger } from 'fastify'
import type { Buckets } from './buckets.ts'
import type { Store } from '../../store/store.ts'
import { NotKept } from '../../store/kernel/storeErrors.ts'

/** Makes limits apply over all processes that share the store; each reports every second what its callers used. A single process reports
 *  nothing. Returns a function that stops it. */
export function startSharingBuckets(
  { store, buckets }: { store: Store; buckets: Buckets },
  log: Pick<FastifyBaseLogger, 'error'>,
): { stop: () => Promise<void> } {
  let sharing = Promise.resolve()
  const share = () =>
    buckets.share(store).catch((error: unknown) => {
      // The store's watcher reports why writes fail; unreported usage is reported next time.
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
