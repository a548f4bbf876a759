import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Buckets } from './buckets.ts'
import { sameSecret } from '../kernel/digests.ts'
import { KEY_FAILURES } from './limits.ts'
import { networkOf } from './callerNetwork.ts'
import { refusal } from '../kernel/problem.ts'
import { REFUSALS } from '../kernel/callRefusals.ts'

/** Finds the owner of a report's key. A network may try some wrong keys and then one every few seconds, so that no one can guess. A key
 *  that was right before from the same network is accepted at once, however many wrong ones come with it. */
export interface KeyTries {
  /** Name that `key` belongs to; undefined if it is wrong. Throws 429 without checking the key if the network of `ip` tried too many
   *  wrong ones. */
  nameOf(ip: string, key: string, keys: ReadonlyMap<string, string>): string | undefined
}

/** `factor` of the limits; 0 turns them off. */
export function keyTries(buckets: Buckets, factor: number): KeyTries {
  const most = Math.ceil(KEY_FAILURES.atOnce * factor)
  const provedBy = new LRUCache<string, readonly string[]>({ maxSize: NETWORKS, sizeCalculation: () => 1 })
  return {
    nameOf(ip, key, keys) {
      if (factor === 0) return named(keys, key)
      const network = networkOf(ip)
      const bucket = { name: `keys ${network}`, fullMs: most * KEY_FAILURES.pauseMs }
      const proved = provedBy.get(network) ?? []
      const digest = hash('sha256', key)
      const missingMs = buckets.missing(bucket, KEY_FAILURES.pauseMs)
      if (missingMs > 0 && !proved.includes(digest)) {
        const retryAfterS = Math.ceil(missingMs / 1000)
        throw refusal(429, REFUSALS.tooManyKeys(retryAfterS), {
          field: 'key',
          retryAfterS,
        })
      }
      const name = named(keys, key)
      if (name === undefined) buckets.take(bucket, KEY_FAILURES.pauseMs)
      else if (!proved.includes(digest)) provedBy.set(network, [digest, ...proved].slice(0, PROVED))
      return name
    },
  }
}

/** A few hundred bytes each. */
const NETWORKS = 20_000
/** A platform reports for several of its clients from one address. */
const PROVED = 20

/** Compares every key, so that the time doesn't reveal which one is close. */
function named(keys: ReadonlyMap<string, string>, key: string): string | undefined {
  return [...keys].filter(([, secret]) => sameSecret(secret, key)).map(([name]) => name)[0]
}
