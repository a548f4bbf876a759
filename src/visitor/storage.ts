/** The part of the browser's storage that we use. */
export interface Storage {
  get: (key: string) => string | null
  set: (key: string, value: string) => void
  remove: (key: string) => void
  keys: () => string[]
}

/** The browser's storage over memory: where it is full or forbidden, everything is still kept until the tab closes. */
export function createStorage(browser: () => globalThis.Storage): Storage {
  const memory = new Map<string, string>()
  const attempt = <T>(use: (storage: globalThis.Storage) => T): T | null => {
    try {
      return use(browser())
    } catch {
      return null
    }
  }
  return {
    get: (key) => memory.get(key) ?? attempt((storage) => storage.getItem(key)),
    set: (key, value) => {
      const kept = attempt((storage) => (storage.setItem(key, value), true))
      if (kept) memory.delete(key)
      else memory.set(key, value)
    },
    remove: (key) => {
      memory.delete(key)
      attempt((storage) => storage.removeItem(key))
    },
    keys: () => [...new Set([...(attempt((storage) => Object.keys(storage)) ?? []), ...memory.keys()])],
  }
}
