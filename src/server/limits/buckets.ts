import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Store } from '../../store/store.ts'

/** Token buckets, by what they limit and whom. What is taken is said as the time after which it has come back, so a bucket is
 *  no more than the time until it is full. Source: the generic cell rate algorithm, ITU-T I.371, annex A. */
export interface Buckets {
  /** How long it takes until `cost` can be taken, ms; 0 when it can be now. */
  missing(bucket: Bucket, costMs: number): number
  /** Takes `cost`, or puts back what is below 0. */
  take(bucket: Bucket, costMs: number): void
  /** How long it takes until it is full, ms. */
  toFull(bucket: Bucket): number
  /** Tells `store` of what was taken here, and learns what other processes took. */
  share(store: Pick<Store, 'takeFromBuckets'>): Promise<void>
}

/** Which one: a name, and how long it takes to be full once it is empty. */
export interface Bucket {
  name: string
  fullMs: number
}

/** `now`: epoch ms. Kept in memory: a restart fills those that are not shared. */
export function openBuckets(now: () => number): Buckets {
  const buckets = new LRUCache<string, Level>({ maxSize: BUCKETS, sizeCalculation: () => 1 })

  /** As it is now. A clock that was set back fills nothing and empties nothing. */
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
      // Less is lost where fractions are added up.
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
        // What was taken meanwhile is not told of yet.
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
  /** How long it takes until it is full, ms, at this time. */
  toFull: number
  at: number
  /** What was taken here and the store does not know of, ms. */
  unshared: number
  /** Whether other processes may take from it as well: then it is asked about until it is full. */
  isShared: boolean
  fullMs: number
}

/** Some 300 bytes each. */
const BUCKETS = 50_000
/** Of a bucket: less is not worth a row in the store. So each process gives away at most this much on top. */
const TOLD_SHARE = 1 / 50
