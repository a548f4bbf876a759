import type { BrowserStorage } from './preferences.ts'

/** The browser's storage over memory: where that is full or forbidden, what is kept lasts until the page is left. */
export function openStorage(browser: () => Storage): BrowserStorage {
  /** What the browser did not take; null is taken away. */
  const memory = new Map<string, string | null>()
  const attempt = <T>(use: (storage: Storage) => T): T | null => {
    try {
      return use(browser())
    } catch {
      return null
    }
  }
  const change = (key: string, value: string | null, use: (storage: Storage) => void) => {
    memory.set(key, value)
    if (attempt((storage) => (use(storage), true))) memory.delete(key)
  }
  return {
    getItem: (key) =>
      memory.has(key) ? (memory.get(key) ?? null) : attempt((storage) => storage.getItem(key)),
    setItem: (key, value) => change(key, value, (storage) => storage.setItem(key, value)),
    removeItem: (key) => change(key, null, (storage) => storage.removeItem(key)),
  }
}
