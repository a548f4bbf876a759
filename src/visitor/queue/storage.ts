/** The part of the browser's storage that we use. */
export interface Storage {
  get: (key: string) => string | null
  set: (key: string, value: string) => void
  remove: (key: string) => void
  keys: () => string[]
}

/** Browser storage with memory as a fallback: if it is full or forbidden, everything is still kept until the tab closes, and goes to the
 *  browser once it has room. It goes in the order in which it was set: the next page must not find a journey without its answers. */
export function createStorage(browser: () => globalThis.Storage): Storage {
  const memory = new Map<string, string>()
  const attempt = <T>(use: (storage: globalThis.Storage) => T): T | null => {
    try {
      return use(browser())
    } catch {
      return null
    }
  }
  const move = () => {
    for (const [key, value] of memory) {
      if (!attempt((storage) => (storage.setItem(key, value), true))) return
      memory.delete(key)
    }
  }
  return {
    get: (key) => memory.get(key) ?? attempt((storage) => storage.getItem(key)),
    set: (key, value) => {
      memory.delete(key)
      memory.set(key, value)
      move()
      // An older value would return with the next page.
      if (memory.has(key)) attempt((storage) => storage.removeItem(key))
    },
    remove: (key) => {
      memory.delete(key)
      attempt((storage) => storage.removeItem(key))
      move()
    },
    keys: () => [...new Set([...(attempt((storage) => Object.keys(storage)) ?? []), ...memory.keys()])],
  }
}
