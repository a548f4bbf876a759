import { LRUCache } from 'lru-cache'

/** What was loaded by key, newest use first to stay: at most `limit` entries, and one load per key at a time, so that
 *  everybody who asks holds the same object. What `load` does not find, or fails to, is not kept. What falls out is held
 *  until `atRest` resolves: whoever asks while somebody works with it must not load another. */
export function recent<K extends string | number, V>(
  limit: number,
  load: (key: K) => Promise<V | null>,
  atRest: (value: V) => Promise<unknown> = async () => {},
): Recent<K, V> {
  const leaving = new Map<K, Promise<V | null>>()
  const leave = async (key: K, value: Promise<V | null>) => {
    leaving.set(key, value)
    const found = await value.catch(() => null)
    if (found !== null) await atRest(found)
    if (leaving.get(key) === value) leaving.delete(key)
  }
  const kept = new LRUCache<K, Promise<V | null>>({
    max: limit,
    dispose: (value, key, reason) => void (reason === 'evict' && leave(key, value)),
  })
  const forget = (key: K, value: Promise<V | null>) => {
    if (kept.peek(key) === value) kept.delete(key)
  }
  return {
    get(key) {
      const known = kept.get(key)
      if (known) return known
      const held = leaving.get(key)
      if (held) {
        kept.set(key, held)
        return held
      }
      const value = load(key)
      value.then(
        (found) => found === null && forget(key, value),
        () => forget(key, value),
      )
      kept.set(key, value)
      return value
    },
    set: (key, value) => void kept.set(key, Promise.resolve(value)),
    release(key) {
      const value = kept.peek(key)
      if (!value) return
      kept.delete(key)
      void leave(key, value)
    },
    drop: (key) => {
      kept.delete(key)
      leaving.delete(key)
    },
  }
}

export interface Recent<K, V> {
  get: (key: K) => Promise<V | null>
  set: (key: K, value: V) => void
  /** Lets go of it as if it had fallen out. */
  release: (key: K) => void
  /** Lets go of it whoever works with it. */
  drop: (key: K) => void
}
