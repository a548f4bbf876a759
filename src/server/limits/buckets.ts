import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Store } from '../../store/store.ts'

/** Token buckets by kind of limit and caller. Costs are expressed as the time until they have refilled, so the state of a bucket is just
 *  the time until it is full. Source: the generic cell rate algorithm, ITU-T I.371, annex A. */
export interface Buckets {
  /** Ms until `cost` can be taken; 0 if it can be taken now. */
  missing(bucket: Bucket, costMs: number): number
  /** Takes `cost`; a negative cost is put back. */
  take(bucket: Bucket, costMs: number): void
  /** Ms until the bucket is full. */
  toFull(bucket: Bucket): number
  /** Reports costs taken here to `store`, and learns of those that other processes took. */
  share(store: Pick<Store, 'takeFromBuckets'>): Promise<void>
}

/** A bucket's name, and how long it takes to fill once empty. */
export interface Bucket {
  name: string
  fullMs: number
}

/** `now`: epoch ms. Kept in memory, so a restart fills the buckets that aren't shared. */
export function openBuckets(now: () => number): Buckets {
  const buckets = new LRUCache<string, Level>({ maxSize: BUCKETS, sizeCalculation: () => 1 })

  /** The current level. Setting the clock back neither fills nor empties a bucket. */
  const levelOf = ({ name, fullMs }: Bucket): Level => {
    const at = now()
    const level = buckets.get(name) ?? { at, toFull: 0, unshared: 0, isShared: false, fullMs }
    level.toFull = Math.max(0, level.toFull - Math.max(0, at - level.at))
    level.at = at
    return level
  }

  return {
    toFull: (bucket) => levelOf(bucket).toFull,
    missing(bucket, costMs) {
      const missingMs = levelOf(bucket).toFull + costMs - bucket.fullMs
      // Differences below this come from adding up fractions.
      return missingMs < 1 ? 0 : Math.ceil(missingMs)
    },
    take(bucket, costMs) {
      const level = levelOf(bucket)
      level.toFull = Math.max(0, level.toFull + costMs)
      level.unshared += costMs
      buckets.set(bucket.name, level)
    },
    async share(store) {
      const shared = [...buckets.entries()]
        .map(([name, { fullMs }]) => ({ name, level: levelOf({ name, fullMs }) }))
        .filter(({ level }) => level.isShared || Math.abs(level.unshared) >= level.fullMs * TOLD_SHARE)
      if (shared.length === 0) return
      const costs = shared.map(({ level }) => Math.round(level.unshared))
      const taken = shared.map(({ name }, i) => ({ key: hash('sha256', name), costMs: costs[i]! }))
      for (const [i, toFull] of (await store.takeFromBuckets(taken, now())).entries()) {
        const { name, level } = shared[i]!
        // Costs taken in the meantime haven't been reported yet.
        level.unshared -= costs[i]!
        level.toFull = Math.max(0, toFull + level.unshared)
        level.at = now()
        level.isShared = toFull > 0
        buckets.set(name, level)
      }
    },
  }
}

interface Level {
  /** Ms until the bucket is full, as of this time. */
  toFull: number
  at: number
  /** Cost in ms that was taken here and isn't reported to the store yet. */
  unshared: number
  /** True if other processes may take from it too; then the store is asked until the bucket is full. */
  isShared: boolean
  fullMs: number
}

/** About 300 bytes each. */
const BUCKETS = 50_000
/** Share of a bucket below which a cost isn't worth a row in the store. Each process gives away at most this much extra. */
const TOLD_SHARE = 1 / 50
