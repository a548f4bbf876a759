import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Buckets } from './buckets.ts'
import { sameSecret } from '../http/openEnvelope.ts'
import { KEY_FAILURES } from './limits.ts'
import { networkOf } from './callerNetwork.ts'
import { refusal } from '../http/problem.ts'
import { REFUSALS } from '../../texts/callRefusals.ts'

/** Whose key a report comes with. A network may try some wrong keys and then one every few seconds, so that nobody guesses;
 *  a key that was right from there before is right at once, however many wrong ones come beside it. */
export interface KeyTries {
  /** The name that `key` belongs to; undefined for a wrong one. Throws 429, and does not look at the key, when the network
   *  of `ip` tried too many wrong ones. */
  nameOf(ip: string, key: string, keys: ReadonlyMap<string, string>): string | undefined
}

/** `factor`: of the limits; 0 for none. */
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

/** Some hundred bytes each. */
const NETWORKS = 20_000
/** A platform reports for some of its clients from one address. */
const PROVED = 20

/** Every key is compared, so that the time says nothing of which is near. */
function named(keys: ReadonlyMap<string, string>, key: string): string | undefined {
  return [...keys].filter(([, secret]) => sameSecret(secret, key)).map(([name]) => name)[0]
}
