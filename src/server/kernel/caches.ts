import { LRUCache } from 'lru-cache'

/** Caches loaded values by key, least recently used out first. It holds `limit` places and makes one load per key at a time, so that all
 *  callers share the same object. Values that `load` doesn't find or fails to load aren't cached. Evicted values are held until
 *  `whenIdle` resolves, because no one may load another copy while one is in use. `placesOf`: places that a value takes, one by default. */
export function loadingCache<K extends string | number, V>(
  limit: number,
  load: (key: K) => Promise<V | null>,
  {
    whenIdle = async () => {},
    placesOf = () => 1,
  }: { whenIdle?: (value: V) => Promise<unknown>; placesOf?: (value: V) => number } = {},
): Recent<K, V> {
  const leaving = new Map<K, Promise<V | null>>()
  const leave = async (key: K, value: Promise<V | null>) => {
    leaving.set(key, value)
    const found = await value.catch(() => null)
    if (found !== null) await whenIdle(found)
    if (leaving.get(key) === value) leaving.delete(key)
  }
  const kept = new LRUCache<K, Promise<V | null>>({
    maxSize: limit,
    dispose: (value, key, reason) => void (reason === 'evict' && leave(key, value)),
  })
  const forget = (key: K, value: Promise<V | null>) => {
    if (kept.peek(key) === value) kept.delete(key)
  }
  const resize = (key: K, value: Promise<V | null>, places: number) => {
    if (kept.peek(key) !== value) return
    // Setting the same value again wouldn't change its size.
    kept.delete(key)
    kept.set(key, value, { size: places })
  }
  return {
    get(key) {
      const known = kept.get(key)
      if (known) return known
      const held = leaving.get(key)
      if (held) {
        kept.set(key, held, ONE)
        return held
      }
      const value = load(key)
      value.then(
        (found) => {
          if (found === null) forget(key, value)
          else if (placesOf(found) > 1) resize(key, value, placesOf(found))
        },
        () => forget(key, value),
      )
      kept.set(key, value, ONE)
      return value
    },
    has: (key) => kept.has(key),
    set: (key, value) => void kept.set(key, Promise.resolve(value), ONE),
    async updateSize(key) {
      const value = kept.peek(key)
      const found = await value
      if (value && found) resize(key, value, placesOf(found))
    },
    drop: (key) => {
      kept.delete(key)
      leaving.delete(key)
    },
  }
}

const ONE = { size: 1 }

export interface Recent<K, V> {
  get: (key: K) => Promise<V | null>
  /** True if the value is in memory or being loaded. */
  has: (key: K) => boolean
  set: (key: K, value: V) => void
  /** Recomputes the places of a value that has grown. */
  updateSize: (key: K) => Promise<void>
  drop: (key: K) => void
}
