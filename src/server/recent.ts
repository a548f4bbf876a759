import { LRUCache } from 'lru-cache'

/** What was loaded by key, newest use first to stay: at most `limit` entries, and one load per key at a time, so that
 *  everybody who asks holds the same object. What `load` does not find, or fails to, is not kept. */
export function recent<K extends string | number, V>(
  limit: number,
  load: (key: K) => Promise<V | null>,
): Recent<K, V> {
  const kept = new LRUCache<K, Promise<V | null>>({ max: limit })
  const forget = (key: K, value: Promise<V | null>) => {
    if (kept.peek(key) === value) kept.delete(key)
  }
  return {
    get(key) {
      const known = kept.get(key)
      if (known) return known
      const value = load(key)
      value.then(
        (found) => found === null && forget(key, value),
        () => forget(key, value),
      )
      kept.set(key, value)
      return value
    },
    set: (key, value) => void kept.set(key, Promise.resolve(value)),
    drop: (key) => void kept.delete(key),
  }
}

export interface Recent<K, V> {
  get: (key: K) => Promise<V | null>
  set: (key: K, value: V) => void
  drop: (key: K) => void
}
