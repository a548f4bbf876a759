/** Caches `make` by key: a flow never changes, and neither does what is derived from it or from a part of it. */
export function once<K extends object, V extends object | string>(make: (key: K) => V): (key: K) => V {
  const made = new WeakMap<K, V>()
  return (key) => {
    let known = made.get(key)
    if (known === undefined) made.set(key, (known = make(key)))
    return known
  }
}
