import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { sameSecret } from './openEnvelope.ts'
import { KEY_FAILURES } from './limits.ts'
import { networkOf } from './callerNetwork.ts'
import { refusal } from './problem.ts'
import { REFUSALS } from '../../texts/callRefusals.ts'

/** Whose key a report comes with. A network may try some wrong keys and then one every few seconds, so that nobody guesses;
 *  a key that was right from there before is right at once, however many wrong ones come beside it. */
export interface KeyTries {
  /** The name that `key` belongs to; undefined for a wrong one. Throws 429, and does not look at the key, when the network
   *  of `ip` tried too many wrong ones. */
  nameOf(ip: string, key: string, keys: ReadonlyMap<string, string>): string | undefined
}

/** `factor`: of the limits; 0 for none. `now`: epoch ms. Kept in memory: a restart gives back ten tries. */
export function keyTries({ factor, now }: { factor: number; now: () => number }): KeyTries {
  const most = Math.ceil(KEY_FAILURES.atOnce * factor)
  const networks = new LRUCache<string, Tries>({ maxSize: NETWORKS, sizeCalculation: () => 1 })
  return {
    nameOf(ip, key, keys) {
      if (factor === 0) return named(keys, key)
      const network = networkOf(ip)
      const at = now()
      const before = networks.get(network) ?? { at, failures: 0, proved: [] }
      const pauses = Math.max(0, at - before.at) / KEY_FAILURES.pauseMs
      const tries = { ...before, at, failures: Math.max(0, before.failures - pauses) }
      const digest = hash('sha256', key)
      if (tries.failures > most - 1 && !tries.proved.includes(digest)) {
        const retryAfterS = Math.ceil(((tries.failures - (most - 1)) * KEY_FAILURES.pauseMs) / 1000)
        throw refusal(429, REFUSALS.tooManyKeys(retryAfterS), {
          field: 'key',
          retryAfterS,
        })
      }
      const name = named(keys, key)
      if (name === undefined) tries.failures += 1
      else if (!tries.proved.includes(digest)) tries.proved = [digest, ...tries.proved].slice(0, PROVED)
      networks.set(network, tries)
      return name
    },
  }
}

interface Tries {
  /** When `failures` was counted. */
  at: number
  /** Wrong keys, less one for each pause since. */
  failures: number
  /** Digests of the keys that were right. */
  proved: readonly string[]
}

/** Some hundred bytes each. */
const NETWORKS = 20_000
/** A platform reports for some of its clients from one address. */
const PROVED = 20

/** Every key is compared, so that the time says nothing of which is near. */
function named(keys: ReadonlyMap<string, string>, key: string): string | undefined {
  return [...keys].filter(([, secret]) => sameSecret(secret, key)).map(([name]) => name)[0]
}
