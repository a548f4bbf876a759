/** What was loaded by key, newest use first to stay: at most `limit` entries, and one load per key at a time, so that
 *  everybody who asks holds the same object. What `load` does not find, or fails to, is not kept. */
export function recent<K, V>(limit: number, load: (key: K) => Promise<V | null>): Recent<K, V> {
  const kept = new Map<K, Promise<V | null>>()
  const put = (key: K, value: Promise<V | null>) => {
    kept.delete(key)
    kept.set(key, value)
    if (kept.size > limit) kept.delete(kept.keys().next().value as K)
    return value
  }
  const forget = (key: K, value: Promise<V | null>) => {
    if (kept.get(key) === value) kept.delete(key)
  }
  return {
    get(key) {
      const known = kept.get(key)
      if (known) return put(key, known)
      const value = load(key)
      value.then(
        (found) => found === null && forget(key, value),
        () => forget(key, value),
      )
      return put(key, value)
    },
    set: (key, value) => void put(key, Promise.resolve(value)),
    drop: (key) => void kept.delete(key),
  }
}

export interface Recent<K, V> {
  get: (key: K) => Promise<V | null>
  set: (key: K, value: V) => void
  drop: (key: K) => void
}
